import type { DimensionName } from '#core/domains/tanks/volume/dimensionsOf.ts'
import type { UnitSystem } from '#web/platform/format/format.ts'

export interface PortFieldNames {
  capacity: string
  offset: string
  sides: Readonly<Record<DimensionName, string>>
  /** Optional details other than the sides; the tilt has no unit. */
  details: Readonly<Record<'wall' | 'dish' | 'knuckle' | 'gauge', string>>
  /** Millimetres and litres in one of the user's own units. */
  lengthInMm: number
  volumeInLitres: number
  lengthUnit: 'mm' | 'in'
  volumeUnit: 'L' | 'gal'
}

/** The fields of a tank's size in each unit system; a form shows and sends only one system. */
export const portFields: Readonly<Record<UnitSystem, PortFieldNames>> = {
  metric: {
    capacity: 'def_liters',
    offset: 'sensor_offset',
    sides: { D: 'metric_diameter', H: 'metric_height', W: 'metric_width', L: 'metric_length' },
    details: {
      wall: 'metric_wall',
      dish: 'metric_dish_radius',
      knuckle: 'metric_knuckle_radius',
      gauge: 'metric_gauge_position',
    },
    lengthInMm: 1,
    volumeInLitres: 1,
    lengthUnit: 'mm',
    volumeUnit: 'L',
  },
  imperial: {
    capacity: 'def_us_gallons',
    offset: 'imperial_sensor_offset',
    sides: { D: 'imperial_diameter', H: 'imperial_height', W: 'imperial_width', L: 'imperial_length' },
    details: {
      wall: 'imperial_wall',
      dish: 'imperial_dish_radius',
      knuckle: 'imperial_knuckle_radius',
      gauge: 'imperial_gauge_position',
    },
    lengthInMm: 25.4,
    volumeInLitres: 3.785411784,
    lengthUnit: 'in',
    volumeUnit: 'gal',
  },
}

/** The fields of a port that a form in this unit system sends. */
export function portFieldNames(units: UnitSystem): string[] {
  const { capacity, offset, sides, details } = portFields[units]
  return [
    'port_number',
    'product_id',
    'tank_type_id',
    'sensor_type_id',
    'template',
    'reorder_yellow',
    'reorder_red',
    'max_fill',
    'unusable_bottom',
    'degree_day_base',
    'placement',
    'size_class',
    'active',
    capacity,
    'capacity_confirmed',
    ...Object.values(sides),
    ...Object.values(details),
    'tilt',
    offset,
    'strapping',
  ]
}
