import { fromLitres, quantityText } from '#core/platform/numbers/quantities.ts'
import { type UnitSystem, volumeCode } from '#core/platform/numbers/units.ts'
import { LITRES_PER_GALLON } from './trucks/vehicleFigures.ts'

/** The unit of volume of each unit system, as quantities need it. */
export const VOLUME_UNIT_OF_SYSTEM = {
  imperial: { code: 'gal', unit: 'gal', factor: LITRES_PER_GALLON, measure: 'volume' },
  metric: { code: 'l', unit: 'L', factor: '1', measure: 'volume' },
} as const

/** A volume as entered, with its exact litres. */
export interface Volume {
  quantity: string
  /** The code of its unit; null for a custom unit. */
  code: string | null
  litres: string
}

/**
 * A volume in a reader's unit: as entered if that was the unit, otherwise converted.
 * @returns a plain decimal
 */
export function volumeInReaderUnit({ quantity, code, litres }: Volume, units: UnitSystem): string {
  const own = VOLUME_UNIT_OF_SYSTEM[units]
  return code === volumeCode(units) ? quantity : fromLitres(litres, own, 1)
}

/** A volume as text with its unit: "250 gal". */
export function volumeText(volume: Volume, units: UnitSystem, language: string): string {
  return quantityText(volumeInReaderUnit(volume, units), VOLUME_UNIT_OF_SYSTEM[units].unit, language)
}

/** Computed litres (a sum, a room, a compartment) in a reader's unit. */
export function litresText(litres: number, units: UnitSystem, language: string, decimals = 1): string {
  const { factor, unit } = VOLUME_UNIT_OF_SYSTEM[units]
  return quantityText((litres / Number(factor)).toFixed(6), unit, language, decimals)
}
