import { sql } from 'kysely'
import { people } from '#core/domains/people/people.ts'
import type { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import type { Context } from '#server/platform/context.ts'
import { selectableRows } from '#server/resources/rights/visible.ts'
import { seesRound } from '../stopsInReach.ts'
import { inPeriod, MAX_ENTRIES, nearestFirst } from './period.ts'

export interface CalendarRound {
  shipment_id: number
  shipment_number: string
  status_id: (typeof SHIPMENT_STATUS)[keyof typeof SHIPMENT_STATUS]
  load_date: string
  last_day: string
  truck: string | null
  driver: string | null
  stops: readonly { place: string; arrival: string | null; time_zone: string }[]
}

/** The rounds of a calendar's period that the actor sees as a whole; drivers see only their own. */
export async function readRounds({ actor, db }: Context): Promise<CalendarRound[]> {
  const isOwn = actor.loginType === 'driver' ? sql`s.delivered_by = ${actor.people_id}` : sql`true`
  const { rows } = await sql<CalendarRound>`
    select s.shipment_id, coalesce(s.shipment_number, '') as shipment_number, s.status_id, s.load_date,
      coalesce(s.deliver_date, s.load_date) as last_day,
      case when ${selectableRows(actor, tanker_trucks, 't')} then t.truck_name end as truck,
      case when ${selectableRows(actor, people, 'd')} then d.combined_name end as driver,
      coalesce((select jsonb_agg(jsonb_build_object('place', b.place, 'arrival', coalesce(b.expected_arrival, b.planned_arrival),
          'time_zone', coalesce(z.time_zone, business_time_zone())) order by b.sequence)
        from shipment_stops b left join sites z on z.site_id = b.site_id where b.shipment_id = s.shipment_id), '[]') as stops
    from shipment_planners s left join tanker_trucks t on t.truck_id = s.truck_id
      left join people d on d.people_id = s.delivered_by
    where ${seesRound(actor)} and ${isOwn} and ${inPeriod}
    order by ${nearestFirst}, s.shipment_id limit ${MAX_ENTRIES}`.execute(db)
  return rows
}
