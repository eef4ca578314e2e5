import { Decimal } from 'decimal.js'

/** Decimals with enough digits that products are exact, and a quotient is rounded once: half up, where a figure is stored. */
export const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

/** The exact sum of amounts. */
export function sumOf(amounts: readonly Decimal.Value[]): Decimal {
  return amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), new Exact(0))
}

/** A figure rounded to `places` decimals; zero has no sign. */
export function fixedText(value: Decimal, places: number): string {
  const rounded = value.toDecimalPlaces(places)
  return (rounded.isZero() ? rounded.abs() : rounded).toFixed(places)
}
