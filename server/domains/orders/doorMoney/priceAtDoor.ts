import { sql } from 'kysely'
import { documentTotals, type LineFigures, lineTotal } from '#core/domains/orders/totals.ts'
import { decimalPlacesOf } from '#core/platform/money.ts'
import type { Context } from '#server/platform/context.ts'
import { findPrices, type PricedProduct } from '../findPrices.ts'

/** A line of an order at a stop. */
interface AtStop extends LineFigures {
  stop_id: number
  document_id: number
  document_detail_id: number
  unit_price: string
  line_total: string
}

interface ByDelivery extends PricedProduct {
  stop_id: number
  document_detail_id: number
  precision: number | null
}

/**
 * Lines whose price rule goes by the day of delivery, with the price of the day of their stop: when it was done, else the day of the round or,
 * if that is over, today.
 * The others stay as they are.
 */
export async function priceAtDoor<Line extends AtStop>(
  context: Context,
  shipment_id: number,
  lines: readonly Line[],
): Promise<Line[]> {
  const { rows } = await sql<ByDelivery>`
    select t.stop_id, l.document_detail_id, o.company_id, l.product_id, l.unit_id, l.quantity, o.site_id,
      o.document_date::text as order_date, y.precision,
      coalesce(to_json(t.done_at) #>> '{}', greatest(coalesce(s.deliver_date, s.load_date), business_today())::text) as delivered
    from transaction_document_details l join transaction_documents o using (document_id) join companies c using (company_id)
      left join currencies y on y.currency_id = c.currency_id
      join shipment_stops t on t.shipment_id = ${shipment_id} join shipment_planners s using (shipment_id)
    where l.document_detail_id = any(${lines.map(({ document_detail_id }) => document_detail_id)})
      and l.price_source is distinct from 'by_hand' and l.price_found ->> 'price_by' = 'delivery'`.execute(
    context.db,
  )
  if (rows.length === 0) return [...lines]
  const found = await findPrices(context, rows)
  return lines.map((line) => {
    const at = rows.findIndex(
      (one) => one.stop_id === line.stop_id && one.document_detail_id === line.document_detail_id,
    )
    if (at < 0) return line
    const unit_price = found[at]?.unit_price ?? '0.000000'
    return {
      ...line,
      unit_price,
      line_total: lineTotal({ ...line, unit_price }, decimalPlacesOf(rows[at]!.precision)),
    }
  })
}

/** The subtotal of an order at a stop, by its lines there. */
export function subtotalAt(
  { stop_id, document_id }: Pick<AtStop, 'stop_id' | 'document_id'>,
  lines: readonly AtStop[],
): string {
  const own = lines.filter((line) => line.stop_id === stop_id && line.document_id === document_id)
  return documentTotals(
    own.map(({ line_total }) => line_total),
    {},
  ).subtotal
}
