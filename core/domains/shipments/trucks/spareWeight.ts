import { itemAt } from '#core/platform/lists/itemAt.ts'
import {
  type Compartment,
  carriedBeyondLoads,
  compartmentsOf,
  type Load,
  type Vehicle,
  weightLimits,
  weightOf,
} from '../checkLoad.ts'

/** kg that each compartment alone can still take within the limits of its vehicle and axles. */
export function spareWeights(
  vehicles: readonly Vehicle[],
  loads: readonly Load[],
): (Compartment & { kilograms: number })[] {
  const aboard = [...carriedBeyondLoads(vehicles, loads), ...loads]
  const compartments = compartmentsOf(vehicles)
  const limits = vehicles.map((vehicle, index) => {
    const mine = compartments
      .filter((compartment) => compartment.vehicle === index)
      .map(({ number }) => number)
    return weightLimits(vehicle).map(({ limit, empty, shares }) => {
      const shareOf = (number: number) => shares?.[mine.indexOf(number)] ?? 1
      const used = aboard.reduce(
        (sum, { compartment, quantity, specific_gravity }) =>
          compartment !== null && mine.includes(compartment)
            ? sum + weightOf(quantity, specific_gravity) * shareOf(compartment)
            : sum,
        0,
      )
      return { spare: Math.max(limit - empty - used, 0), shareOf }
    })
  })
  return compartments.map((compartment) => ({
    ...compartment,
    kilograms: Math.min(
      ...itemAt(limits, compartment.vehicle).map(({ spare, shareOf }) => {
        const share = shareOf(compartment.number)
        return share > 0 ? spare / share : Number.POSITIVE_INFINITY
      }),
    ),
  }))
}
