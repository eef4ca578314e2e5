import { sql } from 'kysely'
import { UNFINISHED_STATUSES } from '#core/domains/shipments/shipmentStatus.ts'
import { isToCome } from '#server/domains/shipments/readTanks.ts'
import type { Context } from '#server/platform/context.ts'

/** A load on its way to a tank, also one of a round that the actor may not see. */
interface PlannedTank {
  device_ports_id: number
  shipment_id: number
  shipment_number: string
  day: string
  /** What it still brings, L. */
  liters: number
}

/** Loads that rounds will still deliver to tanks, earliest first; for some tanks, or all. */
export async function readPlannedTanks({ db }: Context, ports?: readonly number[]): Promise<PlannedTank[]> {
  // A function finds the tanks of a load, so it is called only for the loads of those rounds.
  const { rows } = await sql<PlannedTank>`
    select tank as device_ports_id, s.shipment_id, s.shipment_number, coalesce(s.deliver_date, s.load_date)::text as day,
      greatest(d.quantity_liters - coalesce(d.delivered_liters, 0), 0)::float8 as liters
    from shipment_planners s
      cross join lateral (select * from shipment_planner_details d where d.shipment_id = s.shipment_id offset 0) as d
      cross join lateral unnest(load_ports(d.device_ports_id, d.document_detail_id, d.product_id)) as tank
    where s.status_id = any(${UNFINISHED_STATUSES}) and ${ports ? sql<boolean>`tank = any(${ports})` : sql<boolean>`true`}
      and ${isToCome(sql`array[tank]`)}
    order by day, s.shipment_id`.execute(db)
  return rows
}
