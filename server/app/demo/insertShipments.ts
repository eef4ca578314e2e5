import { sql } from 'kysely'
import {
  DOCUMENT_STATUS,
  type DocumentStatus,
  type DocumentType,
} from '#core/domains/orders/documentStatus.ts'
import { SHIPMENT_STATUS, type ShipmentStatus } from '#core/domains/shipments/shipmentStatus.ts'
import { usGallonsToLitres } from '#core/platform/units.ts'
import orders from '#facts/orders.json' with { type: 'json' }
import { keepStops } from '#server/domains/shipments/keepStops.ts'
import type { Database } from '#server/platform/database.ts'
import {
  completeDocuments,
  type DemoDocument,
  dayOf,
  insertDocument,
  insertPayment,
  readTanks,
  type Tank,
} from './insertOrders.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What stands in the tank, gallons ordered, what was brought, and what its order is by now. */
interface DemoLoad {
  liquid: string
  gallons: number
  delivered: number | null
  order: DocumentStatus
}

/** A round so many days from today, with its loads by compartment. */
interface DemoRound {
  days: number
  status: ShipmentStatus
  loads: readonly DemoLoad[]
}

interface Truck {
  truck_id: number
  company_id: number
  driver_id: number | null
}

/** Writes the rounds of the demo's first truck, each for orders of its company, and what came of them. */
export async function insertShipments(db: Database, now: number): Promise<void> {
  const { rows } = await sql<Truck>`
    select truck_id, company_id, driver_id from tanker_trucks where truck_name = 'Bobtail 7' order by truck_id limit 1`.execute(
    db,
  )
  const truck = rows[0]
  if (!truck) return
  const tanks = (await readTanks(db)).filter(({ company_id }) => company_id === truck.company_id)
  const next = inTurn(tanks)
  // Orders that still wait for a place on a truck.
  for (const { liquid, gallons } of orders.waiting) {
    const tank = next(liquid)
    if (tank) await insertDocument(db, tank, ordered(1, 'waiting_for_shipment', gallons), now)
  }
  for (const round of orders.rounds as readonly DemoRound[]) await insertRound(db, truck, next, round, now)
  await completeDocuments(db)
  await completeLoads(db, now)
}

function ordered(
  daysAgo: number,
  status: DocumentStatus,
  gallons: number,
  type: DocumentType = 'sales_order',
): DemoDocument {
  return { daysAgo, type, status, gallons: [gallons] }
}

/** Loads carry the address of their order; the stops of a finalized round are done. */
async function completeLoads(db: Database, now: number): Promise<void> {
  await sql`update shipment_planner_details d set ship_address1 = o.ship_address1, ship_city = o.ship_city,
      ship_state = o.ship_state, ship_zip_code = o.ship_zip_code, ship_country_iso_3 = o.ship_country_iso_3,
      shipping_address_id = o.shipping_address_id
    from transaction_document_details l join transaction_documents o using (document_id)
    where l.document_detail_id = d.document_detail_id`.execute(db)
  const rounds = await db
    .selectFrom('shipment_planners')
    .select('shipment_id')
    .orderBy('shipment_id')
    .execute()
  for (const { shipment_id } of rounds) await keepStops({ db, now: new Date(now) }, shipment_id)
  await sql`update shipment_stops s set status = 'done', created_at = r.created_at, done_at = r.delivered_at - interval '1 hour',
      arrived_at = r.delivered_at - interval '90 minutes'
    from shipment_planners r where r.shipment_id = s.shipment_id and r.status_id = ${SHIPMENT_STATUS.finalized}`.execute(
    db,
  )
}

/** The tanks of a liquid one after the other. */
function inTurn(tanks: readonly Tank[]): (liquid: string) => Tank | undefined {
  const turns = new Map<string, number>()
  return (liquid) => {
    const some = tanks.filter(({ product_name }) => product_name.startsWith(liquid))
    const turn = turns.get(liquid) ?? 0
    turns.set(liquid, turn + 1)
    return some[turn % some.length]
  }
}

async function insertRound(
  db: Database,
  truck: Truck,
  next: (liquid: string) => Tank | undefined,
  { days, status, loads }: DemoRound,
  now: number,
): Promise<void> {
  // Rounds leave in the morning of the day, by the clock of Nebraska, and are planned the day before.
  const day = Math.floor(now / DAY + days) * DAY
  const isDone = status === 'finalized'
  const [shipment] = await db
    .insertInto('shipment_planners')
    .values({
      company_id: truck.company_id,
      truck_id: truck.truck_id,
      delivered_by: truck.driver_id,
      status_id: SHIPMENT_STATUS[status],
      load_date: dayOf(day),
      deliver_date: dayOf(day),
      created_at: new Date(Math.min(day - 3 * HOUR, now)),
      ...(isDone && { left_at: new Date(day + 13 * HOUR), delivered_at: new Date(day + 21 * HOUR) }),
    })
    .returning('shipment_id')
    .execute()
  const shipment_id = Number(shipment!['shipment_id'])
  for (const [index, load] of loads.entries()) {
    const tank = next(load.liquid)
    if (tank) await insertLoad(db, { shipment_id, index, tank, load, daysAgo: 3 - days }, now)
  }
  if (isDone) await insertSignature(db, shipment_id, new Date(day + 20 * HOUR))
}

interface PlacedLoad {
  shipment_id: number
  index: number
  tank: Tank
  load: DemoLoad
  /** When it was ordered. */
  daysAgo: number
}

async function insertLoad(
  db: Database,
  { shipment_id, index, tank, load: { gallons, delivered, order: status }, daysAgo }: PlacedLoad,
  now: number,
): Promise<void> {
  const order = await insertDocument(db, tank, ordered(daysAgo, status, gallons), now)
  await db
    .insertInto('shipment_planner_details')
    .values({
      shipment_id,
      sort_order: index,
      product_id: tank.product_id,
      company_id: tank.company_id,
      document_detail_id: order.lines[0],
      compartment: index + 1,
      quantity_ordered: Math.round(usGallonsToLitres(gallons)),
      quantity: gallons,
      delivered,
      unit_id: sql`(select id from units_of_measure where code = 'gal')`,
      ship_location_label: tank.label,
    })
    .execute()
  if (delivered !== null) {
    await sql`update transaction_document_details set quantity_delivered = ${delivered}, quantity_by_hand = 0
      where document_detail_id = ${order.lines[0]}`.execute(db)
  }
  if (status === 'invoiced') await insertBeforeAndAfter(db, tank, { ...order, gallons, daysAgo }, now)
}

/** The quote that an order came from, and its invoice, half of which is paid. */
async function insertBeforeAndAfter(
  db: Database,
  tank: Tank,
  order: { document_id: number; lines: number[]; gallons: number; daysAgo: number },
  now: number,
): Promise<void> {
  const { document_id, lines, gallons, daysAgo } = order
  const quote = await insertDocument(db, tank, ordered(daysAgo + 6, 'closed', gallons, 'quote'), now)
  const invoice = await insertDocument(
    db,
    tank,
    ordered(daysAgo - 4, 'partially_billed', gallons, 'invoice'),
    now,
  )
  await sql`update transaction_document_details set source_detail_id = ${lines[0]}
    where document_id = ${invoice.document_id}`.execute(db)
  await sql`update transaction_documents set source_document_id = ${quote.document_id}
    where document_id = ${document_id}`.execute(db)
  await sql`update transaction_documents set source_document_id = ${document_id}
    where document_id = ${invoice.document_id}`.execute(db)
  await insertPayment(db, invoice.document_id, (Number(invoice.total) / 2).toFixed(2), now - 2 * DAY)
  await sql`update work_orders set device_id = ${tank.device_id} where wo_number = (
    select min(wo_number) from work_orders where status_id = 5)`.execute(db)
  await sql`update transaction_documents set work_order_no = (select min(wo_number) from work_orders where status_id = 5)
    where document_id = ${quote.document_id} and status_id = ${DOCUMENT_STATUS.closed}`.execute(db)
}

const NAME =
  'M40 128C70 40 96 30 88 92S120 150 150 84 196 40 190 104 250 132 276 88 316 60 330 104 392 110 440 70'

async function insertSignature(db: Database, shipment_id: number, signed_at: Date): Promise<void> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="160"><path d="${NAME}" fill="none"
    stroke="#10243e" stroke-width="3" stroke-linecap="round"/></svg>`
  const { default: sharp } = await import('sharp')
  const png = await sharp(Buffer.from(drawing)).png().toBuffer()
  const name = 'Dale Kowalski'
  await db
    .insertInto('shipment_signatures')
    .values({
      shipment_id,
      name,
      signature: `data:image/png;base64,${png.toString('base64')}`,
      signed_at,
      latitude: 40.699,
      longitude: -99.082,
    })
    .execute()
  await sql`update shipment_planners set signed_by = ${name}, signed_at = ${signed_at}
    where shipment_id = ${shipment_id}`.execute(db)
}
