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
import orders from '#facts/orders.json' with { type: 'json' }
import { formattedPhone } from '#server/domains/work_orders/saveWorkOrder.ts'
import type { Database } from '#server/platform/database.ts'
import { PRODUCTS } from './facts.ts'

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

/** A document about a tank; `more` is what is special. */
export interface DemoDocument {
  daysAgo: number
  type: DocumentType
  status: DocumentStatus
  /** Of each line. */
  gallons: readonly number[]
  more?: Readonly<Record<string, string>>
}

interface DemoWork {
  daysAgo: number
  status: WorkOrderStatus
  reason_for_return: string
  contact_name: string
  contact_phone: string
  /** What was done. */
  more?: object
}

/** Writes the documents and the work orders of the demo's companies, each about one of their tanks. */
export async function insertOrders(db: Database, now: number): Promise<void> {
  const tanks = await readTanks(db)
  for (const [index, document] of (orders.documents as readonly DemoDocument[]).entries()) {
    await insertDocument(db, tanks[(index * 5) % tanks.length]!, document, now)
  }
  for (const [index, work] of (orders.work as readonly DemoWork[]).entries()) {
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
  { daysAgo, type: document_type, status, gallons, more = {} }: DemoDocument,
  now: number,
): Promise<{ document_id: number; lines: number[]; total: string }> {
  const at = now - daysAgo * DAY
  const unit_price = PRODUCTS.get(tank.product_name)!.list_price
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
      approved: status === 'new' || document_type === 'quote' ? 0 : 1,
      ...{ document_date: dayOf(at), created_at: new Date(at), updated_at: new Date(at) },
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
  if (status === 'paid')
    await insertPayment(db, document_id, totals.total_amount, now - Math.max(1, daysAgo - 9) * DAY)
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
      ...{ payment_date: dayOf(at), created_at: new Date(at) },
      reference: `Check ${20_400 + (document_id % 90)}`,
    })
    .execute()
  await sql`update transaction_documents set balance = balance - ${amount}::numeric,
    document_balance = document_balance - ${amount}::numeric where document_id = ${document_id}`.execute(db)
}

/** Documents carry the addresses of their device and their company, purchase orders their vendor, and work orders their site. */
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
  await sql`update transaction_documents o set site_id = d.site_id from devices d join sites s using (site_id)
    where d.device_id = o.device_id and s.company_id = o.company_id`.execute(db)
  await sql`update work_orders w set site_id = d.site_id from devices d where d.device_id = w.device_id`.execute(
    db,
  )
}

async function insertWork(
  db: Database,
  { device_id, person }: Tank,
  { daysAgo, status, more, ...asked }: DemoWork,
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
      ...asked,
      contact_email: `${asked.contact_name.toLowerCase().replace(' ', '.')}@example.com`,
      ...formattedPhone(asked),
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
