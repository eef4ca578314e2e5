import type { DimensionName } from '#core/domains/tanks/dimensionsOf.ts'
import type { UnitSystem } from '#web/platform/format.ts'

export interface PortFieldNames {
  capacity: string
  offset: string
  sides: Readonly<Record<DimensionName, string>>
  /** Millimetres and litres in one of the user's own units. */
  lengthInMm: number
  volumeInLitres: number
  lengthUnit: 'mm' | 'in'
  volumeUnit: 'L' | 'gal'
}

/** The fields of a tank's size in each unit system: a form shows and sends those of one system only. */
export const portFields: Readonly<Record<UnitSystem, PortFieldNames>> = {
  metric: {
    capacity: 'def_liters',
    offset: 'sensor_offset',
    sides: { D: 'metric_diameter', H: 'metric_height', W: 'metric_width', L: 'metric_length' },
    lengthInMm: 1,
    volumeInLitres: 1,
    lengthUnit: 'mm',
    volumeUnit: 'L',
  },
  imperial: {
    capacity: 'def_us_gallons',
    offset: 'imperial_sensor_offset',
    sides: { D: 'imperial_diameter', H: 'imperial_height', W: 'imperial_width', L: 'imperial_length' },
    lengthInMm: 25.4,
    volumeInLitres: 3.785411784,
    lengthUnit: 'in',
    volumeUnit: 'gal',
  },
}

/** Every field of a port that a form of that unit system sends. */
export function portFieldNames(units: UnitSystem): string[] {
  const { capacity, offset, sides } = portFields[units]
  return [
    'port_number',
    'product_id',
    'tank_type_id',
    'sensor_type_id',
    'template',
    'reorder_yellow',
    'reorder_red',
    'max_fill',
    'placement',
    'size_class',
    'active',
    capacity,
    'capacity_confirmed',
    ...Object.values(sides),
    offset,
    'strapping',
  ]
}
