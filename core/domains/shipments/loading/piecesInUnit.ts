import { Decimal } from 'decimal.js'

/** Decimals in which quantities are stored. */
const PLACES = 3

/** Litres in a unit of that many litres, as people read them: what only adding up binary figures has lost is given back first. */
export function inUnit(
  litres: number,
  size: number,
  rounding: Decimal.Rounding = Decimal.ROUND_HALF_UP,
): string {
  return new Decimal(litres).dividedBy(size).toDecimalPlaces(6).toDecimalPlaces(PLACES, rounding).toString()
}

/**
 * The pieces of a load in a unit of that many litres. None is more than its litres but the last one, which makes the sum what is
 * divided.
 * @param whole what all pieces are together, in the unit
 */
export function piecesInUnit(litres: readonly number[], size: number, whole: string): string[] {
  const first = litres.slice(0, -1).map((one) => inUnit(one, size, Decimal.ROUND_DOWN))
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
