import { groupBy } from '#core/platform/lists/groupBy.ts'
import type { TruckCompartment } from './onTruckResponse.ts'

type Contents = Pick<
  TruckCompartment,
  'on_board_liters' | 'carried_liters' | 'planned_liters' | 'delivered_liters'
>

/** L in a compartment after a round; a round that did not use it leaves what it carried. Null if a lift was not recorded. */
export function onBoardAfter(compartment: Contents): number | null {
  const { on_board_liters, carried_liters, planned_liters, delivered_liters } = compartment
  const isUnused = planned_liters === 0 && delivered_liters === 0
  return on_board_liters ?? (isUnused ? carried_liters : null)
}

/**
 * Content on board, by product; null if a compartment in use has an unknown volume.
 * @param min_liters compartments with less count as empty, L
 */
export function leftByProduct(
  compartments: readonly TruckCompartment[],
  min_liters = 0,
): { product_title: string; liters: number }[] | null {
  const used = compartments.flatMap((compartment) =>
    compartment.product_id === null
      ? []
      : [{ product_title: compartment.product_title ?? '', liters: onBoardAfter(compartment) }],
  )
  const known = used.flatMap(({ product_title, liters }) =>
    liters === null ? [] : [{ product_title, liters }],
  )
  if (known.length < used.length) return null
  const left = known.filter(({ liters }) => liters > 0 && liters >= min_liters)
  return [...groupBy(left, ({ product_title }) => product_title)].map(([product_title, some]) => ({
    product_title,
    liters: some.reduce((sum, { liters }) => sum + liters, 0),
  }))
}
