import { sql } from 'kysely'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import {
  DOCUMENT_STATUS,
  type DocumentStatus,
  type DocumentType,
} from '#core/domains/orders/documentStatus.ts'
import {
  CHARGES,
  type DecimalPlaces,
  documentTotals,
  lineTotal,
  storedTotals,
} from '#core/domains/orders/totals.ts'
import { WORK_ORDER_STATUS, type WorkOrderStatus } from '#core/domains/work_orders/workOrderStatus.ts'
import { formattedPhone } from '#server/domains/work_orders/saveWorkOrder.ts'
import type { Database } from '#server/platform/database.ts'
import { priceOf } from './demoLiquids.ts'

const DAY = 86_400_000

const CENTS: DecimalPlaces = { company: 2, document: 2 }

export interface Tank {
  company_id: number
  device_id: number
  product_id: number
  product_name: string
  label: string
  company: string
  payment_term_id: number
  term_days: number
  person: number | null
}

/** Days ago, type, status, gallons of each line, and what is special. */
const DOCUMENTS: readonly [
  daysAgo: number,
  type: DocumentType,
  status: DocumentStatus,
  gallons: readonly number[],
  more?: Readonly<Record<string, string | number>>,
][] = [
  [2, 'sales_order', 'new', [800]],
  [3, 'sales_order', 'waiting_for_shipment', [1_100, 475], { freight: '45.000' }],
  [5, 'quote', 'sent', [2_400], { discount_type: 'P', discount: '2.500' }],
  [6, 'sales_order', 'approved', [700], { customer_po: 'PO-88213' }],
  [7, 'purchase_order', 'accepted', [3_200], { comments: 'Rail car, unload at siding 2.' }],
  [9, 'invoice', 'open', [1_400], { freight: '38.500', handling_charge: '12.000' }],
  [12, 'purchase_order', 'sent', [4_800], { comments: 'Deliver between 6 and 10 in the morning.' }],
  [16, 'invoice', 'sent', [1_000, 240]],
  [20, 'quote', 'quoted', [1_700]],
  [24, 'sales_order', 'waiting_for_shipment', [1_500], { expedite_fee: '75.000' }],
  [31, 'invoice', 'paid', [1_250]],
  [38, 'sales_order', 'received', [750], { customer_po: 'PO-87990' }],
  [44, 'quote', 'rejected', [3_200]],
]

/** Days ago, status, why, who is asked for with which phone, and what was done. */
const WORK: readonly [
  daysAgo: number,
  status: WorkOrderStatus,
  reason: string,
  contact: readonly [name: string, phone: string],
  more?: object,
][] = [
  [1, 'new_request', 'Display shows no level since the storm.', ['Lorna Beck', '308-555-0143']],
  [4, 'open', 'Antenna broken off by a forklift.', ['Ray Ochoa', '402-555-0119'], { warranty_repair: 0 }],
  [
    7,
    'in_progress',
    'Battery empties within a month.',
    ['Tessa Lindgren', '515-555-0172'],
    { warranty_repair: 1 },
  ],
  [10, 'parts_on_order', 'Sensor cable chewed through.', ['Hank Doyle', '785-555-0108']],
  [18, 'quoted', 'Move the sensor to the new tank.', ['Priya Raman', '704-555-0166']],
  [
    26,
    'work_completed',
    'Reads 12 percent too high after refilling.',
    ['Walt Jensen', '605-555-0131'],
    { work_performed: 'Sensor offset corrected.' },
  ],
  [
    40,
    'closed',
    'Lid does not close.',
    ['Carla Munoz', '316-555-0185'],
    { work_performed: 'Gasket and lid replaced.' },
  ],
]

/** Writes the documents and the work orders of the demo's companies, each about one of their tanks. */
export async function insertOrders(db: Database, now: number): Promise<void> {
  const tanks = await readTanks(db)
  for (const [index, document] of DOCUMENTS.entries()) {
    await insertDocument(db, tanks[(index * 5) % tanks.length]!, document, now)
  }
  for (const [index, work] of WORK.entries()) {
    await insertWork(db, tanks[(index * 7 + 3) % tanks.length]!, work, now)
  }
}

/** The tanks that orders are about, in the order of their devices. */
export async function readTanks(db: Database): Promise<Tank[]> {
  const { rows } = await sql<Tank>`
    select d.company_id, d.device_id, t.product_id, t.product_name, d.label, c.company, c.payment_term_id, m.term_days,
      (select min(people_id) from people where people.company_id = d.company_id) as person
    from device_ports p join devices d using (device_id) join tank_products t using (product_id)
      join companies c on c.company_id = d.company_id join payment_terms m using (payment_term_id)
    where t.product_name !~ '^(Water|Used)' order by d.device_id, p.port_number`.execute(db)
  return rows
}

/** Writes one document about a tank. @returns its id and those of its lines. */
export async function insertDocument(
  db: Database,
  tank: Tank,
  [daysAgo, document_type, status, gallons, more = {}]: (typeof DOCUMENTS)[number],
  now: number,
): Promise<{ document_id: number; lines: number[]; total: string }> {
  const unit_price = priceOf(tank.product_name)
  // Fetched by the customer: there is no shipment for it.
  const isFetched = document_type === 'sales_order' && status === 'received'
  const lines = gallons.map((quantity, sort_order) => {
    const line = { quantity: String(quantity), unit_price }
    return {
      ...line,
      product_id: tank.product_id,
      sort_order,
      line_total: lineTotal(line, CENTS.company),
      ...(isFetched && { quantity_by_hand: quantity, quantity_delivered: quantity }),
    }
  })
  const charges = Object.fromEntries(CHARGES.map((name) => [name, String(more[name] ?? '0')]))
  const totals = documentTotals(
    lines.map(({ line_total }) => line_total),
    { ...charges, ...more },
    '0',
    CENTS,
  )
  const [document] = await db
    .insertInto('transaction_documents')
    .values({
      company_id: tank.company_id,
      device_id: tank.device_id,
      document_type,
      status_id: DOCUMENT_STATUS[status],
      approved: status === 'new' ? 0 : 1,
      document_date: dayOf(now - daysAgo * DAY),
      due_date: dayOf(now + (tank.term_days - daysAgo) * DAY),
      payment_term_id: tank.payment_term_id,
      currency_id: 3,
      ship_location_label: tank.label,
      ...charges,
      ...more,
      ...storedTotals(document_type, totals),
    })
    .returning('document_id')
    .execute()
  const document_id = Number(document!['document_id'])
  const ids = []
  for (const line of lines) {
    const [made] = await db
      .insertInto('transaction_document_details')
      .values({ ...line, document_id })
      .returning('document_detail_id')
      .execute()
    ids.push(Number(made!['document_detail_id']))
  }
  if (status === 'paid') await insertPayment(db, document_id, totals.total_amount, now - (daysAgo - 9) * DAY)
  return { document_id, lines: ids, total: totals.total_amount }
}

/** Writes down a check for an invoice in dollars, and takes it off what is left to pay. */
export async function insertPayment(
  db: Database,
  document_id: number,
  amount: string,
  at: number,
): Promise<void> {
  await db
    .insertInto('payments')
    .values({
      document_id,
      amount,
      company_amount: amount,
      currency_id: 3,
      method: 'check',
      payment_date: dayOf(at),
      reference: `Check ${20_400 + (document_id % 90)}`,
    })
    .execute()
  await sql`update transaction_documents set balance = balance - ${amount}::numeric,
    document_balance = document_balance - ${amount}::numeric where document_id = ${document_id}`.execute(db)
}

/** Documents carry the addresses of their device and their company, and purchase orders their vendor. */
export async function completeDocuments(db: Database): Promise<void> {
  await sql`update transaction_documents set vendor_id = (select min(company_id) from companies
      where organisation_type_id = ${ORGANISATION_TYPE.vendor})
    where document_type = 'purchase_order'`.execute(db)
  for (const [side, column, object_ref, owner] of [
    ['ship', 'shipping_address_id', 'device', 'device_id'],
    ['bill', 'billing_address_id', 'company', 'company_id'],
  ] as const) {
    const parts = ['location_label', 'address1', 'city', 'state', 'zip_code'].map(
      (part) => sql`${sql.id(`${side}_${part}`)} = a.${sql.id(part)}`,
    )
    await sql`update transaction_documents d set ${sql.id(column)} = a.entity_addresses_id,
        ${sql.id(`${side}_country_iso_3`)} = 'USA', ${sql.join(parts)}
      from entity_addresses a where a.object_ref = ${object_ref} and a.prime = 1
        and a.object_id = d.${sql.id(owner)}`.execute(db)
  }
}

async function insertWork(
  db: Database,
  { device_id, person }: Tank,
  [daysAgo, status, reason_for_return, [contact_name, contact_phone], more = {}]: (typeof WORK)[number],
  now: number,
): Promise<void> {
  if (person === null) return
  const created_at = new Date(now - daysAgo * DAY)
  const isDone = status === 'work_completed' || status === 'closed'
  const done = isDone
    ? {
        performed_by: person,
        date_performed: dayOf(now - (daysAgo - 3) * DAY),
        outbound_tracking_number: `1Z84E${daysAgo}03`,
      }
    : {}
  await db
    .insertInto('work_orders')
    .values({
      device_id,
      status_id: WORK_ORDER_STATUS[status],
      wo_requested_by: person,
      zoho_estimate_id: `EST-${3_100 + daysAgo}`,
      reason_for_return,
      contact_name,
      contact_phone,
      contact_email: `${contact_name.toLowerCase().replace(' ', '.')}@example.com`,
      ...formattedPhone({ contact_phone }),
      created_at,
      updated_at: created_at,
      ...done,
      ...more,
    })
    .execute()
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
