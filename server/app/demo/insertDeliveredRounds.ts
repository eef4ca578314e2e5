import { sql } from 'kysely'
import type { Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { litresToUsGallons, usGallonsToLitres } from '#core/platform/units.ts'
import { keepStops } from '#server/domains/shipments/keepStops.ts'
import { compareDeliveries } from '#server/domains/shipments/matching/compareDeliveries.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { pastDeliveries } from './deviceHistory.ts'
import { TRUCKS } from './facts.ts'
import { demoFleet } from './fleet.ts'
import { type BroughtRound, insertLifts } from './insertLifts.ts'
import { dayOf } from './insertOrders.ts'
import { type Carriable, type DemoTruck, type Fill, type PlannedRound, planRounds } from './planRounds.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Before its first delivery a truck is cleaned where it must be, then loaded. */
const CLEANED = 2 * HOUR
/** So far back the rounds of the trucks are known: as long as the history holds every record. */
const DAYS = 90
/** As if the clock had compared them: it looks back so far. */
const COMPARED_EVERY_DAYS = 45
/** Sensors that tell nothing to be believed, and devices that are not heard of any more. */
const UNSERVED = new Set(['retired', 'suspended'])

/**
 * Writes what the demo's trucks have brought in the last months, as the tanks' own history has it, and compares each ticket with
 * its tank. A few tickets and deliveries are wrong, and one meter counts a hundredth too much.
 */
export async function insertDeliveredRounds(
  context: Context,
  devices: ReadonlyMap<string, number>,
): Promise<void> {
  const { db } = context
  const now = context.now.getTime()
  const products = await readProducts(db)
  const trucks = await readTrucks(db, products, now)
  const rounds = planRounds(await readFills(db, devices, now), trucks, products, now)
  const brought: BroughtRound[] = []
  for (let from = DAYS; from > 0; from -= COMPARED_EVERY_DAYS) {
    const since = now - from * DAY
    const until = Math.min(now, since + COMPARED_EVERY_DAYS * DAY)
    const due = rounds.filter(({ loads }) => endOf(loads) > since && endOf(loads) <= until)
    brought.push(...(await db.transaction().execute((transaction) => insertRounds(transaction, due, until))))
    await compareDeliveries({ ...context, now: new Date(until) })
  }
  await insertLifts(context, brought)
}

type Products = ReadonlyMap<number, Carriable>

/** What is delivered, with all that decides what may carry it. */
async function readProducts(db: Database): Promise<Products> {
  const { rows } = await sql<Carriable & { product_id: number }>`
    select product_id, product_name, grade, not_followed_by, not_beside, specific_gravity, product_group, vehicle_class,
      expansion_room::text as expansion_room
    from tank_products`.execute(db)
  return new Map(rows.map((product) => [product.product_id, product]))
}

async function readTrucks(db: Database, products: Products, now: number): Promise<DemoTruck[]> {
  const { rows } = await sql<Vehicle & { truck_id: number; company_id: number; truck_name: string }>`
    select * from tanker_trucks order by truck_id`.execute(db)
  return rows.flatMap((vehicle) => {
    const { truck_id, company_id, truck_name } = vehicle
    const served = TRUCKS.find((truck) => truck.truck_name === truck_name)
    if (!served) return []
    const { carries, drift } = served
    const able = [...products].filter(([, { product_name }]) =>
      carries.some((one) => product_name?.startsWith(one)),
    )
    return {
      ...{ truck_id, company_id, vehicle, carries: new Set(able.map(([product_id]) => product_id)) },
      ...(drift && { drift: { share: drift.share, since: now - drift.days * DAY } }),
    }
  })
}

/** What came to the tanks of the companies with trucks of their own. */
async function readFills(db: Database, devices: ReadonlyMap<string, number>, now: number): Promise<Fill[]> {
  const { rows } = await sql<
    Omit<Fill, 'began' | 'ended' | 'gallons' | 'celsius'> & { port_number: number; litres: number }
  >`
    select p.device_ports_id, p.device_id, p.port_number, v.company_id, p.product_id, p.def_liters::float8 as litres
    from device_ports p join devices v using (device_id)
    where p.product_id is not null and p.def_liters > 0
      and v.company_id in (select company_id from tanker_trucks)`.execute(db)
  const ports = new Map(rows.map((row) => [`${row.device_id} ${row.port_number}`, row]))
  return demoFleet()
    .filter(({ condition }) => !UNSERVED.has(condition))
    .flatMap((device) => {
      const id = devices.get(device.public_id)
      if (!device.ports.some(({ port_number }) => ports.has(`${id} ${port_number}`))) return []
      return pastDeliveries(device, now, DAYS).flatMap(({ port_number, began, ended, percent, celsius }) => {
        const port = ports.get(`${id} ${port_number}`)
        if (!port) return []
        const { litres, port_number: _, ...tank } = port
        return { ...tank, began, ended, celsius, gallons: litresToUsGallons((litres * percent) / 100) }
      })
    })
}

function endOf(loads: PlannedRound['loads']): number {
  return Math.max(...loads.map(({ ended }) => ended))
}

/** @returns the rounds of which every ticket is right: what was loaded for the others nobody told */
async function insertRounds(
  db: Database,
  rounds: readonly PlannedRound[],
  now: number,
): Promise<BroughtRound[]> {
  const brought: BroughtRound[] = []
  for (const round of rounds) {
    const shipment_id = await insertRound(db, round, now)
    const { loads, drift } = round
    const began = loads[0]!.began
    const isDrifting = drift !== undefined && began >= drift.since
    if (loads.every(({ planted }) => planted === null))
      brought.push({ shipment_id, began, drift: isDrifting ? drift.share : 0 })
  }
  await tellStops(db, rounds)
  return brought
}

async function insertRound(
  db: Database,
  { truck_id, company_id, cleaned, loads }: PlannedRound,
  now: number,
): Promise<number> {
  const day = dayOf(loads[0]!.began)
  const { shipment_id } = await db
    .insertInto('shipment_planners')
    .values({
      ...{ company_id, truck_id, status_id: SHIPMENT_STATUS.finalized, load_date: day, deliver_date: day },
      delivered_by: sql`(select driver_id from tanker_trucks where truck_id = ${truck_id})`,
      left_at: new Date(loads[0]!.began - HOUR),
      delivered_at: new Date(endOf(loads) + HOUR / 2),
      created_at: new Date(loads[0]!.began - DAY),
    })
    .returning('shipment_id')
    .executeTakeFirstOrThrow()
  const unit_id = sql<number>`(select id from units_of_measure where code = 'gal')`
  const values = loads.flatMap(({ parts, ticket, gallons, product_id, device_ports_id, device_id }) =>
    parts.map((part) => {
      const planned = Math.max(10, Math.round((part.gallons * gallons) / ticket / 10) * 10)
      return {
        ...{ shipment_id, product_id, company_id, device_ports_id, unit_id, compartment: part.compartment },
        ...{ quantity: planned, quantity_ordered: Math.round(usGallonsToLitres(planned)) },
        ...{ delivered: part.gallons, delivered_unit_id: unit_id },
        ship_location_label: sql<string>`(select label from devices where device_id = ${device_id})`,
      }
    }),
  )
  if (cleaned.length > 0)
    await db
      .insertInto('compartment_cleanings')
      .values(cleaned.map((place) => ({ truck_id, place, cleaned_at: new Date(loads[0]!.began - CLEANED) })))
      .execute()
  await db
    .insertInto('shipment_planner_details')
    .values(values.map((value, sort_order) => ({ ...value, sort_order })))
    .execute()
  await keepStops({ db, now: new Date(now) }, Number(shipment_id))
  return Number(shipment_id)
}

/** When each stop began and ended: from its first tank to its last. */
async function tellStops(db: Database, rounds: readonly PlannedRound[]): Promise<void> {
  const fills = rounds.flatMap(({ loads }) => loads)
  const ports = fills.map(({ device_ports_id }) => device_ports_id)
  const began = fills.map((fill) => new Date(fill.began))
  const ended = fills.map((fill) => new Date(fill.ended))
  await sql`update shipment_stops s set status = 'done', arrived_at = t.began, done_at = t.ended
    from (
      select d.stop_id, min(f.began) as began, max(f.ended) as ended
      from unnest(${ports}::int8[], ${began}::timestamptz[], ${ended}::timestamptz[]) f(port, began, ended)
        join shipment_planner_details d on d.device_ports_id = f.port
        join shipment_planners r on r.shipment_id = d.shipment_id
          and f.began between r.left_at and r.delivered_at
      group by d.stop_id) t
    where t.stop_id = s.stop_id`.execute(db)
}
