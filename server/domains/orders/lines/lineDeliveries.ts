import { type RawBuilder, sql } from 'kysely'
import type { Delivery, DeliveryBill } from '#core/domains/prices/openDeliveries.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { DELIVERED_AT, DELIVERED_ON } from './deliveredAt.ts'
import { bills, inLineUnit } from './lineQuantities.ts'

/** A delivery with its day. */
export interface DatedDelivery extends Delivery {
  readonly day: string
}

/** The deliveries of an order's line `l` with the unit `u`, the earliest first. */
export const deliveriesOfLine: RawBuilder<DatedDelivery[]> = sql`coalesce((
  select json_agg(json_build_object('delivered', p.delivered_at, 'day', p.day, 'quantity', p.quantity::text) order by p.delivered_at)
  from (select ${DELIVERED_AT} as delivered_at, ${DELIVERED_ON} as day,
      sum(${inLineUnit('d.delivered', 'd.delivered_unit_id', 'd.delivered_liters')}) as quantity
    from shipment_planner_details d join shipment_planners s using (shipment_id)
    where d.document_detail_id = l.document_detail_id and s.status_id = ${SHIPMENT_STATUS.finalized} and d.delivered > 0
    group by 1, 2) p), '[]')`

/**
 * The lines of invoices that bill an order's line `l` with the unit `u`, the earliest first.
 * @param except the id of a document whose own lines are left out
 */
export const billsOfLine = (except: RawBuilder<unknown> = sql`null`): RawBuilder<DeliveryBill[]> =>
  sql`coalesce((select json_agg(json_build_object('made', i.created_at, 'parts', coalesce(b.price_found -> 'parts', '[]'), 'quantity',
      (${inLineUnit('b.quantity', 'b.unit_id', 'b.quantity_liters')} + coalesce((
        select sum(${inLineUnit('c.quantity', 'c.unit_id', 'c.quantity_liters')}) from transaction_document_details c
        where c.credited_detail_id = b.document_detail_id), 0))::text) order by i.created_at, b.document_detail_id)
    from transaction_document_details b join transaction_documents i on i.document_id = b.document_id
    where b.source_detail_id = l.document_detail_id and i.document_type = 'invoice' and i.document_id is distinct from ${except}
      and ${bills()}), '[]')`
