import { sql } from 'kysely'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { minuteAfter } from './describeRoute.ts'
import { timeRoutes } from './timeRoutes.ts'

/**
 * Stores the planned arrival at each stop in the current order; null for stops without a position. Does nothing if
 * the round is gone.
 * @param from index of the first stop whose time is unknown; earlier stops keep theirs, and the times continue from
 * there
 */
export async function storeArrivals(
  context: Context,
  travel: TravelTimes,
  shipment_id: number,
  from = 0,
): Promise<void> {
  const route = (await timeRoutes(context, travel, [shipment_id])).get(shipment_id)
  if (!route) return
  const { placed, nowhere, timed, start } = route
  const { rows } = await sql<{ stop_id: number; planned_arrival: string | null }>`
    select stop_id, planned_arrival from shipment_stops where shipment_id = ${shipment_id}
    order by sequence limit ${from}`.execute(context.db)
  const stored = new Map(rows.map(({ stop_id, planned_arrival }) => [stop_id, planned_arrival]))
  const visits = timed.visits.map(({ stop, arrival }) => ({
    ...itemAt(placed, stop),
    at: minuteAfter(start, arrival).getTime(),
  }))
  const last = visits.findLast(({ stop_id }) => typeof stored.get(stop_id) === 'string')
  const planned = last && stored.get(last.stop_id)
  const ahead = last && planned ? Date.parse(planned) - last.at : 0
  const arrivals = [
    ...visits.map(({ at, ...stop }) => ({ ...stop, planned_arrival: new Date(at + ahead) })),
    ...nowhere.map((stop) => ({ ...stop, planned_arrival: null })),
  ]
  for (const { stop_id, status, planned_arrival } of arrivals) {
    if (status !== 'planned' || stored.has(stop_id)) continue
    await context.db
      .updateTable('shipment_stops')
      .set({ planned_arrival, updated_at: context.now })
      .where('stop_id', '=', stop_id)
      .execute()
  }
}
