import { Decimal } from 'decimal.js'

/** Decimals of stored quantities. */
const PLACES = 3

/** Converts litres to a unit of `size` litres; first rounds off floating-point noise. */
export function inUnit(
  litres: number,
  size: number,
  rounding: Decimal.Rounding = Decimal.ROUND_HALF_UP,
): string {
  return new Decimal(litres).dividedBy(size).toDecimalPlaces(6).toDecimalPlaces(PLACES, rounding).toString()
}

/**
 * The pieces of a load in a unit of `size` litres. Each is rounded down, except for the last one, which completes the total.
 * @param whole total of the pieces, in the unit
 */
export function piecesInUnit(litres: readonly number[], size: number, whole: string): string[] {
  const first = litres.slice(0, -1).map((part) => inUnit(part, size, Decimal.ROUND_DOWN))
  return litres.length === 0
    ? []
    : [
        ...first,
        new Decimal(whole)
          .minus(Decimal.sum(0, ...first))
          .toDecimalPlaces(PLACES)
          .toString(),
      ]
}
