import { sql } from 'kysely'
import { DOCUMENT_STATUS, isFulfilled } from '#core/domains/orders/documentStatus.ts'
import { quantityToInvoice, statusOfOrder } from '#core/domains/orders/fulfilment.ts'
import { isOffPlan } from '#core/domains/shipments/checkLoad.ts'
import { SHIPMENT_STATUS, UNFINISHED_STATUSES } from '#core/domains/shipments/shipmentStatus.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { readTolerance } from '#server/domains/companies/readTolerance.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { auditMany } from '#server/resources/history/audit.ts'
import { BILLS_NOTHING, bills, inLineUnit, quantityInvoiced } from '../lines/lineQuantities.ts'
import { priceDelivered } from './priceDelivered.ts'

/** The quantities of an order's line, all in the line's own unit. */
export interface LineFigures {
  document_id: number
  document_detail_id: number
  quantity: string
  quantity_planned: string
  quantity_delivered: string
  quantity_invoiced: string
}

/** Invoices without a debt. */
const SETTLED = [DOCUMENT_STATUS.paid, DOCUMENT_STATUS.closed, DOCUMENT_STATUS.write_off]

/** Whether an invoice in this status bills its orders and is owed. */
export function decidesOrders(status_id: number): boolean {
  return [...SETTLED, ...BILLS_NOTHING].some((item) => item === status_id)
}

/** The quantities of documents' lines: planned, delivered, and on invoices that are not void, less credited quantities. */
export async function readFigures(
  { db }: Context,
  ids: readonly number[],
  until: string | null = null,
): Promise<LineFigures[]> {
  return runPrepared(
    db,
    sql<LineFigures>`
    select l.document_id, l.document_detail_id, l.quantity, l.quantity_delivered,
      coalesce((select sum(${inLineUnit('p.quantity', 'p.unit_id', 'p.quantity_liters')}) from shipment_planner_details p
        join shipment_planners s using (shipment_id)
        where p.document_detail_id = l.document_detail_id and s.status_id = any(${UNFINISHED_STATUSES})), 0)::numeric(14, 3)
        as quantity_planned,
      ${quantityInvoiced(until)} as quantity_invoiced
    from transaction_document_details l join units_of_measure u on u.id = l.unit_id
    where l.document_id = any(${ids}) order by l.document_id, l.sort_order, l.document_detail_id`,
  )
}

/** Recomputes the quantities that finalized shipments delivered, and updates the orders' statuses. */
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
  await priceDelivered(context, ids, { withFees: true })
  await settleOrders(context, ids)
}

/**
 * Updates the orders that invoices bill: what is void, archived or credited must be billed again, at the price of its day, and what is paid
 * is closed.
 */
export async function settleInvoicedOrders(context: Context, invoices: readonly number[]): Promise<void> {
  const ids = await ordersOfInvoices(context, invoices)
  await sql`select from transaction_documents where document_id = any(${ids}) order by document_id for no key update`.execute(
    context.db,
  )
  await priceDelivered(context, ids)
  await settleOrders(context, ids)
}

/** The orders that invoices bill, in order of their ids. */
export async function ordersOfInvoices({ db }: Context, invoices: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ document_id: number }>`
    select distinct s.document_id from transaction_document_details l
      join transaction_document_details s on s.document_detail_id = l.source_detail_id
    where l.document_id = any(${[...invoices]})
    union select source_document_id from transaction_documents
      where document_id = any(${[...invoices]}) and document_type = 'invoice' and source_document_id is not null
    order by document_id`.execute(db)
  return rows.map(({ document_id }) => Number(document_id))
}

interface SettledOrder {
  document_id: number
  company_id: number | null
  status_id: number
  closed_short: number
}

/**
 * The partly delivered lines that count as delivered in full: the rest is within the tolerance of their company, and no round brings it.
 * A truck that delivered 298 of 300 gallons does not come back for two.
 */
async function findWhole(
  context: Context,
  orders: readonly SettledOrder[],
  figures: ReadonlyMap<number, readonly LineFigures[]>,
): Promise<Set<LineFigures>> {
  const whole = new Set<LineFigures>()
  const tolerances = new Map<number | null, number | null>()
  for (const { document_id, company_id } of orders) {
    const partly = (figures.get(document_id) ?? []).filter(
      ({ quantity, quantity_delivered, quantity_planned }) =>
        Number(quantity_delivered) > 0 &&
        Number(quantity_delivered) < Number(quantity) &&
        Number(quantity_planned) === 0,
    )
    if (partly.length === 0) continue
    if (!tolerances.has(company_id)) tolerances.set(company_id, await readTolerance(context, company_id))
    const tolerance = tolerances.get(company_id) ?? null
    for (const line of partly)
      if (!isOffPlan(Number(line.quantity_delivered), Number(line.quantity), tolerance)) whole.add(line)
  }
  return whole
}

/**
 * Gives released sales orders the status that follows from their deliveries, invoices and payments. A closed order is reopened when
 * something must be billed: a ticket was corrected, or an invoice is void or credited.
 */
export async function settleOrders(context: Context, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<SettledOrder>`
    select document_id, company_id, status_id, closed_short from transaction_documents
    where document_id = any(${[...ids]}) and document_type = 'sales_order' order by document_id for no key update`.execute(
    context.db,
  )
  const orders = rows.filter(
    ({ status_id }) => status_id === DOCUMENT_STATUS.closed || isFulfilled(status_id),
  )
  const figures = groupBy(
    await readFigures(
      context,
      orders.map(({ document_id }) => document_id),
    ),
    ({ document_id }) => Number(document_id),
  )
  const whole = await findWhole(context, orders, figures)
  const settled = orders.flatMap((order) => {
    const { document_id, status_id, closed_short } = order
    const lines = figures.get(document_id) ?? []
    const isClosed = status_id === DOCUMENT_STATUS.closed
    if (isClosed && !lines.some((line) => Number(quantityToInvoice(line)) > 0)) return []
    const after = statusOfOrder(lines, closed_short === 1, (line) => whole.has(line))
    return [{ document_id, before: status_id, after }]
  })
  const invoiced = settled.filter(({ after }) => after === DOCUMENT_STATUS.invoiced)
  const paid = await findPaid(
    context,
    invoiced.map(({ document_id }) => document_id),
  )
  await saveStatuses(
    context,
    settled.map((item) => (paid.has(item.document_id) ? { ...item, after: DOCUMENT_STATUS.closed } : item)),
  )
}

/** Orders whose invoice has a reversed payment return to invoiced. */
export async function reopenPaidOrders(context: Context, invoice_id: number): Promise<void> {
  const { rows } = await sql<{ document_id: number }>`
    select document_id from transaction_documents
    where document_id = any(${await ordersOfInvoices(context, [invoice_id])}) and status_id = ${DOCUMENT_STATUS.closed}
    order by document_id for no key update`.execute(context.db)
  await saveStatuses(
    context,
    rows.map(({ document_id }) => ({
      ...{ document_id, before: DOCUMENT_STATUS.closed, after: DOCUMENT_STATUS.invoiced },
    })),
  )
}

/** The orders for which nothing is owed: they have invoices, and each is paid or written off. */
async function findPaid({ db }: Context, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ document_id: number }>`
    select l.document_id from transaction_document_details l
      join transaction_document_details b on b.source_detail_id = l.document_detail_id
      join transaction_documents i on i.document_id = b.document_id
    where l.document_id = any(${[...ids]}) and ${bills()}
    group by l.document_id having bool_and(i.status_id = any(${SETTLED})) filter (where i.document_type = 'invoice')`.execute(
    db,
  )
  return new Set(rows.map(({ document_id }) => document_id))
}

async function saveStatuses(
  context: Context,
  orders: readonly { document_id: number; before: number; after: number }[],
): Promise<void> {
  const changed = orders.filter(({ before, after }) => before !== after)
  if (changed.length === 0) return
  await sql`update transaction_documents d set status_id = c.after, updated_at = ${context.now}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (document_id int8, after int)
    where d.document_id = c.document_id`.execute(context.db)
  await auditMany(
    context,
    'transaction_documents',
    'update',
    changed.map(({ document_id, before, after }) => ({
      record_id: document_id,
      changes: [{ field: 'status_id', before, after }],
    })),
  )
}
