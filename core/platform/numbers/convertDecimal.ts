import type { Decimal } from 'decimal.js'
import { Exact, fixedText } from '#core/platform/numbers/exact.ts'

/** Exact factors by definition: mm per inch (1959), m per foot, litres per US gallon (231 cubic inches), kg per pound. */
export type UnitFactor = '25.4' | '0.3048' | '3.785411784' | '0.45359237'

const PLAIN_DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/

/**
 * Converts an entered quantity without binary floating point: `multiply` goes from the imperial to the metric unit, `divide`
 * back. Returns `scale` decimals, rounded half up (away from zero). Throws RangeError unless `value` is a plain decimal: no
 * exponent, no hexadecimal, no Infinity.
 */
export function convertDecimal(
  value: string,
  factor: UnitFactor,
  direction: 'multiply' | 'divide',
  scale: number,
): string {
  if (!PLAIN_DECIMAL.test(value)) throw new RangeError(`not a decimal: ${value.slice(0, 40)}`)
  const exact = new Exact(value)
  const converted = direction === 'multiply' ? exact.times(factor) : exact.dividedBy(factor)
  return fixedText(converted, scale)
}

/**
 * Whether a metric and an imperial text mean the same quantity. Each may be off by half a unit of its last shown decimal, so
 * that a form with both, saved unchanged, is consistent, while really different values are not. Text that is not a plain decimal
 * equals nothing.
 */
export function sameQuantity(metric: string, imperial: string, factor: UnitFactor): boolean {
  if (!PLAIN_DECIMAL.test(metric) || !PLAIN_DECIMAL.test(imperial)) return false
  const difference = new Exact(metric).minus(new Exact(imperial).times(factor)).abs()
  const allowed = halfLastPlace(metric).plus(halfLastPlace(imperial).times(factor))
  return difference.lessThanOrEqualTo(allowed)
}

function halfLastPlace(value: string): Decimal {
  const decimals = value.split('.')[1]?.length ?? 0
  return new Exact(10).pow(-decimals).times('0.5')
}
