import type { readRoute as call } from '#core/domains/dispatch/calls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { describeRoute } from '#server/domains/shipments/route/describeRoute.ts'
import { timeRoutes } from '#server/domains/shipments/route/timeRoutes.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { requireVisible } from '#server/resources/rows.ts'

/** A round as it is driven in the order that it has. @throws Refusal 404 for one that the planner does not see */
export async function readRoute(
  context: Context,
  travel: TravelTimes,
  shipment_id: number,
): Promise<AnswerOf<typeof call>['route']> {
  await requireVisible(context, shipment_planners, shipment_id)
  const route = (await timeRoutes(context, travel, [shipment_id])).get(shipment_id)!
  return {
    source: route.source,
    has_home: route.home !== null,
    now: describeRoute(context.actor, route, route.timed),
  }
}
