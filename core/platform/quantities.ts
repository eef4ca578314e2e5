import { Decimal } from 'decimal.js'
import { localeOf } from './locales.ts'
import type { Measure } from './measures.ts'
import type { UnitSystem } from './units.ts'

/** A unit as quantities need it. `factor`: litres, kilograms, hours or pieces in one of it, exactly. */
export interface QuantityUnit {
  measure: Measure
  factor: string | null
}

/** Enough digits that a product is exact and a quotient is rounded only once. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
const PLAIN_DECIMAL = /^[+-]?\d+(\.\d+)?$/

/** A company's or a person's choice of units as the wire has it: 1 imperial, 2 metric. */
export function unitSystemOf(unit_of_measure: number | null | undefined): UnitSystem {
  return unit_of_measure === 2 ? 'metric' : 'imperial'
}

/** The unit in which a system tells volumes. */
export function volumeCode(system: UnitSystem): 'gal' | 'l' {
  return system === 'metric' ? 'l' : 'gal'
}

/** The unit in which a system tells weights. */
export function massCode(system: UnitSystem): 'kg' | 'lb' {
  return system === 'metric' ? 'kg' : 'lb'
}

/**
 * The litres of a quantity, exactly: nothing is rounded. Null for what is no volume.
 * Throws RangeError when `quantity` is not a plain decimal.
 */
export function toLitres(quantity: string, unit: QuantityUnit): string | null {
  if (unit.measure !== 'volume' || unit.factor === null) return null
  return decimal(quantity).times(unit.factor).toFixed()
}

/**
 * Litres in a unit of volume, rounded half up (away from zero) to `scale` decimals. A quantity of at most that many
 * decimals comes back from its own litres as it was. Throws RangeError for a unit of anything else.
 */
export function fromLitres(litres: string, unit: QuantityUnit, scale = 3): string {
  if (unit.measure !== 'volume' || unit.factor === null) throw new RangeError('not a unit of volume')
  return rounded(decimal(litres).dividedBy(unit.factor), scale)
}

/** A quantity of one unit in another of the same measure, rounded once; null when they do not measure the same. */
export function convertQuantity(
  quantity: string,
  from: QuantityUnit,
  to: QuantityUnit,
  scale = 3,
): string | null {
  if (from.measure !== to.measure || from.factor === null || to.factor === null) return null
  return rounded(decimal(quantity).times(from.factor).dividedBy(to.factor), scale)
}

/** A quantity rounded half up (away from zero) to `scale` decimals, with that many; never "-0". */
export function roundQuantity(quantity: string, scale: number): string {
  return rounded(decimal(quantity), scale)
}

/**
 * A quantity as people read it, its unit always named: "1,250.5 gal". As many decimals as it has, at most `decimals`.
 * @param unit the abbreviation of the unit in which it is stored
 */
export function quantityText(quantity: string, unit: string, language: string, decimals = 3): string {
  const figure = new Intl.NumberFormat(localeOf(language), {
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  }).format(
    // The type knows no decimals as texts yet; every engine does, digit by digit.
    rounded(decimal(quantity), decimals) as unknown as number,
  )
  return `${figure}\u00a0${unit}`
}

function decimal(value: string): Decimal {
  if (!PLAIN_DECIMAL.test(value)) throw new RangeError(`not a decimal: ${value.slice(0, 40)}`)
  return new Exact(value)
}

function rounded(value: Decimal, scale: number): string {
  const result = value.toDecimalPlaces(scale)
  return (result.isZero() ? result.abs() : result).toFixed(scale)
}
