import { DEGREE_DAY_BASE_NAMES } from '#core/domains/weather/degreeDays.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import type { Fields } from '#core/resources/field.ts'

const length = { kind: 'decimal', required: true, default: '0', digits: 14, scale: 6, min: 0 } as const
/** No tank is longer than 100 m. */
const millimetres = { ...length, max: 100_000, unit: 'mm', unitSystem: 'metric' } as const
const inches = { ...length, max: 3938, unit: 'in', unitSystem: 'imperial' } as const

/** The tank's size in both unit systems; the server fills in the one that was not sent. */
export const tankSizeFields = {
  def_liters: {
    kind: 'decimal',
    required: true,
    default: '0',
    digits: 16,
    scale: 6,
    min: 0,
    max: 200_000_000,
    unit: 'L',
    unitSystem: 'metric',
  },
  metric_diameter: millimetres,
  metric_height: millimetres,
  metric_width: millimetres,
  metric_length: millimetres,
  def_us_gallons: {
    kind: 'decimal',
    required: true,
    default: '0',
    digits: 16,
    scale: 6,
    min: 0,
    max: 53_000_000,
    unit: 'gal',
    unitSystem: 'imperial',
  },
  imperial_diameter: inches,
  imperial_height: inches,
  imperial_width: inches,
  imperial_length: inches,
  /** Wall thickness if the sides are external; 0 = they are internal. */
  metric_wall: { ...millimetres, max: 200 },
  imperial_wall: { ...inches, max: 7.8 },
  /** Internal radii of dished heads; 0 = ASME flanged and dished heads. */
  metric_dish_radius: millimetres,
  imperial_dish_radius: inches,
  metric_knuckle_radius: millimetres,
  imperial_knuckle_radius: inches,
  /** The capacity is right even if the dimensions differ. */
  capacity_confirmed: { kind: 'flag', required: true, default: 0 },
} as const satisfies Fields

/** Placement and size class of a tank, which limits of liquefied gas depend on. */
const PLACEMENTS = ['above_ground', 'under_ground'] as const
const SIZE_CLASSES = ['up_to_1200_gal', 'over_1200_gal'] as const

export const device_ports = defineResource({
  name: 'device_ports',
  single: 'device_port',
  id: 'device_ports_id',
  module: 'devices',
  loginTypes: ALL_LOGIN_TYPES,
  scope: { through: 'device_id' },
  devicesBy: { field: 'device_id' },
  fields: {
    device_id: { kind: 'reference', required: true, to: 'devices' },
    port_number: { kind: 'integer', required: true, min: 1, max: 64 },
    product_id: { kind: 'reference', to: 'tank_products' },
    tank_type_id: { kind: 'reference', to: 'tank_types' },
    sensor_type_id: { kind: 'reference', to: 'sensor_types' },
    template: { kind: 'reference', to: 'tank_specs' },
    reorder_yellow: { kind: 'decimal', digits: 5, scale: 2, min: 0, max: 100, unit: '%' },
    reorder_red: { kind: 'decimal', digits: 5, scale: 2, min: 0, max: 100, unit: '%' },
    max_fill: { kind: 'decimal', digits: 5, scale: 2, above: 0, max: 100, unit: '%' },
    unusable_bottom: { kind: 'decimal', digits: 5, scale: 2, min: 0, max: 50, unit: '%' },
    degree_day_base: { kind: 'choice', of: DEGREE_DAY_BASE_NAMES },
    placement: { kind: 'choice', of: PLACEMENTS },
    size_class: { kind: 'choice', of: SIZE_CLASSES },
    active: { kind: 'flag', required: true, default: 1 },
    ...tankSizeFields,
    sensor_offset: {
      kind: 'decimal',
      required: true,
      digits: 10,
      scale: 3,
      min: -100_000,
      max: 100_000,
      notZero: true,
      unit: 'mm',
      unitSystem: 'metric',
    },
    imperial_sensor_offset: {
      kind: 'decimal',
      required: true,
      digits: 12,
      scale: 6,
      min: -3938,
      max: 3938,
      notZero: true,
      unit: 'in',
      unitSystem: 'imperial',
    },
    /** How much lower one end of a horizontal tank is, percent of its length. */
    tilt: { kind: 'decimal', required: true, default: '0', digits: 5, scale: 2, min: 0, max: 20, unit: '%' },
    /** Distance from the middle of the tank's length to the gauge, towards the lower end. */
    metric_gauge_position: { ...millimetres, min: -100_000 },
    imperial_gauge_position: { ...inches, min: -3938 },
    strapping: { kind: 'rows', of: 'strapping' },
  },
  title: 'port_number',
  matchBy: [['device_id', 'port_number']],
  list: ['device_id', 'port_number', 'product_id', 'tank_type_id', 'reorder_yellow', 'reorder_red', 'active'],
  search: [],
  filters: { device_id: null, active: null },
  check: ({ reorder_yellow, reorder_red }) =>
    reorder_yellow != null && reorder_red != null && Number(reorder_yellow) <= Number(reorder_red)
      ? [{ field: 'reorder_yellow', rule: 'above_urgent' }]
      : [],
})
