import { sql } from 'kysely'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { ON_THE_WAY } from '#server/domains/shipments/readTanks.ts'
import type { Context } from '#server/platform/context.ts'

/** A load that is on its way to a tank, whoever may see its round. */
interface PlannedTank {
  device_ports_id: number
  shipment_id: number
  shipment_number: string
  day: string
}

/** What rounds bring to tanks and have not brought yet, the earliest first; of some tanks, or of all. */
export async function readPlannedTanks({ db }: Context, ports?: readonly number[]): Promise<PlannedTank[]> {
  const { rows } = await sql<PlannedTank>`
    select tank as device_ports_id, s.shipment_id, s.shipment_number, coalesce(s.deliver_date, s.load_date)::text as day
    from shipment_planners s join shipment_planner_details d using (shipment_id)
      cross join lateral unnest(load_ports(d.device_ports_id, d.document_detail_id, d.product_id)) as tank
    where s.status_id = any(${ON_THE_WAY}) and ${ports ? sql<boolean>`tank = any(${ports})` : sql<boolean>`true`}
      and not (s.status_id = ${SHIPMENT_STATUS.delivered} and exists (
        select from device_ports t join port_states p using (device_id, port_number)
        where t.device_ports_id = tank and p.trusted_at > s.delivered_at))
    order by day, s.shipment_id`.execute(db)
  return rows
}
