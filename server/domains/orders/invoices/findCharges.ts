import { sql } from 'kysely'
import { CHARGES } from '#core/domains/orders/charges.ts'
import { isSameAmount } from '#core/domains/orders/totals.ts'
import { type ChargedFee, type Charges, followFees } from '#core/domains/prices/chargeFees.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { decimalPlacesOf } from '#core/platform/numbers/money.ts'
import type { Context } from '#server/platform/context.ts'
import { DELIVERED_AT } from '../lines/deliveredAt.ts'
import { inLineUnit } from '../lines/lineQuantities.ts'
import { findFees } from '../lines/withFees.ts'

interface Delivered extends Charges {
  document_id: number
  company_id: number
  precision: number | null
  fees_found: ChargedFee[]
  /** The time of its last delivery. */
  day: string | null
  /** Quantities of its lines by stop; null: received by hand. */
  lines: { product_id: number; unit_id: number; quantity: string; drop: number | null }[]
}

/** The new charges of an order and the fees that they consist of. */
export interface Recharged {
  charges: ReturnType<typeof followFees>
  fees: ChargedFee[]
}

/**
 * The charges of orders with the fees of their deliveries, by stop, as of the last delivery. Charges that a person entered stay, and all
 * charges of an order that is paid on delivery: its customer has paid them at the doorstep.
 * @returns by order, if its charges change
 */
export async function findCharges(
  context: Context,
  documents: readonly number[],
): Promise<Map<number, Recharged>> {
  const orders = await readDelivered(context, documents)
  const found = await findFees(
    context,
    orders.map(({ company_id, day, lines, precision }) => ({
      ...{ company_id, day, lines, places: decimalPlacesOf(precision) },
    })),
  )
  return new Map(
    orders.flatMap((order, index): [number, Recharged][] => {
      const fees = itemAt(found, index)
      const charges = followFees(order, order.fees_found, fees)
      const isChanged = keysOf(charges).some(
        (name) => !isSameAmount(charges[name] ?? '0', order[name] ?? '0'),
      )
      return isChanged ? [[order.document_id, { charges, fees }]] : []
    }),
  )
}

async function readDelivered({ db }: Context, documents: readonly number[]): Promise<Delivered[]> {
  if (documents.length === 0) return []
  const charges = sql.join(CHARGES.map((name) => sql.ref(`o.${name}`)))
  const { rows } = await sql<Delivered>`
    select o.document_id, o.company_id, ${charges}, y.precision, o.fees_found, coalesce(
        (select max(${DELIVERED_AT})::text from transaction_document_details l join shipment_planner_details d using (document_detail_id)
          join shipment_planners s using (shipment_id)
          where l.document_id = o.document_id and s.status_id = ${SHIPMENT_STATUS.finalized} and d.delivered > 0),
        o.wished_date::text, o.document_date::text) as day,
      (select json_agg(json_build_object('product_id', l.product_id, 'unit_id', l.unit_id, 'quantity', p.quantity::text, 'drop', p.drop)
          order by l.sort_order, l.document_detail_id, p.drop)
        from transaction_document_details l join units_of_measure u on u.id = l.unit_id, lateral (
          select coalesce(d.stop_id, -d.shipment_id) as drop,
            sum(${inLineUnit('d.delivered', 'd.delivered_unit_id', 'd.delivered_liters')}) as quantity
          from shipment_planner_details d join shipment_planners s using (shipment_id)
          where d.document_detail_id = l.document_detail_id and s.status_id = ${SHIPMENT_STATUS.finalized} and d.delivered > 0
          group by 1
          union all select null, l.quantity_by_hand where l.quantity_by_hand > 0) p
        where l.document_id = o.document_id) as lines
    from transaction_documents o join companies c using (company_id) left join currencies y on y.currency_id = c.currency_id
      left join payment_terms m on m.payment_term_id = o.payment_term_id
    where o.document_id = any(${[...documents]}) and o.document_type = 'sales_order' and o.fees_found is not null
      and m.term_days is distinct from 0 and exists (
        select from transaction_document_details l where l.document_id = o.document_id and l.quantity_delivered > 0)
    order by o.document_id`.execute(db)
  return rows
}
