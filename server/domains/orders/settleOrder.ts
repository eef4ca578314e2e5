import { sql } from 'kysely'
import { DOCUMENT_STATUS, isFulfilled } from '#core/domains/orders/documentStatus.ts'
import { statusOfOrder } from '#core/domains/orders/fulfilment.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/prepared.ts'
import { audit } from '#server/resources/audit.ts'

/** A line of an order with what became of it, all in the line's own unit. */
export interface LineFigures {
  document_detail_id: number
  quantity: string
  quantity_planned: string
  quantity_delivered: string
  quantity_invoiced: string
}

/** Invoices that bill nothing (any more). */
const BILLS_NOTHING = [DOCUMENT_STATUS.void, DOCUMENT_STATUS.cancelled]
/** A shipment that may still bring what it holds. */
const ON_THE_WAY = [SHIPMENT_STATUS.draft, SHIPMENT_STATUS.in_route, SHIPMENT_STATUS.delivered]

/** A quantity of a load in a line's unit: as it was entered where the units are the same, else by its exact litres. */
const inLineUnit = (quantity: string, unit: string, litres: string) =>
  sql`case when ${sql.ref(unit)} = l.unit_id then ${sql.ref(quantity)}
    else coalesce(round(${sql.ref(litres)} / (case u.measure when 'volume' then u.factor end), 3), ${sql.ref(quantity)}) end`

/** What became of the lines of documents: on the way, delivered, and on invoices that are not void. */
export async function readFigures(
  { db }: Context,
  ids: readonly number[],
  until: string | null = null,
): Promise<LineFigures[]> {
  return runPrepared(
    db,
    sql<LineFigures>`
    select l.document_detail_id, l.quantity, l.quantity_delivered,
      coalesce((select sum(${inLineUnit('p.quantity', 'p.unit_id', 'p.quantity_liters')}) from shipment_planner_details p
        join shipment_planners s using (shipment_id)
        where p.document_detail_id = l.document_detail_id and s.status_id = any(${ON_THE_WAY})), 0)::numeric(14, 3)
        as quantity_planned,
      coalesce((select sum(case when b.unit_id = l.unit_id then b.quantity
          else coalesce(round(b.quantity_liters / (case u.measure when 'volume' then u.factor end), 3), b.quantity) end)
        from transaction_document_details b join transaction_documents i on i.document_id = b.document_id
        where b.source_detail_id = l.document_detail_id and i.document_type = 'invoice' and i.archived = 0
          and i.created_at <= coalesce(${until}::timestamptz, 'infinity')
          and i.status_id <> all(${BILLS_NOTHING})), 0)::numeric(14, 3) as quantity_invoiced
    from transaction_document_details l join units_of_measure u on u.id = l.unit_id
    where l.document_id = any(${ids}) order by l.document_id, l.sort_order, l.document_detail_id`,
  )
}

/** Counts anew what the finalized shipments delivered of orders' lines, and lets the orders' statuses follow. */
export async function countDelivered(context: Context, shipment_id: number): Promise<void> {
  const { db } = context
  const { rows } = await sql<{ document_id: number }>`
    update transaction_document_details l set quantity_delivered = l.quantity_by_hand + (
      select coalesce(sum(${inLineUnit('d.delivered', 'd.delivered_unit_id', 'd.delivered_liters')}), 0)
      from shipment_planner_details d join shipment_planners s using (shipment_id)
      where d.document_detail_id = l.document_detail_id and s.status_id = ${SHIPMENT_STATUS.finalized})
    from units_of_measure u
    where u.id = l.unit_id and l.document_detail_id in (select document_detail_id from shipment_planner_details
      where shipment_id = ${shipment_id} and document_detail_id is not null)
    returning l.document_id`.execute(db)
  for (const id of [...new Set(rows.map(({ document_id }) => Number(document_id)))].sort((a, b) => a - b)) {
    await settleOrder(context, id)
  }
}

/** The order that an invoice bills follows it: what is void or archived is to be billed again. */
export async function settleInvoicedOrder(context: Context, invoice_id: number): Promise<void> {
  const { rows } = await sql<{ document_id: number }>`
    select distinct s.document_id from transaction_document_details l
      join transaction_document_details s on s.document_detail_id = l.source_detail_id
    where l.document_id = ${invoice_id}
    union select source_document_id from transaction_documents
      where document_id = ${invoice_id} and document_type = 'invoice' and source_document_id is not null`.execute(
    context.db,
  )
  for (const { document_id } of rows) await settleOrder(context, Number(document_id))
}

/** Gives a released sales order the status that its deliveries and invoices make of it. */
export async function settleOrder(context: Context, id: number): Promise<void> {
  const { db, now } = context
  const { rows } = await sql<{ status_id: number; closed_short: number }>`
    select status_id, closed_short from transaction_documents
    where document_id = ${id} and document_type = 'sales_order' for no key update`.execute(db)
  const [order] = rows
  if (!order || !isFulfilled(order.status_id)) return
  const next = statusOfOrder(await readFigures(context, [id]), order.closed_short === 1)
  if (next === order.status_id) return
  await sql`update transaction_documents set status_id = ${next}, updated_at = ${now}
    where document_id = ${id}`.execute(db)
  await audit(context, 'transaction_documents', id, 'update', [
    { field: 'status_id', before: order.status_id, after: next },
  ])
}
