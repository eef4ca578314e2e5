import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { CORRECTED_GROUPS } from './correctedGroups.ts'

/** Groups of liquids for the indicative correction to 60 °F / 15 °C. */
const PRODUCT_GROUPS = ['none', ...CORRECTED_GROUPS] as const

export const tank_products = defineResource({
  name: 'tank_products',
  single: 'tank_product',
  id: 'product_id',
  module: 'tank_products',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'company',
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
    color: { kind: 'text', required: true, max: 15, format: 'color' },
    total_active_sensors: { kind: 'integer', default: 0, computed: true },
    status: { kind: 'flag', required: true, default: 1 },
  },
  title: 'product_name',
  list: ['product_name', 'company_id', 'specific_gravity', 'color', 'total_active_sensors', 'status'],
  search: ['product_name'],
  filters: { status: null, company_id: null },
  pageSize: 0,
  archive: { status: 0 },
})
