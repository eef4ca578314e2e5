import { groupBy } from '#core/platform/lists/groupBy.ts'
import type { TruckCompartment } from './onTruckAnswer.ts'

/**
 * Content on board, by product; null if a compartment in use has an unknown volume.
 * @param min_liters compartments with less count as empty, L
 */
export function leftByProduct(
  compartments: readonly TruckCompartment[],
  min_liters = 0,
): { product_title: string; liters: number }[] | null {
  const used = compartments.flatMap(({ product_id, product_title, on_board_liters }) =>
    product_id === null ? [] : [{ product_title: product_title ?? '', on_board_liters }],
  )
  const known = used.flatMap(({ product_title, on_board_liters: liters }) =>
    liters === null ? [] : [{ product_title, liters }],
  )
  if (known.length < used.length) return null
  const left = known.filter(({ liters }) => liters > 0 && liters >= min_liters)
  return [...groupBy(left, ({ product_title }) => product_title)].map(([product_title, some]) => ({
    product_title,
    liters: some.reduce((sum, { liters }) => sum + liters, 0),
  }))
}
