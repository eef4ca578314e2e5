import { Decimal } from 'decimal.js'

/** The exact factors by definition: mm in an inch (1959), m in a foot, litres in a US gallon (231 cubic inches), kg in a pound. */
export type UnitFactor = '25.4' | '0.3048' | '3.785411784' | '0.45359237'

/** Enough digits that a quotient by an exact factor can never be rounded twice to a wrong last place. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

const PLAIN_DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/

/**
 * Converts a quantity that a person entered, without a binary float in between: `multiply` goes from the
 * imperial to the metric unit, `divide` back. Answers `scale` decimals, rounded half up (away from zero).
 * Throws RangeError when `value` is not a plain decimal: no exponent, no hexadecimal, no Infinity.
 */
export function convertDecimal(
  value: string,
  factor: UnitFactor,
  direction: 'multiply' | 'divide',
  scale: number,
): string {
  if (!PLAIN_DECIMAL.test(value)) throw new RangeError(`not a decimal: ${value.slice(0, 40)}`)
  const given = new Exact(value)
  const converted = direction === 'multiply' ? given.times(factor) : given.dividedBy(factor)
  const rounded = converted.toDecimalPlaces(scale)
  return (rounded.isZero() ? rounded.abs() : rounded).toFixed(scale)
}

/**
 * Whether the metric and the imperial text name one quantity. Each may be off by half a unit of its own
 * last shown decimal, so a form that shows both and is saved unchanged never contradicts itself, and two
 * really different values do. Text that is no plain decimal is never the same as anything.
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
