import { sql } from 'kysely'
import { PAYABLE_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { payInOrder } from '../payments/allocate.ts'
import { insertPayment, type NewPayment } from '../payments/recordPayment.ts'

/**
 * Pays the invoices for deliveries at a stop with the counted money of that stop. The rest stays unapplied until a user allocates or
 * refunds it, and so does money taken off an invoice.
 */
export async function placeOnInvoices(
  context: Context,
  { payments, documents }: { payments?: readonly number[]; documents?: readonly number[] },
): Promise<void> {
  const { db, actor } = context
  const rows = await runPrepared(
    db,
    sql<{ payment_id: number; document_id: number }>`
    select distinct o.payment_id, i.document_id
    from doorstep_payments p join payments o on o.doorstep_payment_id = p.doorstep_payment_id and o.reversed_at is null
      join shipment_planner_details d on d.stop_id = p.stop_id
      join transaction_document_details l on l.source_detail_id = d.document_detail_id
      join transaction_documents i on i.document_id = l.document_id and i.company_id = p.company_id
      join companies c on c.company_id = i.company_id and c.currency_id = p.currency_id
    where ${payments ? sql`p.doorstep_payment_id = any(${payments})` : sql`i.document_id = any(${[...(documents ?? [])]})`}
      and i.document_type = 'invoice' and i.archived = 0 and i.status_id = any(${PAYABLE_STATUSES}) and i.balance > 0
      and i.document_date <= business_today()
      and not exists (select from payments r join allocations a using (payment_id)
        where r.doorstep_payment_id = p.doorstep_payment_id and a.reversed_at is not null)
      and ${visible(actor, transaction_documents, 'i')}
    order by o.payment_id, i.document_id`,
  )
  for (const [payment_id, parts] of groupBy(rows, (row) => row.payment_id))
    await payInOrder(
      context,
      { payment_id },
      parts.map((part) => part.document_id),
    )
}

/** Records counted money as a payment of the customer, allocated to nothing yet. */
export async function recordCounted(context: Context, doorstep_payment_id: number): Promise<void> {
  const { rows } = await sql<NewPayment>`
    select p.company_id, p.method, p.amount, p.currency_id,
      least((p.at at time zone business_time_zone())::date, business_today()) as payment_date,
      concat_ws(' · ', nullif(p.check_number, ''), s.shipment_number) as reference
    from doorstep_payments p join shipment_planners s using (shipment_id)
    where p.doorstep_payment_id = ${doorstep_payment_id} and p.amount > 0`.execute(context.db)
  if (rows[0]) await insertPayment(context, { ...rows[0], doorstep_payment_id })
}
