import { sql } from 'kysely'
import { compartmentsOf, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { litresToUsGallons } from '#core/platform/numbers/units.ts'
import { compareDeliveries } from '#server/domains/shipments/matching/compareDeliveries.ts'
import { closeBalances } from '#server/domains/shipments/onTruck/closeBalances.ts'
import { storeLift } from '#server/domains/shipments/onTruck/recordLift.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { pastDeliveries } from '../deviceHistory.ts'
import { TOWNS, TRUCKS } from '../facts.ts'
import { demoFleet } from '../fleet.ts'
import {
  type Carriable,
  driftOf,
  endOf,
  type Fill,
  leaveOf,
  type PlannedRound,
  planRounds,
  type RoundTruck,
} from '../planRounds.ts'
import { insertRows, readIds } from './insertRows.ts'
import { insertShipments, type ShipmentRow } from './insertShipments.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Days of rounds, and the latest of these days, whose history holds every record: only there a ticket is compared with its tank. */
const DAYS = 360
const COMPARED_DAYS = 90
/** Look-back of the delivery comparison (days), the same as the scheduled one. */
const COMPARED_EVERY_DAYS = 45
/** Days since the demo's companies began to record lifts. */
const LIFTED_DAYS = 60
/** Devices that no longer report, or whose sensors are not trusted. */
const UNSERVED = ['retired', 'suspended']

/**
 * Writes the deliveries of the demo's trucks in the last year, as the tanks' own history has them, and compares each ticket with its
 * tank. A few tickets and deliveries are wrong, and one meter over-counts.
 */
export async function insertRounds(context: Context, devices: ReadonlyMap<string, number>): Promise<void> {
  const { db } = context
  const now = context.now.getTime()
  const { rows } = await sql<Carriable & { product_id: number }>`
    select product_id, product_name, grade, not_followed_by, not_beside, specific_gravity, product_group, vehicle_class,
      expansion_room::text as expansion_room
    from tank_products`.execute(db)
  const products = new Map(rows.map((product) => [product.product_id, product]))
  const rounds = planRounds(await readFills(db, devices, now), await readTrucks(db), products, now)
  for (let from = DAYS; from > 0; from -= COMPARED_EVERY_DAYS) {
    const until = now - (from - COMPARED_EVERY_DAYS) * DAY
    const due = rounds.filter(
      (round) => endOf(round) <= until && endOf(round) > until - COMPARED_EVERY_DAYS * DAY,
    )
    await db.transaction().execute((transaction) => writeRounds({ ...context, db: transaction }, due))
    if (from <= COMPARED_DAYS) await compareDeliveries({ ...context, now: new Date(until) })
  }
  // Checks date from when a delivery was a few hours old.
  await sql`update delivery_checks set created_at = t.at, updated_at = t.at
    from (select delivery_check_id as id, least(delivered_at + interval '6 hours', now()) as at from delivery_checks) t
    where t.id = delivery_check_id`.execute(db)
  await sql`update meter_findings f set found_at = t.at, created_at = t.at, updated_at = t.at
    from (select truck_id, max(updated_at) as at from delivery_checks group by truck_id) t
    where t.truck_id = f.truck_id`.execute(db)
}

async function readTrucks(db: Database): Promise<RoundTruck[]> {
  const { rows } = await sql<Vehicle & Omit<RoundTruck, 'vehicle' | 'served'>>`
    select * from tanker_trucks order by truck_id`.execute(db)
  return rows.flatMap((vehicle) => {
    const { truck_id, company_id, driver_id, truck_name } = vehicle
    const served = TRUCKS.find((truck) => truck.truck_name === truck_name)
    if (!served) return []
    const home = getOrThrow(TOWNS, served.home)
    return [{ truck_id, company_id, driver_id, vehicle, served, home, time_zone: home.timeZone }]
  })
}

/** Deliveries to the tanks of companies with their own trucks. */
async function readFills(db: Database, devices: ReadonlyMap<string, number>, now: number): Promise<Fill[]> {
  const { rows } = await sql<
    Pick<Fill, 'device_ports_id' | 'device_id' | 'company_id' | 'product_id'> & {
      port: string
      litres: number
    }
  >`select p.device_ports_id, p.device_id, p.device_id || '/' || p.port_number as port, v.company_id, p.product_id,
      p.def_liters::float8 as litres
    from device_ports p join devices v using (device_id)
    where p.product_id is not null and p.def_liters > 0
      and v.company_id in (select company_id from tanker_trucks)`.execute(db)
  const ports = new Map(rows.map(({ port, ...row }) => [port, row]))
  return demoFleet()
    .filter(
      ({ condition, company }) =>
        !UNSERVED.includes(condition) && TRUCKS.some((truck) => truck.company === company),
    )
    .flatMap((device) => {
      const { label, latitude, longitude, town } = device
      const place = { label, latitude, longitude, state: town.town.slice(-2) }
      return pastDeliveries(device, now, DAYS).flatMap(({ port_number, began, ended, percent }) => {
        const port = ports.get(`${devices.get(device.public_id)}/${port_number}`)
        if (!port) return []
        const { litres, ...tank } = port
        return { ...tank, ...place, began, ended, gallons: litresToUsGallons((litres * percent) / 100) }
      })
    })
}

function shipmentOf(round: PlannedRound): ShipmentRow {
  const leaves = leaveOf(round)
  const loads = round.loads.flatMap(({ parts, product_id, device_ports_id, label, gallons, ticket }) =>
    parts.map(({ compartment, gallons: delivered }) => {
      const quantity = Math.max(10, Math.round((delivered * gallons) / ticket / 10) * 10)
      return { product_id, device_ports_id, label, compartment, quantity, delivered }
    }),
  )
  return {
    ...{ day: round.day, created_at: new Date(leaves - 17 * HOUR), left_at: new Date(leaves) },
    ...{ truck: round.truck, status: 'finalized', delivered_at: new Date(endOf(round)), loads },
  }
}

/** Writes finished rounds with their stops, and the lifts of the latest ones. */
async function writeRounds(context: Context, rounds: readonly PlannedRound[]): Promise<void> {
  const { db } = context
  const created = await insertShipments(db, rounds.map(shipmentOf))
  const cleanings = rounds.flatMap((round) => {
    const cleaned_at = new Date(leaveOf(round) - HOUR)
    const { truck_id } = round.truck
    return round.cleaned.map((place) => ({ truck_id, place, cleaned_at, created_at: cleaned_at }))
  })
  await insertRows(db, 'compartment_cleanings', cleanings)
  // A stop lasts from its first tank to its last.
  const times = rounds.flatMap(({ loads }, i) =>
    loads.map(({ device_ports_id, began, ended }) => {
      return { ...created[i], device_ports_id, began: new Date(began), ended: new Date(ended) }
    }),
  )
  await sql`update shipment_stops s set status = 'done', arrived_at = t.began, done_at = t.ended, updated_at = t.ended
    from (
      select d.stop_id, min(f.began) as began, max(f.ended) as ended
      from jsonb_to_recordset(${JSON.stringify(times)}::jsonb)
          as f (shipment_id int8, device_ports_id int8, began timestamptz, ended timestamptz)
        join shipment_planner_details d using (shipment_id, device_ports_id)
      group by d.stop_id) t
    where t.stop_id = s.stop_id`.execute(db)
  const since = context.now.getTime() - LIFTED_DAYS * DAY
  const unit_id = getOrThrow(await readIds(db, 'units_of_measure', 'id', 'code'), 'gal')
  for (const [i, round] of rounds.entries()) {
    if (leaveOf(round) < since || round.loads.some(({ isFaulty }) => isFaulty)) continue
    const isLatest = !rounds.slice(i + 1).some(({ truck }) => truck.truck_id === round.truck.truck_id)
    await writeLifts(context, { round, shipment_id: itemAt(created, i).shipment_id, unit_id, isLatest })
  }
}

interface Lifted {
  round: PlannedRound
  shipment_id: number
  unit_id: number
  isLatest: boolean
}

/** Writes the bill of lading of a round, and what remained on the truck at its end; a meter that over-counts leaves more aboard. */
async function writeLifts(base: Context, { round, shipment_id, unit_id, isLatest }: Lifted): Promise<void> {
  const { company_id, served } = round.truck
  const { rows } = await sql<{ terminal_id: number | null }>`
    select min(terminal_id) as terminal_id from terminals where company_id = ${company_id}`.execute(base.db)
  const drift = driftOf(round.truck, firstOf(round.loads).began, base.now.getTime())
  const places = compartmentsOf([round.vehicle])
  const lines = round.loads.flatMap(({ parts, product_id }, index) =>
    parts.map(({ compartment, gallons }, nth) => {
      const room = litresToUsGallons(itemAt(places, compartment - 1).capacity) - gallons
      const more = isLatest && index + nth === 0 ? Math.min(served.left ?? 0, room - 1) : 0
      const gross = String(Math.round(gallons / (1 + drift) + more))
      return { compartment, product_id, gross, net: null }
    }),
  )
  const lifted = new Date(leaveOf(round) - HOUR / 2)
  const supplier = served.terminal?.supplier ?? null
  const paper = { number: `BOL ${40_000 + shipment_id}`, terminal_id: firstOf(rows).terminal_id, supplier }
  const context = { ...base, now: lifted }
  await storeLift(context, shipment_id, {
    ...{ ...paper, unit_id, celsius: 12.5, lifted_at: lifted.toISOString(), lines },
  })
  await sql`update lift_tickets set created_at = lifted_at, updated_at = lifted_at
    where shipment_id = ${shipment_id}`.execute(base.db)
  const closed = lines.map(({ compartment }) => {
    return { compartment, unit_id, found: '0', returned: null, reason: 'meter' as const }
  })
  const shipment = await lockRecord(context, shipment_planners, shipment_id)
  await closeBalances(context, shipment, drift > 0 ? closed : [])
}
