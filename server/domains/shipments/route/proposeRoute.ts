import type { orderStops } from '#core/domains/dispatch/routing/orderStops.ts'
import { departureOf } from '#core/domains/dispatch/routing/orderStops.ts'
import { timeRound } from '#core/domains/dispatch/routing/timeRound.ts'
import type { proposeRoute as call } from '#core/domains/shipments/calls.ts'
import type { Driven } from '#core/domains/shipments/drivenRound.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { doHeavyWork } from '#server/platform/jobs/heavyWork.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { describeRoute } from './describeRoute.ts'
import { timeRoutes } from './timeRoutes.ts'

type ProposedRoute = ResponseOf<typeof call>['route']

/** Time limit of the search, s. */
const MAX_SECONDS = 20

/**
 * The best order for the stops of a round, next to the current order: times, distance, errors and warnings. Stops
 * already reached keep their position; stops without coordinates come last. Stores nothing.
 * @throws Refusal 404 for a round that the planner does not see
 */
export async function proposeRoute(
  context: Context,
  travel: TravelTimes,
  shipment_id: number,
  starts_at: string | null,
): Promise<ProposedRoute> {
  await requireVisible(context, shipment_planners, shipment_id)
  const routes = await timeRoutes(context, travel, [shipment_id], starts_at ? new Date(starts_at) : null)
  const route = getOrThrow(routes, shipment_id)
  const { task, round, source, home } = route
  const order = await doHeavyWork<ReturnType<typeof orderStops>>('routes', task, MAX_SECONDS)
  const before = describeRoute(context.actor, route, route.timed)
  const found = describeRoute(context.actor, route, timeRound(round, order, departureOf(task, order)))
  // The search ignores breaks, so a better order may be worse once they are added.
  const after = isWorse(found, before) ? before : found
  return { source, has_home: home !== null, before, after }
}

function isWorse(one: Driven, other: Driven): boolean {
  const more = one.issues.length - other.issues.length
  return more === 0 ? one.late_seconds > other.late_seconds : more > 0
}
