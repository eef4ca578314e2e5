import type { Decimal } from 'decimal.js'
import { Exact, fixedText } from '#core/platform/numbers/exact.ts'
import { localeOf } from '../texts/locales.ts'
import type { Measure } from './measures.ts'

/** A unit as quantities need it. `factor`: exact litres, kilograms, hours or pieces per unit. */
export interface QuantityUnit {
  measure: Measure
  factor: string | null
}

interface VolumeUnit extends QuantityUnit {
  measure: 'volume'
  factor: string
}

const PLAIN_DECIMAL = /^[+-]?\d+(\.\d+)?$/

/** The exact litres of a quantity; null if it is not a volume. Throws RangeError unless `quantity` is a plain decimal. */
export function toLitres(quantity: string, unit: VolumeUnit): string
export function toLitres(quantity: string, unit: QuantityUnit): string | null
export function toLitres(quantity: string, unit: QuantityUnit): string | null {
  if (unit.measure !== 'volume' || unit.factor === null) return null
  return decimal(quantity).times(unit.factor).toFixed()
}

/**
 * Litres in a unit of volume, rounded half up (away from zero) to `scale` decimals. A quantity with at most that many decimals
 * survives the round trip. Throws RangeError for any other unit.
 */
export function fromLitres(litres: string, unit: QuantityUnit, scale = 3): string {
  if (unit.measure !== 'volume' || unit.factor === null) throw new RangeError('not a unit of volume')
  return fixedText(decimal(litres).dividedBy(unit.factor), scale)
}

/** Converts a quantity to another unit of the same measure, rounded once; null if the measures differ. */
export function convertQuantity(
  quantity: string,
  from: QuantityUnit,
  to: QuantityUnit,
  scale = 3,
): string | null {
  if (from.measure !== to.measure || from.factor === null || to.factor === null) return null
  return fixedText(decimal(quantity).times(from.factor).dividedBy(to.factor), scale)
}

/** Rounds a quantity half up (away from zero) to exactly `scale` decimals; never "-0". */
export function roundQuantity(quantity: string, scale: number): string {
  return fixedText(decimal(quantity), scale)
}

/** Expensive to create: a board shows hundreds of quantities. */
const FORMATS = new Map<string, Intl.NumberFormat>()

function numberFormat(language: string, decimals: number): Intl.NumberFormat {
  const key = `${language} ${decimals}`
  const known = FORMATS.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(localeOf(language), {
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  })
  FORMATS.set(key, format)
  return format
}

/**
 * A quantity as text with its unit: "1,250.5 gal", with its own decimals up to `decimals`.
 * @param unit symbol of the unit in which it is stored
 */
export function quantityText(quantity: string, unit: string, language: string, decimals = 3): string {
  const figure = numberFormat(language, decimals).format(
    fixedText(decimal(quantity), decimals) as Intl.StringNumericLiteral,
  )
  return `${figure}\u00a0${unit}`
}

function decimal(value: string): Decimal {
  if (!PLAIN_DECIMAL.test(value)) throw new RangeError(`not a decimal: ${value.slice(0, 40)}`)
  return new Exact(value)
}
