import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'

interface Grouped {
  readonly product_group: string
}

/**
 * Which of some products a vehicle may be loaded with, as far as what it carried tells: gases that are kept liquid need tanks under
 * pressure, and nothing else goes into those.
 * @param held what it carries or has carried; nothing: all are possible
 */
export function mayCarry<T extends Grouped>(held: readonly Grouped[], products: readonly T[]): T[] {
  const kinds = new Set(held.map(isGas))
  return products.filter((product) => kinds.size !== 1 || kinds.has(isGas(product)))
}

const isGas = ({ product_group }: Grouped) => product_group === LIQUEFIED_GAS
