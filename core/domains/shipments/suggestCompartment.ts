import { type Compartment, compartmentsOf, type Vehicle } from './checkLoad.ts'

interface Placed {
  product_id?: unknown
  compartment?: unknown
  quantity_ordered?: unknown
}

/**
 * Where a quantity (L) of a product, or of a grade, fits best: into a compartment that holds it and has room, else into the
 * smallest empty one that takes it. Nothing when it fits nowhere whole.
 */
export function suggestCompartment(
  vehicles: readonly Vehicle[],
  loads: readonly Placed[],
  product_id: unknown,
  quantity: number,
): number | null {
  const states = compartmentsOf(vehicles).map((one) => ({ ...one, ...fillOf(one, loads) }))
  const fitting = states.filter(({ capacity, filled }) => capacity - filled >= quantity)
  const shared = fitting.find(
    ({ products }) => products.length > 0 && products.every((id) => id === product_id),
  )
  const empty = fitting
    .filter(({ products }) => products.length === 0)
    .toSorted((one, other) => one.capacity - other.capacity || one.number - other.number)[0]
  return (shared ?? empty)?.number ?? null
}

function fillOf({ number }: Compartment, loads: readonly Placed[]) {
  const inside = loads.filter(({ compartment }) => compartment === number)
  return {
    filled: inside.reduce((sum, { quantity_ordered }) => sum + (Number(quantity_ordered) || 0), 0),
    products: inside.map(({ product_id }) => product_id),
  }
}
