import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { type CarriedLiquid, mayCarry } from '#core/domains/tanks/vehicleClasses.ts'

/**
 * The products that a vehicle may be loaded with: products that one of its compartments is built for. For a compartment of any
 * class, its past products decide: liquefied gases need pressure tanks, and nothing else goes into pressure tanks.
 * @param held what it carries or has carried; empty: all are possible
 * @param classes of its compartments
 */
export function liftable<T extends CarriedLiquid>(
  held: readonly CarriedLiquid[],
  classes: readonly string[],
  products: readonly T[],
): T[] {
  const kinds = new Set(held.map(isGas))
  return products.filter((product) =>
    classes.some((item) =>
      item === 'any' ? kinds.size !== 1 || kinds.has(isGas(product)) : mayCarry(item, product),
    ),
  )
}

const isGas = ({ product_group }: CarriedLiquid) => product_group === LIQUEFIED_GAS
