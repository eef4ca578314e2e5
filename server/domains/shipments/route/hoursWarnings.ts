import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { describeRoute } from './describeRoute.ts'
import { timeRoutes } from './timeRoutes.ts'

/** Warnings from the hours-of-service rules about a round's driver, as on the board. */
export async function hoursWarnings(
  context: Context,
  travel: TravelTimes,
  shipment_id: number,
): Promise<{ field: 'delivered_by'; rule: string; message: string }[]> {
  const route = (await timeRoutes(context, travel, [shipment_id])).get(shipment_id)
  if (!route) return []
  return describeRoute(context.actor, route, route.timed)
    .issues.filter(({ rule }) => rule.startsWith('hours_'))
    .map(({ rule, message, advice }) => ({
      field: 'delivered_by',
      rule,
      message: [message, advice].filter(Boolean).join(' · '),
    }))
}
