import { sql } from 'kysely'
import {
  type OrderedStops,
  type OrderTask,
  type orderStops,
  TIMED_RULES,
} from '#core/domains/dispatch/routing/orderStops.ts'
import type { Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import type { proposeRoute as call } from '#core/domains/shipments/calls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { ShipmentStop } from '#core/domains/shipments/shipmentStops.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { doHeavyWork } from '#server/platform/heavyWork.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { readStops } from './readStops.ts'

type ProposedRoute = AnswerOf<typeof call>['route']

/** min that a delivery takes, where nobody said. */
export const SERVICE_MINUTES = 30
/** s after which nobody waits any longer. */
const MOST_SECONDS = 20

/**
 * The best order for the stops of a round, with the order that it has beside it: when it is where, how far it drives, and what
 * is wrong. Stops that were reached already stay where they are; those without a position come last. Nothing is stored.
 * @throws Refusal 404 for a round that the planner does not see.
 */
export async function proposeRoute(
  context: Context,
  travel: TravelTimes,
  shipment_id: number,
  starts_at: string | null,
): Promise<ProposedRoute> {
  await requireVisible(context, shipment_planners, shipment_id)
  const stops = await readStops(context, shipment_id)
  const day = await readDay(context, shipment_id)
  const start = starts_at ? new Date(starts_at) : day.starts_at
  const isPlaced = ({ latitude, longitude }: ShipmentStop) => latitude !== null && longitude !== null
  const placed = stops.filter(isPlaced)
  const nowhere = stops.filter((stop) => !isPlaced(stop))
  const { matrix, source } = await travel([...placed.map(placeOf), ...(day.home ? [day.home] : [])])
  const firstOpen = placed.findIndex(({ status }) => status === 'planned')
  const task: OrderTask = {
    travel: matrix,
    stops: placed.map(({ service_minutes }) => ({
      service: (service_minutes ?? SERVICE_MINUTES) * 60,
      windows: [],
    })),
    begun: firstOpen < 0 ? placed.length : firstOpen,
    hasHome: day.home !== null,
    until: day.ends_at === null ? null : (day.ends_at.getTime() - start.getTime()) / 1000,
  }
  const found = await doHeavyWork<ReturnType<typeof orderStops>>('routes', task, MOST_SECONDS)
  const told = (ordered: OrderedStops) => toldOf(ordered, { placed, nowhere, start })
  return { source, has_home: day.home !== null, before: told(found.before), after: told(found.after) }
}

const placeOf = ({ latitude, longitude }: ShipmentStop): Place => ({
  latitude: latitude!,
  longitude: longitude!,
})

/** The hours of a day, where a truck's shift does not say: when it leaves. */
export const LEAVES_AT = '08:00'

/** Where the truck of a round stands, and its shift on the day of delivery, by the reader's clock. */
async function readDay({ db, actor }: Context, shipment_id: number) {
  const { rows } = await sql<{
    starts_at: string
    ends_at: string | null
    latitude: number | null
    longitude: number | null
  }>`
    select (day + coalesce(t.shift_start, ${LEAVES_AT})::time) at time zone ${actor.timeZone} as starts_at,
      (day + t.shift_end::time + case when t.shift_end <= t.shift_start then interval '1 day' else interval '0' end)
        at time zone ${actor.timeZone} as ends_at,
      t.home_latitude::float8 as latitude, t.home_longitude::float8 as longitude
    from shipment_planners s cross join lateral (select coalesce(s.deliver_date, s.load_date) as day) d
      left join tanker_trucks t on t.truck_id = s.truck_id
    where s.shipment_id = ${shipment_id}`.execute(db)
  const { starts_at, ends_at, latitude, longitude } = rows[0]!
  const home = latitude === null || longitude === null ? null : { latitude, longitude }
  return { starts_at: new Date(starts_at), ends_at: ends_at === null ? null : new Date(ends_at), home }
}

interface Known {
  placed: readonly ShipmentStop[]
  nowhere: readonly ShipmentStop[]
  start: Date
}

function toldOf({ order, schedule, issues }: OrderedStops, { placed, nowhere, start }: Known) {
  const at = (seconds: number) => new Date(start.getTime() + Math.round(seconds) * 1000).toISOString()
  return {
    stops: [
      ...order.map((stop, index) => ({
        stop_id: placed[stop]!.stop_id,
        planned_arrival: at(schedule.visits[index]!.arrival),
      })),
      ...nowhere.map(({ stop_id }) => ({ stop_id, planned_arrival: null })),
    ],
    departs_at: at(schedule.departure),
    ends_at: at(schedule.end),
    meters: Math.round(schedule.metres),
    driving_seconds: Math.round(schedule.driving),
    issues: issues.flatMap(({ rule, stop, params: { limit, found } }) => {
      const known = TIMED_RULES.find((one) => one === rule)
      const stop_id = stop === null ? null : placed[stop]!.stop_id
      return known ? [{ rule: known, stop_id, limit_at: at(limit), found_at: at(found ?? limit) }] : []
    }),
  }
}
