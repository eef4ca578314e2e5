import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** Quantity that a raw value measures. */
export const MEASURES = [
  'distance',
  'height',
  'pressure',
  'current',
  'percent',
  'volume_percent',
  'temperature',
] as const

/** Whether a level depends on the sensor's position; a dial, for example, shows the level from anywhere. */
export function hasSensorOffset(measure: (typeof MEASURES)[number]): boolean {
  return measure === 'distance' || measure === 'pressure'
}

export const sensor_types = defineResource({
  name: 'sensor_types',
  single: 'sensor_type',
  id: 'sensor_type_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    sensor_type: { kind: 'text', required: true, max: 45 },
    sensor_description: { kind: 'text', required: true, max: 45 },
    measure: { kind: 'choice', required: true, default: 'distance', of: MEASURES },
    measurement_symbol: { kind: 'text', max: 36 },
    imperial_symbol: { kind: 'text', required: true, max: 36, unitSystem: 'imperial' },
    metric_symbol: { kind: 'text', required: true, max: 36, unitSystem: 'metric' },
    /** ± and resolution of the raw value, in its metric unit. */
    accuracy: { kind: 'decimal', digits: 9, scale: 3, min: 0 },
    resolution: { kind: 'decimal', digits: 9, scale: 3, min: 0 },
    /** Displayed decimals. */
    round_precision: { kind: 'integer', required: true, default: 1, min: 0, max: 6 },
  },
  title: 'sensor_type',
  matchBy: [['sensor_type']],
  list: [
    'sensor_type',
    'sensor_description',
    'measure',
    'metric_symbol',
    'imperial_symbol',
    'round_precision',
  ],
  search: ['sensor_type', 'sensor_description'],
  options: ['measure'],
  pageSize: 0,
})
