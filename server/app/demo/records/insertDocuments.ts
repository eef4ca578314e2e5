import { sql } from 'kysely'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import {
  DOCUMENT_STATUS,
  DOCUMENT_TYPES,
  type DocumentStatus,
  type DocumentType,
} from '#core/domains/orders/documentStatus.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import orders from '#facts/orders.json' with { type: 'json' }
import type { Database } from '#server/platform/database/database.ts'
import { TOWNS, TRUCKS } from '../facts.ts'
import { openDay } from '../workDays.ts'
import { insertShipments } from './insertShipments.ts'
import { insertDocumentTaxes } from './insertTaxes.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Deliveries of the last days are not billed yet. */
const UNBILLED_DAYS = 3
/** Days after the due date on which customers pay; every fifth one takes much longer. */
const LATE_DAYS = { usual: 4, slow: 40 }

interface Tank {
  company_id: number
  device_ports_id: number
  product_id: number
  product_name: string
  label: string
  /** US gallons of room. */
  room: number
  /** The truck of orders that are on the road; 0 where it is another company's. */
  truck_id: number
  driver_id: number
}

/** A document about what a tank holds. */
interface Planned {
  device_ports_id: number
  at: number
  type: DocumentType
  status: DocumentStatus
  gallons: number
  delivered?: number
  customer_po?: string | undefined
  comments?: string | undefined
  /** Loads of shipments that it orders. */
  loads?: readonly number[]
  /** For an invoice: its order, and when it was paid. */
  source?: Planned
  paid?: number | undefined
}

interface Choice {
  now: number
  zone: string
  /** Chooses a tank for an order of `gallons`. */
  tankFor: (gallons: number, liquid: string, isOnRoute: boolean) => Tank
}

/** Writes a round of today or of the next day. @returns the orders of its loads */
async function insertRound(
  db: Database,
  { status, loads }: (typeof orders.rounds)[number],
  { now, zone, tankFor }: Choice,
): Promise<Planned[]> {
  const today = Date.parse(dayInZone(now, zone, 'UTC')) / DAY
  const day = status === 'draft' ? openDay(today + 1, 1) : today
  const placed = loads.map(({ liquid, gallons }, i) => {
    const { product_id, device_ports_id, label, ...truck } = tankFor(gallons, liquid, true)
    const load = { product_id, device_ports_id, label, compartment: i + 1, quantity: gallons }
    return { truck, load: { ...load, delivered: null } }
  })
  const created_at = new Date(Math.min(day * DAY - 3 * HOUR, now - 2 * HOUR))
  // Its truck is still on the way, at any hour of the first start.
  const left_at = status === 'in_route' ? new Date(now - 15 * MINUTE) : null
  const row = { truck: firstOf(placed).truck, created_at, left_at, loads: placed.map(({ load }) => load) }
  const times = { day: new Date(day * DAY).toISOString().slice(0, 10), delivered_at: null }
  const own = findOrThrow(keysOf(SHIPMENT_STATUS), (key) => key === status)
  const { details } = firstOf(await insertShipments(db, [{ ...row, ...times, status: own }]))
  return placed.map(({ load: { device_ports_id, quantity: gallons } }, i): Planned => {
    const at = Math.min(day * DAY, now) - (30 - i) * HOUR
    const order = {
      type: 'sales_order',
      status: 'waiting_for_shipment',
      device_ports_id,
      gallons,
      at,
    } as const
    return { ...order, loads: [itemAt(details, i)] }
  })
}

/**
 * Writes the documents of the demo's companies, each about one of their tanks, in order of time: current quotes and orders, billed and paid
 * deliveries, and the rounds of today and of the next day.
 */
export async function insertDocuments(db: Database, now: number): Promise<void> {
  const tanks = await readTanks(db)
  let turn = 0
  /** A tank with enough room that has no order yet. */
  function tankFor(gallons: number, liquid = '', isOnRoute = false): Tank {
    const able = tanks
      .filter((item) => item.product_name.startsWith(liquid) && (item.truck_id > 0 || !isOnRoute))
      .toSorted((a, b) => b.room - a.room)
    const roomy = able.filter(({ room }) => room >= gallons)
    turn += 5
    const tank = roomy[turn % roomy.length] ?? firstOf(able)
    tanks.splice(tanks.indexOf(tank), 1)
    return tank
  }
  const planned = orders.documents.map(({ daysAgo, type, status, liquid, ...more }): Planned => {
    const { device_ports_id } = tankFor(more.gallons, liquid, liquid !== undefined)
    const kind = {
      type: findOrThrow(DOCUMENT_TYPES, (documentType) => documentType === type),
      status: findOrThrow(keysOf(DOCUMENT_STATUS), (key) => key === status),
    }
    return { ...more, ...kind, device_ports_id, at: now - daysAgo * DAY }
  })
  const { home } = findOrThrow(TRUCKS, ({ truck_name }) => truck_name === orders.truck)
  const zone = getOrThrow(TOWNS, home).timeZone
  for (const round of orders.rounds) planned.push(...(await insertRound(db, round, { now, zone, tankFor })))
  await write(db, [...planned, ...(await billed(db, now))])
  await sql`update shipment_planner_details d set (ship_address1, ship_city, ship_state, ship_zip_code, ship_country_iso_3) =
      (select address1, city, state, zip_code, 'USA' from device_ports p join entity_addresses a
        on a.object_ref = 'device' and a.object_id = p.device_id and a.prime = 1
        where p.device_ports_id = d.device_ports_id)`.execute(db)
}

/** The tanks of the orders, with the truck of orders that are on the road. */
async function readTanks(db: Database): Promise<Tank[]> {
  const { rows } = await sql<Tank>`
    select d.company_id, p.device_ports_id, t.product_id, t.product_name, d.label, coalesce(k.truck_id, 0) as truck_id, k.driver_id,
      (0.9 - s.percent / 100)::float8 * p.def_us_gallons::float8 as room
    from device_ports p join devices d using (device_id) join tank_products t using (product_id)
      join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
      left join tanker_trucks k on k.company_id = d.company_id and k.truck_name = ${orders.truck}
    where t.product_name !~ '^(Water|Used)' and d.status = 'normal' and s.percent is not null
    order by d.device_id, p.port_number`.execute(db)
  return rows
}

/**
 * Deliveries are billed without a customer's order: an order for each delivery and product, its invoice of the next day, and the check that
 * paid it. A delivery that differs from its tank's rise waits for a person.
 */
async function billed(db: Database, now: number): Promise<Planned[]> {
  const { rows } = await sql<{
    device_ports_id: number
    loads: number[]
    gallons: number
    delivered_at: string
    payDays: number
  }>`
    select d.device_ports_id, array_agg(d.shipment_detail_id) as loads, sum(d.delivered)::numeric(14, 1)::float8 as gallons,
      s.delivered_at, min(m.term_days + case when c.company_id % 5 = 0 then ${LATE_DAYS.slow}::int else ${LATE_DAYS.usual} end)::int
        as "payDays"
    from shipment_planner_details d join shipment_planners s using (shipment_id) join device_ports p using (device_ports_id)
      join companies c on c.company_id = d.company_id join payment_terms m using (payment_term_id)
    where s.status_id = ${SHIPMENT_STATUS.finalized} and s.delivered_at < ${new Date(now - UNBILLED_DAYS * DAY)}
      and not exists (select from delivery_checks k where k.shipment_id = d.shipment_id and k.device_id = p.device_id
        and k.state = 'open')
    group by s.shipment_id, d.device_ports_id`.execute(db)
  return rows.flatMap(({ device_ports_id, loads, gallons, delivered_at, payDays }): Planned[] => {
    const at = Date.parse(delivered_at)
    const paid = at + (1 + payDays) * DAY
    const isPaid = paid < now
    const kind = { device_ports_id, gallons, delivered: gallons }
    const order: Planned = {
      ...kind,
      loads,
      type: 'sales_order',
      status: isPaid ? 'closed' : 'invoiced',
      at: at - DAY,
    }
    const invoice = {
      ...kind,
      type: 'invoice',
      status: isPaid ? 'paid' : 'sent',
      at: at + DAY,
      source: order,
    } as const
    return [order, { ...invoice, paid: isPaid ? paid : undefined }]
  })
}

const INSERT_DOCUMENTS = sql`insert into transaction_documents (document_id, document_type, status_id, company_id, device_id, site_id, approved,
      document_date, due_date, payment_term_id, currency_id, vendor_id, customer_po, comments, source_document_id,
      created_at, updated_at, subtotal, total_amount, document_subtotal, document_total_amount, balance, document_balance,
      shipping_address_id, ship_location_label, ship_address1, ship_city, ship_state, ship_zip_code, ship_country_iso_3,
      billing_address_id, bill_location_label, bill_address1, bill_city, bill_state, bill_zip_code, bill_country_iso_3)
    select id, type, status, p.company_id, device_id, site_id,
      case when type = 'quote' or status = ${DOCUMENT_STATUS.new} then 0 else 1 end, at::date, at::date + term_days::int,
      payment_term_id, 3, case type when 'purchase_order' then (select min(company_id) from companies
        where organisation_type_id = ${ORGANISATION_TYPE.vendor}) end, customer_po, comments, source_id, at,
      coalesce(paid, at), total, total, total, total, due, due,
      s.entity_addresses_id, s.location_label, s.address1, s.city, s.state, s.zip_code, 'USA',
      b.entity_addresses_id, b.location_label, b.address1, b.city, b.state, b.zip_code, 'USA'
    from planned p left join entity_addresses s on s.object_ref = 'device' and s.object_id = device_id and s.prime = 1
      left join entity_addresses b on b.object_ref = 'company' and b.object_id = p.company_id and b.prime = 1,
      lateral (select case when type = 'invoice' then case when paid is null then total else 0 end end as due) d
    order by p.id`

/** Writes documents of one line at the list price, oldest first, and the checks that paid them. */
async function write(db: Database, documents: readonly Planned[]): Promise<void> {
  const inOrder = documents.toSorted((a, b) => a.at - b.at)
  const rows = inOrder.map(({ source, status, at, paid, ...one }, index) => ({
    ...{ ...one, index, source: source && inOrder.indexOf(source), status: DOCUMENT_STATUS[status] },
    ...{ at: new Date(at), paid: paid && new Date(paid) },
  }))
  await sql`create temporary table planned on commit drop as
    select g.*, coalesce(b.document, 0) + 1 + g.index as id, coalesce(b.document, 0) + 1 + g.source as source_id,
      coalesce(b.detail, 0) + 1 + g.index as detail_id, coalesce(b.detail, 0) + 1 + g.source as source_detail_id,
      d.company_id, d.device_id, d.site_id, t.product_id, t.list_price, round(g.gallons * t.list_price, 2) as total,
      c.payment_term_id, m.term_days
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (index int8, source int8, device_ports_id int8, at timestamptz,
        paid timestamptz, type text, status int2, gallons numeric, delivered numeric, customer_po text, comments text, loads int8[])
      join device_ports p using (device_ports_id) join devices d using (device_id) join tank_products t using (product_id)
      join companies c on c.company_id = d.company_id join payment_terms m using (payment_term_id),
      (select (select max(document_id) from transaction_documents) as document,
        (select max(document_detail_id) from transaction_document_details) as detail) b`.execute(db)
  await INSERT_DOCUMENTS.execute(db)
  await sql`insert into transaction_document_details (document_detail_id, document_id, sort_order, product_id, ordered_port_id,
      quantity, unit_price, line_total, quantity_delivered, source_detail_id)
    select detail_id, id, 0, product_id, device_ports_id, gallons, list_price, total,
      case type when 'sales_order' then coalesce(delivered, 0) else 0 end, source_detail_id from planned
    order by planned.id`.execute(db)
  await insertDocumentTaxes(db)
  // The payment of an invoice has the invoice's id.
  await sql`insert into payments (payment_id, company_id, amount, company_amount, currency_id, method, payment_date, created_at, reference)
    select id, p.company_id, grand_total, grand_total, 3, 'check', paid::date, paid, (20400 + id % 90)::text
    from planned p join transaction_documents d on d.document_id = p.id where paid is not null
    order by p.paid`.execute(db)
  await sql`insert into allocations (payment_id, document_id, amount, company_amount, document_amount, allocated_on, created_at)
    select id, id, grand_total, grand_total, grand_total, paid::date, paid
    from planned p join transaction_documents d on d.document_id = p.id where paid is not null
    order by p.paid`.execute(db)
  await sql`update shipment_planner_details d set document_detail_id = p.detail_id from planned p
    where d.shipment_detail_id = any(p.loads)`.execute(db)
  await sql`select setval(pg_get_serial_sequence('transaction_documents', 'document_id'), max(id)),
    setval(pg_get_serial_sequence('transaction_document_details', 'document_detail_id'), max(detail_id)),
    setval(pg_get_serial_sequence('payments', 'payment_id'), max(id)) from planned`.execute(db)
}
