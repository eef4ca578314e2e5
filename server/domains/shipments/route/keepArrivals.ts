import { sql } from 'kysely'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { timeRoutes } from './timeRoutes.ts'

/**
 * Stores when a round comes to each of its stops, in the order that they have; nothing for those whose position is unknown. A
 * round that is gone is left alone.
 * @param from The first stop, counted from 0, whose time is not known any more: those before keep theirs, and it goes on from there.
 */
export async function keepArrivals(
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
  const kept = new Map(rows.map(({ stop_id, planned_arrival }) => [stop_id, planned_arrival]))
  const visits = timed.visits.map(({ stop, arrival }) => ({
    ...placed[stop]!,
    at: start.getTime() + Math.round(arrival) * 1000,
  }))
  const last = visits.findLast(({ stop_id }) => typeof kept.get(stop_id) === 'string')
  const ahead = last ? Date.parse(kept.get(last.stop_id)!) - last.at : 0
  const arrivals = [
    ...visits.map(({ at, ...stop }) => ({ ...stop, planned_arrival: new Date(at + ahead) })),
    ...nowhere.map((stop) => ({ ...stop, planned_arrival: null })),
  ]
  for (const { stop_id, status, planned_arrival } of arrivals) {
    if (status !== 'planned' || kept.has(stop_id)) continue
    await context.db
      .updateTable('shipment_stops')
      .set({ planned_arrival, updated_at: context.now })
      .where('stop_id', '=', stop_id)
      .execute()
  }
}
