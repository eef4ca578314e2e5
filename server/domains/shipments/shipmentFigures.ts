import { sql } from 'kysely'
import { shipment_figures } from '#core/domains/shipments/shipment_figures.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { volumeIn } from '#core/platform/numbers/units.ts'
import type { ComputedFields } from '#server/resources/operations.ts'
import { stopsInReach } from './deliveries/stopsInReach.ts'

interface FiguresRow {
  shipment_id: number
  stop_count: number
  closed_stop_count: number
  stop_companies: string | null
  stop_places: string
  planned: number | null
  delivered: number | null
}

/**
 * Stops of shipments and the volume of their loads, limited to the stops that the actor may see, in one statement for
 * all rows. Volumes are in the actor's gallons or litres.
 */
export const shipmentFigures: ComputedFields = {
  definition: shipment_figures,
  read: async ({ db, actor }, rows) => {
    const ids = rows.map(({ shipment_id }) => Number(shipment_id))
    const { rows: found } = await sql<FiguresRow>`
      select count(*)::int as stop_count, (count(*) filter (where t.status in ('done', 'not_delivered') or s.status_id = ${SHIPMENT_STATUS.finalized}))::int
          as closed_stop_count,
        string_agg(distinct c.company, ', ') as stop_companies, string_agg(t.place, ', ' order by t.sequence) as stop_places,
        sum(loads.planned)::float8 as planned, sum(loads.delivered)::float8 as delivered, s.shipment_id
      from unnest(${ids}::int8[]) as requested (shipment_id) join shipment_planners s using (shipment_id)
        join shipment_stops t using (shipment_id) left join companies c on c.company_id = t.company_id
        left join lateral (select sum(d.quantity_liters) as planned, sum(d.delivered_liters) as delivered
          from shipment_planner_details d where d.stop_id = t.stop_id) loads on true
      where ${stopsInReach(actor)} group by s.shipment_id`.execute(db)
    const byShipment = new Map(found.map((item) => [Number(item.shipment_id), item]))
    const system = actor.units === 'imperial' ? 'gallons' : 'litres'
    const volume = (litres: number | null) =>
      litres === null ? null : volumeIn(actor.units, litres).toFixed(1)
    return ids.map((id) => {
      const one = byShipment.get(id)
      if (!one) return { stop_count: 0, closed_stop_count: 0 }
      const { stop_count, closed_stop_count, stop_companies, stop_places, planned, delivered } = one
      return {
        stop_count,
        closed_stop_count,
        stop_companies,
        stop_places,
        [`planned_${system}`]: volume(planned),
        [`delivered_${system}`]: volume(delivered),
      }
    })
  },
}
