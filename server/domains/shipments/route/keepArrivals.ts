import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { timeRoutes } from './timeRoutes.ts'

/**
 * Stores when a round comes to each of its stops, in the order that they have; nothing for those whose position is unknown. A
 * round that is gone is left alone.
 */
export async function keepArrivals(
  context: Context,
  travel: TravelTimes,
  shipment_id: number,
): Promise<void> {
  const route = (await timeRoutes(context, travel, [shipment_id])).get(shipment_id)
  if (!route) return
  const { placed, nowhere, timed, start } = route
  const arrivals = [
    ...timed.visits.map(({ stop, arrival }) => ({
      ...placed[stop]!,
      planned_arrival: new Date(start.getTime() + Math.round(arrival) * 1000),
    })),
    ...nowhere.map((stop) => ({ ...stop, planned_arrival: null })),
  ]
  for (const { stop_id, status, planned_arrival } of arrivals) {
    if (status !== 'planned') continue
    await context.db
      .updateTable('shipment_stops')
      .set({ planned_arrival, updated_at: context.now })
      .where('stop_id', '=', stop_id)
      .execute()
  }
}
