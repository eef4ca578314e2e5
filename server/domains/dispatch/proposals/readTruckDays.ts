import { sql } from 'kysely'
import { addDays, isDeliveryDay } from '#core/domains/dispatch/deliveryDays.ts'
import type { TruckDay } from '#core/domains/dispatch/proposing/proposal.ts'
import type { Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { momentAt } from '#core/platform/time/momentAt.ts'
import { loadsOf, withStops } from '#server/domains/shipments/checkShipment.ts'
import { readStops } from '#server/domains/shipments/readStops.ts'
import { readVehicles } from '#server/domains/shipments/readVehicles.ts'
import { LEAVES_AT } from '#server/domains/shipments/route/readRouteRounds.ts'
import { SERVICE_MINUTES } from '#server/domains/shipments/route/timeRoutes.ts'
import { zoneOfHome } from '#server/domains/shipments/route/zoneOfHome.ts'
import type { Context } from '#server/platform/context.ts'
import { selectableRows, visible } from '#server/resources/rights/visible.ts'
import { readLoads } from '../draftRounds.ts'
import { servedBy } from '../servedBy.ts'
import type { Horizon } from './readProposalNeeds.ts'
import type { IdleTruck } from './storedProposal.ts'

/** End of a shift unless the truck has one. */
const BACK_AT = '17:00'
/** Minimum rest of a shift for starting anything. */
const MIN_LEFT_SECONDS = 3600
const MAX_TRUCKS = 100

/** A truck on a day; its home and first halts are places here, and indexes of the travel matrix later. */
export interface PlacedTruckDay {
  truckDay: Omit<TruckDay, 'home' | 'halts'>
  home: Place | null
  /** Time zone of its shift. */
  time_zone: string
  halts: Place[]
  /** Its company and all below it, to which it may deliver. */
  companies: ReadonlySet<number>
  /** Whether it carries liquefied gas, by its last load; null if it never left. */
  isForGas: boolean | null
}

/** A delivery planned by a person. */
export const haltOf = (place: number) => ({ place, service: SERVICE_MINUTES * 60, windows: null })

interface Truck {
  truck_id: number
  driver_id: number | null
  shift_start: string | null
  shift_end: string | null
  latitude: number | null
  longitude: number | null
  business_zone: string
  companies: number[]
  is_for_gas: boolean | null
}

interface Round {
  shipment_id: number
  truck_id: number
  trailer_id: number | null
  driver_id: number | null
  day: string
  is_draft: boolean
}

/** A truck that drives on none of the days, with the reason. */
export interface PlacedIdleTruck extends IdleTruck, Pick<PlacedTruckDay, 'companies' | 'isForGas'> {}

const homeOf = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/**
 * The trucks that the actor may send, or the chosen ones, on each delivery day. A truck that is already out, or has several rounds, is left
 * to planners on that day; a single draft is extended. No driver drives two trucks on one day: of a driver's trucks only the one with a
 * round drives, or the first. A truck without a driver drives only if a planner has chosen it or started its round.
 */
export async function readTruckDays(
  context: Context,
  horizon: Horizon,
  truck_ids: readonly number[] | null,
): Promise<{ truckDays: PlacedTruckDay[]; idle: PlacedIdleTruck[] }> {
  const all = Array.from({ length: horizon.days }, (_, index) => addDays(horizon.first_day, index))
  const days = all.filter((day) => all.length === 1 || isDeliveryDay(day))
  const rounds = await readRounds(context, all)
  const drives = new Map(rounds.map(({ driver_id, day, truck_id }) => [`${driver_id} ${day}`, truck_id]))
  const found: PlacedTruckDay[] = []
  const idle: PlacedIdleTruck[] = []
  for (const truck of await readTrucks(context, truck_ids)) {
    const vehicles = await readVehicles(context, { truck_id: truck.truck_id, trailer_id: null })
    const empty = { vehicles, aboard: [], halts: [] }
    const time_zone = zoneOfHome(truck, truck.business_zone)
    const reach = { companies: new Set(truck.companies), isForGas: truck.is_for_gas }
    const reasons: IdleTruck['why'][] = []
    for (const day of days) {
      const shift = shiftOf(context, horizon, { ...truck, time_zone }, day)
      const [draft, ...others] = rounds.filter(
        (round) => round.truck_id === truck.truck_id && round.day === day,
      )
      const isOut = others.length > 0 || draft?.is_draft === false
      const driver_id = draft ? draft.driver_id : truck.driver_id
      const driven = `${driver_id} ${day}`
      const isElsewhere = driver_id !== null && (drives.get(driven) ?? truck.truck_id) !== truck.truck_id
      if (!shift || isOut || isElsewhere || (driver_id === null && !draft && truck_ids === null)) {
        reasons.push(shift && !isOut ? 'no_driver' : draft ? 'on_round' : 'shift_over')
        continue
      }
      if (driver_id !== null) drives.set(driven, truck.truck_id)
      const { halts, ...truckDay } = draft ? await readDraft(context, draft) : empty
      found.push({
        truckDay: { truck_id: truck.truck_id, day: all.indexOf(day), shift, ...truckDay },
        ...{ home: homeOf(truck), time_zone, halts, ...reach },
      })
    }
    const why = reasons.includes('no_driver') ? 'no_driver' : reasons[0]
    if (why && reasons.length === days.length) idle.push({ truck_id: truck.truck_id, why, ...reach })
  }
  return { truckDays: found, idle }
}

async function readDraft(context: Context, draft: Round) {
  const rows = await readLoads(context, draft.shipment_id)
  const stops = await readStops(context, draft.shipment_id)
  const vehicles = await readVehicles(context, draft)
  return {
    vehicles,
    aboard: await withStops(context, vehicles, rows, await loadsOf(context, rows, [])),
    halts: stops.flatMap(({ latitude, longitude }) =>
      latitude === null || longitude === null ? [] : [{ latitude, longitude }],
    ),
  }
}

/** Driving time of a truck on a day, s from the start of the days; null if it is over. */
function shiftOf(
  { now }: Context,
  { start }: Horizon,
  { shift_start, shift_end, time_zone }: Truck & { time_zone: string },
  day: string,
): [number, number] | null {
  const begin = shift_start ?? LEAVES_AT
  const end = shift_end ?? BACK_AT
  const seconds = (moment: Date) => (moment.getTime() - start.getTime()) / 1000
  const from = Math.max(seconds(momentAt(time_zone, day, begin)), seconds(now))
  const until = seconds(momentAt(time_zone, end > begin ? day : addDays(day, 1), end))
  return until - from < MIN_LEFT_SECONDS ? null : [from, until]
}

async function readTrucks({ db, actor }: Context, truck_ids: readonly number[] | null): Promise<Truck[]> {
  const { rows } = await sql<Truck>`
    select t.truck_id, t.driver_id, t.shift_start, t.shift_end, t.home_latitude::float8 as latitude,
      t.home_longitude::float8 as longitude, business_time_zone() as business_zone, ${servedBy('t')} as companies,
      (select bool_or(p.product_group = ${LIQUEFIED_GAS}) from shipment_planner_details d
          join tank_products p using (product_id)
        where d.shipment_id = (select s.shipment_id from shipment_planners s
          where t.truck_id = s.truck_id and s.status_id in (${SHIPMENT_STATUS.in_route}, ${SHIPMENT_STATUS.delivered},
            ${SHIPMENT_STATUS.finalized})
          order by s.load_date desc, s.shipment_id desc limit 1)) as is_for_gas
    from tanker_trucks t where t.vehicle_type = 'truck' and ${selectableRows(actor, tanker_trucks, 't')}
      and (${truck_ids}::int8[] is null or t.truck_id = any(${truck_ids}))
    order by t.truck_name, t.truck_id limit ${MAX_TRUCKS}`.execute(db)
  return rows
}

/** All rounds of the days, including a trailer's, also those that the actor may not see. */
async function readRounds({ db, actor }: Context, days: readonly string[]): Promise<Round[]> {
  const { rows } = await sql<Round>`
    select s.shipment_id, used.truck_id, s.trailer_id, s.delivered_by as driver_id, day::date::text as day,
      s.status_id = ${SHIPMENT_STATUS.draft} and s.load_date = coalesce(s.deliver_date, s.load_date)
        and used.truck_id = s.truck_id and ${visible(actor, shipment_planners, 's')} as is_draft
    from shipment_planners s cross join lateral (values (s.truck_id), (s.trailer_id)) as used (truck_id)
      cross join lateral generate_series(s.load_date, coalesce(s.deliver_date, s.load_date), interval '1 day') as day
    where used.truck_id is not null and s.status_id <> ${SHIPMENT_STATUS.cancelled}
      and day::date = any(${days}::date[])
    order by s.shipment_id`.execute(db)
  return rows
}
