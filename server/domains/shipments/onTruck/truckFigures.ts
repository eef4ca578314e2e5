import { sql } from 'kysely'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { truck_figures } from '#core/domains/shipments/trucks/truck_figures.ts'
import type { ComputedFields } from '#server/resources/operations.ts'
import { visibleIfRead } from '#server/resources/rights/visible.ts'

const FREE = {
  ...{ round_id: null, round_number: null, round_status_id: null },
  ...{ round_day: null, round_stops: null, round_closed_stops: null },
}

interface FiguresRow {
  truck_id: number
  round_id: number
  round_number: string
  round_status_id: number
  round_day: string
  round_stops: number
  round_closed_stops: number
}

/** The current round of each vehicle, or else its next draft from today on, if the actor sees it: one statement for all rows. */
export const truckFigures: ComputedFields = {
  definition: truck_figures,
  read: async ({ db, actor }, rows) => {
    const ids = rows.map(({ truck_id }) => Number(truck_id))
    const { draft, in_route } = SHIPMENT_STATUS
    const { rows: found } = await sql<FiguresRow>`
      select v.truck_id, r.*, stops.* from unnest(${ids}::int8[]) as v (truck_id) cross join lateral (
        select s.shipment_id as round_id, s.shipment_number as round_number, s.status_id as round_status_id, s.load_date as round_day
        from shipment_planners s
        where v.truck_id in (s.truck_id, s.trailer_id) and ${visibleIfRead(actor, shipment_planners, 's')}
          and (s.status_id = ${in_route} or (s.status_id = ${draft} and s.load_date >= business_today()))
        order by s.status_id = ${in_route} desc, s.load_date, s.shipment_id limit 1) r
      cross join lateral (select count(*)::int as round_stops,
          (count(*) filter (where t.status in ('done', 'not_delivered')))::int as round_closed_stops
        from shipment_stops t where t.shipment_id = r.round_id) stops`.execute(db)
    const byTruck = new Map(found.map(({ truck_id, ...round }) => [Number(truck_id), round]))
    return ids.map((id) => byTruck.get(id) ?? FREE)
  },
}
