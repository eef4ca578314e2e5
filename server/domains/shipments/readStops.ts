import { sql } from 'kysely'
import type { ShipmentStop } from '#core/domains/shipments/shipmentStops.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'

/** The stops of a round in order. The caller has checked that the actor may see the round. */
export async function readStops({ db }: Pick<Context, 'db'>, shipment_id: number): Promise<ShipmentStop[]> {
  return runPrepared(
    db,
    sql<ShipmentStop>`
    select s.stop_id, s.sequence, s.company_id, c.company as company_title, s.site_id, s.place,
      s.latitude::float8 as latitude, s.longitude::float8 as longitude, s.planned_arrival,
      z.time_zone, s.service_minutes, s.status,
      s.expected_arrival, s.arrived_at, s.done_at, s.reason, s.note, s.signed_by, s.signed_at,
      array(select d.shipment_detail_id from shipment_planner_details d where d.stop_id = s.stop_id
        order by d.sort_order, d.shipment_detail_id) as shipment_detail_ids
    from shipment_stops s left join companies c on c.company_id = s.company_id left join sites z on z.site_id = s.site_id
    where s.shipment_id = ${shipment_id} order by s.sequence`,
  )
}
