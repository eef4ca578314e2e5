import type { readRoute as call } from '#core/domains/dispatch/calls.ts'
import type { Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { describeRoute } from '#server/domains/shipments/route/describeRoute.ts'
import { type KnownRoute, timeRoutes } from '#server/domains/shipments/route/timeRoutes.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { requireVisible } from '#server/resources/rows.ts'

/**
 * A round driven in its current order, with its route along roads if requested.
 * @throws Refusal 404 for a round that the planner does not see
 */
export async function readRoute(
  context: Context,
  travel: TravelTimes,
  shipment_id: number,
  withWay: boolean,
): Promise<ResponseOf<typeof call>['route']> {
  await requireVisible(context, shipment_planners, shipment_id)
  const route = getOrThrow(await timeRoutes(context, travel, [shipment_id]), shipment_id)
  return {
    source: route.source,
    has_home: route.home !== null,
    now: describeRoute(context.actor, route, route.timed),
    way: withWay ? await travel.way(placesOf(route)) : null,
  }
}

/** Places on a round, from the home of its truck and back. */
function placesOf({ home, placed }: KnownRoute): Place[] {
  if (placed.length === 0) return []
  const ends = home ? [home] : []
  const stops = placed.map(({ latitude, longitude }) => ({ latitude, longitude }))
  return [...ends, ...stops, ...ends]
}
