import { sql } from 'kysely'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Database } from '#server/platform/database.ts'
import { completeDocuments, insertDocument, type Tank } from './insertOrders.ts'

const DAY = 86_400_000
/** What was delivered since is not billed yet. */
const UNBILLED_DAYS = 3
/** How long after their terms customers pay; every fifth one takes much longer. */
const LATE_DAYS = { usual: 4, slow: 40 }

interface Brought extends Tank {
  loads: number[]
  gallons: string
  at: Date
}

/**
 * Bills what the trucks brought to tanks that nobody ordered for: an order for each delivery and product, its invoice of the next
 * day, and the check with which it was paid. What differs from its tank waits for a person.
 */
export async function insertBilling(db: Database, now: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const brought of await readBrought(transaction, now)) await billOne(transaction, brought, now)
    await completeDocuments(transaction)
  })
}

async function readBrought(db: Database, now: number): Promise<Brought[]> {
  const { rows } = await sql<Brought>`
    select v.company_id, v.device_id, d.product_id, t.product_name, v.label, c.company, c.payment_term_id, m.term_days,
      null::int8 as person, array_agg(d.shipment_detail_id) as loads, sum(d.delivered)::numeric(14, 1)::text as gallons,
      max(s.delivered_at) as at
    from shipment_planner_details d join shipment_planners s using (shipment_id) join device_ports p using (device_ports_id)
      join devices v on v.device_id = p.device_id join companies c on c.company_id = v.company_id
      join payment_terms m on m.payment_term_id = c.payment_term_id join tank_products t on t.product_id = d.product_id
    where s.status_id = ${SHIPMENT_STATUS.finalized} and d.document_detail_id is null and d.delivered > 0
      and s.delivered_at < ${new Date(now - UNBILLED_DAYS * DAY)}
      and not exists (select from delivery_checks k where k.shipment_id = d.shipment_id and k.device_id = v.device_id
        and k.state = 'open')
    group by d.shipment_id, v.device_id, d.product_id, t.product_name, c.company_id, m.term_days
    order by max(s.delivered_at), v.device_id, d.product_id`.execute(db)
  return rows
}

async function billOne(db: Database, brought: Brought, now: number): Promise<void> {
  const days = Math.floor((now - Date.parse(String(brought.at))) / DAY)
  const late = brought.company_id % 5 === 0 ? LATE_DAYS.slow : LATE_DAYS.usual
  const isPaid = days - 1 > brought.term_days + late
  const gallons = [Number(brought.gallons)]
  const order = await insertDocument(
    db,
    brought,
    { type: 'sales_order', status: isPaid ? 'closed' : 'invoiced', daysAgo: days + 1, gallons },
    now,
  )
  const invoice = await insertDocument(
    db,
    brought,
    { type: 'invoice', status: isPaid ? 'paid' : 'sent', daysAgo: days - 1, gallons },
    now,
  )
  await sql`update transaction_document_details set quantity_delivered = quantity, quantity_by_hand = 0
    where document_id = ${order.document_id}`.execute(db)
  await sql`update transaction_document_details set source_detail_id = ${order.lines[0]}
    where document_id = ${invoice.document_id}`.execute(db)
  await sql`update transaction_documents set source_document_id = ${order.document_id}
    where document_id = ${invoice.document_id}`.execute(db)
  await sql`update shipment_planner_details set document_detail_id = ${order.lines[0]}
    where shipment_detail_id = any(${brought.loads})`.execute(db)
}
