import { sql } from 'kysely'
import { DOCUMENT_STATUS, isFulfilled } from '#core/domains/orders/documentStatus.ts'
import { quantityToInvoice, statusOfOrder } from '#core/domains/orders/fulfilment.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/prepared.ts'
import { audit } from '#server/resources/audit.ts'
import { BILLS_NOTHING, inLineUnit, quantityInvoiced } from './lineQuantities.ts'
import { priceDelivered } from './priceDelivered.ts'

/** The quantities of an order's line, all in the line's own unit. */
export interface LineFigures {
  document_detail_id: number
  quantity: string
  quantity_planned: string
  quantity_delivered: string
  quantity_invoiced: string
}

/** Invoices without a debt. */
const SETTLED = [DOCUMENT_STATUS.paid, DOCUMENT_STATUS.closed, DOCUMENT_STATUS.write_off]
/** A shipment that may still deliver its loads. */
const ON_THE_WAY = [SHIPMENT_STATUS.draft, SHIPMENT_STATUS.in_route, SHIPMENT_STATUS.delivered]

/** The quantities of documents' lines: planned, delivered, and on invoices that are not void, less what was credited. */
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
      ${quantityInvoiced(until)} as quantity_invoiced
    from transaction_document_details l join units_of_measure u on u.id = l.unit_id
    where l.document_id = any(${ids}) order by l.document_id, l.sort_order, l.document_detail_id`,
  )
}

/** Recomputes what the finalized shipments delivered of orders' lines, and updates the orders' statuses. */
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
  const ids = [...new Set(rows.map(({ document_id }) => Number(document_id)))].sort((a, b) => a - b)
  await priceDelivered(context, ids)
  for (const id of ids) await settleOrder(context, id)
}

/** Updates the orders that an invoice bills: what is void, archived or credited must be billed again, and what is paid is closed. */
export async function settleInvoicedOrder(context: Context, invoice_id: number): Promise<void> {
  for (const id of await ordersOfInvoice(context, invoice_id)) await settleOrder(context, id)
}

async function ordersOfInvoice({ db }: Context, invoice_id: number): Promise<number[]> {
  const { rows } = await sql<{ document_id: number }>`
    select distinct s.document_id from transaction_document_details l
      join transaction_document_details s on s.document_detail_id = l.source_detail_id
    where l.document_id = ${invoice_id}
    union select source_document_id from transaction_documents
      where document_id = ${invoice_id} and document_type = 'invoice' and source_document_id is not null
    order by document_id`.execute(db)
  return rows.map(({ document_id }) => Number(document_id))
}

/**
 * Gives a released sales order the status that follows from its deliveries, invoices and payments. A closed one is reopened when something
 * must be billed: a ticket was corrected, or an invoice is void or credited.
 */
export async function settleOrder(context: Context, id: number): Promise<void> {
  const { db } = context
  const { rows } = await sql<{ status_id: number; closed_short: number }>`
    select status_id, closed_short from transaction_documents
    where document_id = ${id} and document_type = 'sales_order' for no key update`.execute(db)
  const [order] = rows
  const isClosed = order?.status_id === DOCUMENT_STATUS.closed
  if (!order || !(isClosed || isFulfilled(order.status_id))) return
  const figures = await readFigures(context, [id])
  if (isClosed && !figures.some((line) => Number(quantityToInvoice(line)) > 0)) return
  const fulfilled = statusOfOrder(figures, order.closed_short === 1)
  const isOver = fulfilled === DOCUMENT_STATUS.invoiced && (await isPaid(context, id))
  await saveStatus(context, id, order.status_id, isOver ? DOCUMENT_STATUS.closed : fulfilled)
}

/** Orders whose invoice has a reversed payment return to invoiced. */
export async function reopenPaidOrders(context: Context, invoice_id: number): Promise<void> {
  for (const id of await ordersOfInvoice(context, invoice_id)) {
    const { rows } = await sql<{ status_id: number }>`
      select status_id from transaction_documents where document_id = ${id} for no key update`.execute(
      context.db,
    )
    if (rows[0]!.status_id === DOCUMENT_STATUS.closed)
      await saveStatus(context, id, DOCUMENT_STATUS.closed, DOCUMENT_STATUS.invoiced)
  }
}

/** Whether nothing is owed for an order: it has invoices, and each is paid or written off. */
async function isPaid({ db }: Context, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_paid: boolean | null }>`
    select bool_and(i.status_id = any(${SETTLED})) as is_paid from transaction_documents i
    where i.document_type = 'invoice' and i.archived = 0 and i.status_id <> all(${BILLS_NOTHING}) and i.document_id in (
      select b.document_id from transaction_document_details l
        join transaction_document_details b on b.source_detail_id = l.document_detail_id
      where l.document_id = ${id})`.execute(db)
  return rows[0]?.is_paid === true
}

async function saveStatus(context: Context, id: number, before: number, after: number): Promise<void> {
  if (after === before) return
  await sql`update transaction_documents set status_id = ${after}, updated_at = ${context.now}
    where document_id = ${id}`.execute(context.db)
  await audit(context, 'transaction_documents', id, 'update', [{ field: 'status_id', before, after }])
}
