import { tankSizeFields } from '#core/domains/devices/device_ports.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const tank_specs = defineResource({
  name: 'tank_specs',
  single: 'tank_spec',
  id: 'tank_spec_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    tank_name: { kind: 'text', required: true, max: 100 },
    manufacturer_id: { kind: 'reference', required: true, to: 'tank_manufacturers' },
    tank_type_id: { kind: 'reference', required: true, to: 'tank_types' },
    ...tankSizeFields,
  },
  title: 'tank_name',
  matchBy: [['tank_name', 'manufacturer_id']],
  list: ['tank_name', 'manufacturer_id', 'tank_type_id', 'def_us_gallons', 'def_liters'],
  search: ['tank_name'],
  sort: 'def_liters',
  options: [
    'tank_type_id',
    'def_liters',
    'metric_diameter',
    'metric_height',
    'metric_width',
    'metric_length',
    'def_us_gallons',
    'imperial_diameter',
    'imperial_height',
    'imperial_width',
    'imperial_length',
    'metric_wall',
    'imperial_wall',
    'metric_dish_radius',
    'imperial_dish_radius',
    'metric_knuckle_radius',
    'imperial_knuckle_radius',
  ],
  filters: { manufacturer_id: null, tank_type_id: null },
})
