import { sql } from 'kysely'
import type { DoorLine, DoorOrder } from '#core/domains/orders/doorInvoice.ts'
import type { Context } from '#server/platform/context.ts'
import { chargesLeft, discountsTaken } from '../billedLines.ts'
import { readFigures } from '../settleOrder.ts'

interface OrderRow extends Omit<DoorOrder, 'lines' | 'discount_taken'> {
  stop_id: number
}

type LineRow = Omit<DoorLine, 'quantity_invoiced' | 'discount_taken'> & { stop_id: number }

/**
 * The orders that are paid at the door, by the stops of a round that bring something of them: their terms give no day of credit.
 * Nobody else's prices leave the office.
 */
export async function readDoorOrders(
  context: Context,
  shipment_id: number,
): Promise<Map<number, DoorOrder[]>> {
  const { db } = context
  const { rows: orders } = await sql<OrderRow>`
    select distinct t.stop_id, o.document_id, o.document_number::text as document_number, o.discount_type, o.discount, o.subtotal,
      o.freight, o.customs, o.expedite_fee, o.handling_charge
    from shipment_stops t join shipment_planner_details d on d.stop_id = t.stop_id
      join transaction_document_details l using (document_detail_id) join transaction_documents o using (document_id)
      join payment_terms m using (payment_term_id)
    where t.shipment_id = ${shipment_id} and o.company_id = t.company_id and m.term_days = 0
    order by t.stop_id, o.document_id`.execute(db)
  if (orders.length === 0) return new Map()
  const ids = [...new Set(orders.map(({ document_id }) => document_id))]
  const { rows: lines } = await sql<LineRow & { document_id: number }>`
    select l.document_id, t.stop_id, l.document_detail_id, p.product_name as product_title, l.quantity, u.unit_abbrev as unit_title,
      l.unit_price, l.line_discount_type, l.line_discount_amount, l.line_discount_percentage, l.line_total,
      coalesce((select json_agg(json_build_object('shipment_detail_id', d.shipment_detail_id,
          'factor', case when d.unit_id = l.unit_id then '1' else (v.factor / u.factor)::text end) order by d.shipment_detail_id)
        from shipment_planner_details d join units_of_measure v on v.id = d.unit_id
        where d.stop_id = t.stop_id and d.document_detail_id = l.document_detail_id), '[]') as loads
    from transaction_document_details l join tank_products p using (product_id) join units_of_measure u on u.id = l.unit_id
      join shipment_stops t on t.shipment_id = ${shipment_id}
    where l.document_id = any(${ids}) order by l.document_id, l.sort_order, l.document_detail_id`.execute(db)
  const figures = await readFigures(context, ids)
  const left = new Map<number, Awaited<ReturnType<typeof chargesLeft>>>()
  const taken = new Map<number, string>()
  for (const id of ids) {
    for (const [line, amount] of await discountsTaken(context, id)) taken.set(line, amount)
    left.set(id, await chargesLeft(context, orders.find(({ document_id }) => document_id === id)!))
  }
  const byStop = new Map<number, DoorOrder[]>()
  for (const { stop_id, ...order } of orders) {
    const { charges, discount_taken } = left.get(order.document_id)!
    const own = lines.filter((line) => line.stop_id === stop_id && line.document_id === order.document_id)
    const made = {
      ...{ ...order, ...charges, discount_taken },
      lines: own.map(({ stop_id: _, document_id: __, ...line }) => ({
        ...line,
        quantity_invoiced: figures.find(
          ({ document_detail_id }) => Number(document_detail_id) === line.document_detail_id,
        )!.quantity_invoiced,
        discount_taken: taken.get(line.document_detail_id) ?? '0',
      })),
    }
    byStop.set(stop_id, [...(byStop.get(stop_id) ?? []), made])
  }
  return byStop
}
