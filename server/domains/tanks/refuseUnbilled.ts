import { type RawBuilder, sql } from 'kysely'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'

/** Whether a load `d` of a shipment `s` was delivered to the owner of the device `v` without an order, which billing will create. */
export const IS_UNORDERED: RawBuilder<boolean> = sql`(s.status_id = ${SHIPMENT_STATUS.finalized} and d.document_detail_id is null
  and d.delivered > 0 and (d.company_id is null or d.company_id = v.company_id))`

/**
 * Prevents changes of tanks with deliveries that still need an order: billing finds such a delivery by its tank and the owner of the tank.
 * @param which a condition on ports `p`
 * @throws Refusal 409 that names a round
 */
export async function refuseUnbilled({ db }: Context, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ shipment_number: string }>`
    select s.shipment_number from device_ports p join devices v using (device_id)
      join shipment_planner_details d using (device_ports_id) join shipment_planners s using (shipment_id)
    where ${which} and ${IS_UNORDERED} limit 1`.execute(db)
  if (rows[0]) throw conflict('messages.delivery_unbilled', { round: rows[0].shipment_number })
}
