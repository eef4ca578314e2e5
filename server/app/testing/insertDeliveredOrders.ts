import { sql } from 'kysely'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Orders of a finalized shipment. */
const PER_SHIPMENT = 20

/**
 * Inserts delivered orders over 100 gallons at 2.50 in Broken Bow, Nebraska, each of one of these devices by turns: many, where calls
 * would take long.
 * @param price_rule_id a rule by the day of delivery, which prices their lines again when they are billed
 * @returns their ids
 */
export async function insertDeliveredOrders(
  db: Database,
  count: number,
  {
    product_id,
    devices,
    price_rule_id = null,
  }: { product_id: number; devices: readonly number[]; price_rule_id?: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ document_id: number }>`
    with gallon as (select id as unit_id, factor from units_of_measure where code = 'gal'),
    made as (insert into transaction_documents (document_type, status_id, given_out, approved, company_id, device_id, site_id, due_date,
        payment_term_id, currency_id, ship_city, ship_state, ship_zip_code, ship_country_iso_3, subtotal, total_amount, document_subtotal,
        document_total_amount)
      select 'sales_order', ${DOCUMENT_STATUS.received}, 1, 1, v.company_id, v.device_id, v.site_id, business_today(),
        (select min(payment_term_id) from payment_terms), c.currency_id, 'Broken Bow', 'NE', '68822', 'USA', 250, 250, 250, 250
      from generate_series(0, ${count}::int - 1) n
        join devices v on v.device_id = (${[...devices]}::int8[])[1 + n % ${devices.length}::int] join companies c using (company_id)
      order by n returning document_id, company_id, device_id),
    lines as (insert into transaction_document_details (document_id, sort_order, product_id, quantity, unit_id, unit_price, line_total,
        quantity_delivered, price_source, price_found)
      select document_id, 0, ${product_id}, 100, unit_id, 2.5, 250, 100, case when ${price_rule_id}::int8 is not null then 'price_list' end,
        case when ${price_rule_id}::int8 is not null
          then jsonb_build_object('price_rule_id', ${price_rule_id}::int8, 'price_by', 'delivery') end
      from made cross join gallon returning document_id, document_detail_id),
    rounds as (insert into shipment_planners (company_id, status_id, load_date, deliver_date, delivered_at)
      select 1, ${SHIPMENT_STATUS.finalized}, business_today() - 1, business_today() - 1, now() - interval '1 day'
      from generate_series(1, ${Math.ceil(count / PER_SHIPMENT)}::int) returning shipment_id),
    loads as (insert into shipment_planner_details (shipment_id, sort_order, product_id, quantity_ordered, quantity, unit_id, quantity_liters,
        document_detail_id, company_id, delivered, delivered_unit_id, delivered_liters)
      select r.shipment_id, l.place, ${product_id}, 378, 100, unit_id, 100 * factor, l.document_detail_id, made.company_id, 100, unit_id, 100 * factor
      from (select document_id, document_detail_id, row_number() over (order by document_id) - 1 as place from lines) l
        join (select shipment_id, row_number() over (order by shipment_id) - 1 as place from rounds) r on r.place = l.place / ${PER_SHIPMENT}::int
        join made using (document_id) cross join gallon)
    select document_id from made order by 1`.execute(db)
  return rows.map(({ document_id }) => document_id)
}
