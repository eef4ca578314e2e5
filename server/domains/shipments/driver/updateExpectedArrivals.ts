import { sql } from 'kysely'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { legOf, type TravelMatrix, type Window } from '#core/domains/dispatch/routing/problem.ts'
import type { Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { PATIENCE, type TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { eachDue, inTransaction } from '#server/platform/database/transactions.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { type RouteStop, readRouteRounds } from '../route/readRouteRounds.ts'
import { daysOf, isPlaced, SERVICE_MINUTES, windowsOfStop } from '../route/timeRoutes.ts'

interface Known extends Place {
  /** ms */
  at: number
}

/**
 * Recomputes the expected arrivals of a round in route from the truck's last known position, or the place of its last
 * event. Stops without a position, and rounds without a known place, keep their planned times.
 * @param context outside a transaction where possible, because the provider of travel times may be slow
 */
export async function updateExpectedArrivals(
  context: Context,
  travel: TravelTimes,
  shipment_id: number,
): Promise<void> {
  const { rounds, stops } = await readRouteRounds(context, [shipment_id])
  const head = rounds.find((round) => round.shipment_id === shipment_id)
  if (!head?.left_at) return
  const own = stops.filter((stop) => stop.shipment_id === shipment_id)
  const ahead = own.filter(isPlaced).filter(({ status }) => status === 'planned')
  const places = ahead.map(({ latitude, longitude }) => ({ latitude, longitude }))
  const known = await readLastKnown(context, shipment_id, head)
  if (ahead.length === 0 || !known) return
  const now = context.now.getTime()
  const { matrix } = await travel([...places, known], PATIENCE)
  // A round that left early or is late arrives in the windows of today, not of its planned day.
  const days = daysOf({ ...head, day: dayInZone(now, head.time_zone, 'UTC') })
  const arrivals = expectArrivals({
    travel: matrix,
    stops: ahead.map((stop) => ({
      service: serviceOf(stop),
      windows: windowsOfStop(stop, days, head.time_zone).map(
        ({ from, to }) => [(from.getTime() - now) / 1000, (to.getTime() - now) / 1000] as const,
      ),
    })),
    from: (known.at - now) / 1000,
  })
  await inTransaction(context, async ({ db }) => {
    const { rows } = await sql`select from shipment_planners where shipment_id = ${shipment_id}
      and status_id = ${SHIPMENT_STATUS.in_route} for share`.execute(db)
    if (rows.length === 0) return
    await sql`update shipment_stops t set expected_arrival = a.at
      from unnest(${ahead.map(({ stop_id }) => stop_id)}::bigint[],
        ${arrivals.map((seconds) => new Date(now + Math.round(seconds) * 1000).toISOString())}::timestamptz[]) as a (stop_id, at)
      where t.stop_id = a.stop_id and t.shipment_id = ${shipment_id} and t.status = 'planned'`.execute(db)
  })
}

/** Age from which an expected arrival that has passed is recomputed, minutes. */
const MINUTES_OVERDUE = 5

/** Recomputes the arrivals of rounds in route that lack one, or expect one in the past: a late truck shifts all stops that follow. */
export const renewExpectedArrivals =
  (travel: TravelTimes) =>
  (context: TaskContext): Promise<void> => {
    const before = new Date(context.now.getTime() - MINUTES_OVERDUE * 60_000)
    return eachDue(context, {
      due: async ({ db }, after) => {
        const { rows } = await sql<{ shipment_id: number }>`
          select distinct s.shipment_id from shipment_planners s join shipment_stops t using (shipment_id)
          where s.status_id = ${SHIPMENT_STATUS.in_route} and t.status = 'planned' and t.latitude is not null
            and coalesce(t.expected_arrival, '-infinity') < ${before}
            and s.shipment_id > ${after} order by s.shipment_id limit 100`.execute(db)
        return rows.map(({ shipment_id }) => shipment_id)
      },
      work: (own, id) => updateExpectedArrivals(own, travel, id),
    })
  }

const serviceOf = ({ service_minutes }: Pick<RouteStop, 'service_minutes'>) =>
  (service_minutes ?? SERVICE_MINUTES) * 60

/** The remaining stops of a truck in driving order; times in s from now. */
interface WayAhead {
  /** Matrix of the stops, with the truck's last place as its last row. */
  travel: TravelMatrix
  stops: readonly { service: number; windows: readonly Window[] }[]
  /** When it was at that place, or can leave it; negative for the past. */
  from: number
}

/** When a truck arrives at each remaining stop. Nothing is expected in the past: a late truck shifts all stops that follow. */
function expectArrivals({ travel, stops, from }: WayAhead): number[] {
  let time = from
  let place = stops.length
  return stops.map(({ service, windows }, stop) => {
    const arrival = Math.max(0, time + legOf(travel, place, stop).seconds)
    const open = windows.find(([, until]) => until > arrival)
    const begin = Math.max(arrival, open?.[0] ?? arrival)
    time = begin + service
    place = stop
    return begin
  })
}

/** The last known place and time of a truck; at a stop being served, the time when that ends. */
async function readLastKnown(
  { db, now }: Context,
  shipment_id: number,
  {
    latitude,
    longitude,
    left_at,
  }: { latitude: number | null; longitude: number | null; left_at: Date | null },
): Promise<Known | null> {
  const { rows } = await sql<{ latitude: number; longitude: number; at: string; until: string | null }>`
    select latitude::float8 as latitude, longitude::float8 as longitude, at, null::timestamptz as until
    from truck_positions where shipment_id = ${shipment_id}
    union all
    select latitude::float8, longitude::float8, coalesce(done_at, arrived_at),
      case when done_at is null then arrived_at + make_interval(mins => coalesce(service_minutes, ${SERVICE_MINUTES})) end
    from shipment_stops where shipment_id = ${shipment_id} and latitude is not null and longitude is not null
      and coalesce(done_at, arrived_at) is not null`.execute(db)
  const served = rows.find((row): row is typeof row & { until: string } => row.until !== null)
  const isAfter = (one: { at: string }, other: { at: string }) => Date.parse(one.at) > Date.parse(other.at)
  const last = rows.reduce<(typeof rows)[number] | null>(
    (best, row) => (best === null || isAfter(row, best) ? row : best),
    null,
  )
  // A truck at a stop leaves when the stop is served, regardless of the position that the phone reports.
  if (served) return { ...served, at: Math.max(Date.parse(served.until), now.getTime()) }
  if (last) return { ...last, at: Math.min(Date.parse(last.at), now.getTime()) }
  if (latitude === null || longitude === null || !left_at) return null
  return { latitude, longitude, at: left_at.getTime() }
}
