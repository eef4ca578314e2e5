import { bestPlace, putInto } from '#core/domains/dispatch/routing/insertion.ts'
import { Plan } from '#core/domains/dispatch/routing/plan.ts'
import type { Route, RoutingProblem } from '#core/domains/dispatch/routing/problem.ts'
import { RoutingModel } from '#core/domains/dispatch/routing/routingModel.ts'

/**
 * The simple strategy: fills one truck after the other, mandatory stops first, each time the one with the smallest detour, and of the rest
 * those worth their detour. Nothing is moved again.
 * @param tiers stops of equal urgency, the most urgent first
 */
export function plainRounds(problem: RoutingProblem, tiers: readonly (readonly number[])[]): Route[] {
  const model = new RoutingModel(problem)
  const plan = Plan.empty(model)
  for (const { vehicle } of plan.routes) {
    for (const [index, tier] of tiers.entries()) {
      // Only stops that can wait are left out because of their detour.
      const limitOf = (stop: number) => (index < tiers.length - 1 ? model.most : model.prize[stop]!)
      for (;;) {
        const found = tier
          .filter((stop) => plan.left.has(stop))
          .map((stop) => ({ stop, place: bestPlace(model, plan.routes[vehicle.index]!, stop) }))
          .filter(({ stop, place }) => place.delta < limitOf(stop))
          .toSorted((one, other) => one.place.delta - other.place.delta)[0]
        if (!found) break
        putInto(plan, found.stop, found.place)
      }
    }
  }
  return plan.routes.map(({ vehicle, nodes }) => ({ vehicle: vehicle.index, visits: nodes.slice(1, -1) }))
}
