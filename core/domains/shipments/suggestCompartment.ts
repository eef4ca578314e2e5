import { type Compartment, carriedIn, compartmentsOf, gradeOf, type Vehicle } from './checkLoad.ts'

interface Placed {
  product_id?: unknown
  compartment?: unknown
  quantity_ordered?: unknown
}

/**
 * Where a quantity (L) of a product, or of a grade, fits best: into a compartment that holds it (also what is carried over) and has room, else into the
 * smallest empty one that takes it. Nothing when it fits nowhere whole.
 */
export function suggestCompartment(
  vehicles: readonly Vehicle[],
  loads: readonly Placed[],
  product_id: unknown,
  quantity: number,
): number | null {
  const states = compartmentsOf(vehicles).map((one) => ({ ...one, ...fillOf(one, loads) }))
  const carried = carriedIn(vehicles)
  const gradeBefore = (number: number) => {
    const before = carried.get(number)
    return before ? gradeOf(before).toLowerCase() : null
  }
  const fitting = states.filter(
    ({ number, capacity, filled }) =>
      capacity - filled >= quantity && [null, product_id].includes(gradeBefore(number)),
  )
  const shared = fitting.find(
    ({ number, products }) =>
      (products.length > 0 || gradeBefore(number) !== null) && products.every((id) => id === product_id),
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
