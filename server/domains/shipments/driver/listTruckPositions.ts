import { sql } from 'kysely'
import { people } from '#core/domains/people/people.ts'
import type { TruckOnTheRoad } from '#core/domains/shipments/driver/positionCalls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { fullNameSql } from '#server/resources/names/fullNameSql.ts'
import { selectableRows, visible } from '#server/resources/rights/visible.ts'

interface Row extends Omit<TruckOnTheRoad, 'position' | 'stops'> {
  latitude: number | null
  longitude: number | null
  at: string | null
}
type StopRow = TruckOnTheRoad['stops'][number] & { shipment_id: number }

/** Trucks on the road: their position, as far as their drivers share it, and expected arrivals at their stops. */
export async function listTruckPositions({ db, actor }: Context): Promise<TruckOnTheRoad[]> {
  const { rows } = await sql<Row>`
    select s.shipment_id, s.shipment_number, t.truck_name as truck_title, case when ${selectableRows(actor, people, 'p')} then ${fullNameSql('p')} end as driver,
      w.latitude::float8 as latitude, w.longitude::float8 as longitude, w.at
    from shipment_planners s left join truck_positions w using (shipment_id) left join tanker_trucks t using (truck_id)
      left join people p on p.people_id = s.delivered_by
    where s.status_id = ${SHIPMENT_STATUS.in_route} and ${visible(actor, shipment_planners, 's')}
    order by s.shipment_id desc limit 200`.execute(db)
  const { rows: stops } = await sql<StopRow>`
    select t.shipment_id, t.stop_id, t.sequence, t.place, coalesce(z.time_zone, business_time_zone()) as time_zone,
      t.expected_arrival
    from shipment_stops t left join sites z using (site_id)
    where t.shipment_id = any(${rows.map(({ shipment_id }) => shipment_id)}) and t.status = 'planned'
    order by t.sequence`.execute(db)
  return rows.map(({ latitude, longitude, at, ...round }) => ({
    ...round,
    position: at === null || latitude === null || longitude === null ? null : { latitude, longitude, at },
    stops: stops
      .filter(({ shipment_id }) => shipment_id === round.shipment_id)
      .map(({ shipment_id: _, ...stop }) => stop),
  }))
}
