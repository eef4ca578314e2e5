import { carriedIn, checkLoad, compartmentsOf, type Load, OF_TANKS, type Vehicle } from '../checkLoad.ts'

/**
 * The best compartment for a load without breaking a rule: one that holds its grade (also carried over), else the smallest empty
 * one. Null if no compartment can take the whole load.
 */
export function suggestCompartment(
  vehicles: readonly Vehicle[],
  loads: readonly Load[],
  load: Load,
): number | null {
  const issuesOf = (all: readonly Load[]) =>
    checkLoad(vehicles, all)
      .filter(({ rule }) => !OF_TANKS.includes(rule))
      .map(({ rule, index }) => `${rule} ${index}`)
  const before = new Set(issuesOf(loads))
  const carried = carriedIn(vehicles)
  const isUsed = (number: number) =>
    carried.has(number) || loads.some(({ compartment }) => compartment === number)
  const [best] = compartmentsOf(vehicles)
    .filter(({ number }) =>
      issuesOf([...loads, { ...load, compartment: number }]).every((item) => before.has(item)),
    )
    .toSorted(
      (one, other) =>
        Number(isUsed(other.number)) - Number(isUsed(one.number)) ||
        (isUsed(one.number) ? 0 : one.capacity - other.capacity) ||
        one.number - other.number,
    )
  return best?.number ?? null
}
