import { DEGREE_DAY_BASE_NAMES } from '#core/domains/weather/degreeDays.ts'
import { issueIf } from '#core/platform/issue.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { CORRECTED_GROUPS, LIQUEFIED_GAS } from './correctedGroups.ts'
import { PRODUCT_CLASSES } from './vehicleClasses.ts'

/** Groups of liquids, which decide the correction to 60 °F / 15 °C and the maximum fill. */
export const PRODUCT_GROUPS = ['none', ...CORRECTED_GROUPS, LIQUEFIED_GAS] as const

/** Grades separated by `|`. */
const grades = { kind: 'word_list', max: 400 } as const

/** Products in tanks and deliveries. A product belongs to a company; all companies below it use it. */
export const tank_products = defineResource({
  name: 'tank_products',
  single: 'tank_product',
  id: 'product_id',
  module: 'tank_products',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'company',
  staysSmall: true,
  fields: {
    product_name: { kind: 'text', required: true, max: 65 },
    company_id: { kind: 'reference', required: true, to: 'companies' },
    specific_gravity: {
      kind: 'decimal',
      required: true,
      default: '1.000',
      digits: 4,
      scale: 3,
      above: 0,
      below: 5,
    },
    product_group: { kind: 'choice', required: true, default: 'none', of: PRODUCT_GROUPS },
    grade: { kind: 'text', max: 40 },
    not_followed_by: grades,
    not_beside: grades,
    vehicle_class: { kind: 'choice', of: PRODUCT_CLASSES },
    expansion_room: { kind: 'decimal', digits: 5, scale: 2, min: 0, max: 50, unit: '%' },
    max_fill: { kind: 'decimal', digits: 5, scale: 2, above: 0, max: 100, unit: '%' },
    unusable_bottom: { kind: 'decimal', digits: 5, scale: 2, min: 0, max: 50, unit: '%' },
    degree_day_base: { kind: 'choice', of: DEGREE_DAY_BASE_NAMES },
    /** Its owner's price per unit, in the owner's currency, for customers without their own price. */
    list_price: { kind: 'money', digits: 16, scale: 6 },
    list_price_unit_id: { kind: 'reference', to: 'units_of_measure' },
    /** Printed on its invoices, such as the notice of dyed fuel (26 CFR 48.4082-2 in the United States). */
    invoice_notice: { kind: 'text', max: 255 },
    hazard_class: { kind: 'text', max: 8 },
    un_number: { kind: 'text', max: 6 },
    proper_shipping_name: { kind: 'text', max: 100 },
    packing_group: { kind: 'choice', of: ['I', 'II', 'III'] },
    color: { kind: 'text', format: 'color', required: true, max: 15 },
    total_active_sensors: { kind: 'integer', default: 0, computed: true },
    status: { kind: 'flag', required: true, default: 1 },
  },
  title: 'product_name',
  matchBy: [['product_name', 'company_id']],
  // The number of sensors would reveal who else buys it.
  visibility: {
    seenBelow: {
      hides: ['total_active_sensors', 'list_price', 'list_price_unit_id'],
      names: 'product_names',
    },
  },
  /** Planners need to know which products may be carried together. */
  options: [
    'company_id',
    'product_group',
    'specific_gravity',
    'grade',
    'not_followed_by',
    'not_beside',
    'expansion_room',
    'vehicle_class',
  ],
  form: [
    { section: 'product', fields: ['product_name', 'company_id', 'color', 'status'] },
    { section: 'price', fields: ['list_price', 'list_price_unit_id'] },
    {
      section: 'liquid',
      fields: ['product_group', 'specific_gravity', 'max_fill', 'unusable_bottom', 'degree_day_base'],
    },
    {
      section: 'loading',
      fields: ['grade', 'vehicle_class', 'expansion_room', 'not_followed_by', 'not_beside'],
    },
    {
      section: 'papers',
      fields: ['un_number', 'proper_shipping_name', 'hazard_class', 'packing_group', 'invoice_notice'],
    },
  ],
  list: [
    'product_name',
    'company_id',
    'grade',
    'specific_gravity',
    'color',
    'total_active_sensors',
    'status',
  ],
  search: ['product_name'],
  filters: { status: null, company_id: null },
  pageSize: 0,
  archive: { status: 0 },
  check: ({ un_number, list_price, list_price_unit_id, product_group, vehicle_class }) => [
    ...issueIf(!!un_number && !/^(UN|NA|ID)\d{4}$/i.test(un_number), {
      field: 'un_number',
      rule: 'un_number',
    }),
    ...issueIf(Number(list_price ?? 0) < 0, { field: 'list_price', rule: 'not_negative' }),
    ...issueIf(list_price != null && list_price_unit_id == null, {
      field: 'list_price_unit_id',
      rule: 'required',
    }),
    // A liquefied gas needs a pressure vehicle, and nothing else does.
    ...issueIf(vehicle_class != null && (vehicle_class === 'lpg') !== (product_group === LIQUEFIED_GAS), {
      field: 'vehicle_class',
      rule: 'class_of_gas',
    }),
  ],
})
