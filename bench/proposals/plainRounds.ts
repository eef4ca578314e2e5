import { bestPlace, putInto } from '#core/domains/dispatch/routing/insertion.ts'
import { Plan } from '#core/domains/dispatch/routing/plan.ts'
import type { Route, RoutingProblem } from '#core/domains/dispatch/routing/problem.ts'
import { RoutingModel } from '#core/domains/dispatch/routing/routingModel.ts'

/**
 * What somebody does who fills one truck after the other: what must come first, each time what is the least out of the way, and
 * of the rest what is worth its way. Nothing is moved again.
 * @param tiers stops that are as pressing as one another, the most pressing first
 */
export function plainRounds(problem: RoutingProblem, tiers: readonly (readonly number[])[]): Route[] {
  const model = new RoutingModel(problem)
  const plan = Plan.empty(model)
  for (const { vehicle } of plan.routes) {
    for (const [at, tier] of tiers.entries()) {
      // Only what may wait stays out because it is out of the way.
      const limitOf = (stop: number) => (at < tiers.length - 1 ? model.most : model.prize[stop]!)
      for (;;) {
        const found = tier
          .filter((stop) => plan.left.has(stop))
          .map((stop) => ({ stop, place: bestPlace(model, plan.routes[vehicle]!, stop) }))
          .filter(({ stop, place }) => place.delta < limitOf(stop))
          .toSorted((one, other) => one.place.delta - other.place.delta)[0]
        if (!found) break
        putInto(plan, vehicle, found.stop, found.place)
      }
    }
  }
  return plan.routes.map(({ vehicle, nodes }) => ({ vehicle, visits: nodes.slice(1, -1) }))
}
