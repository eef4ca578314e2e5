import { type RawBuilder, sql } from 'kysely'

/** Assumed duration of a round whose departure is unknown, hours. */
const ROUND_HOURS = 24

/**
 * Loads delivered to tanks: litres, departure and end of the round; the tank was filled at some time between. Expects
 * the tank as `tank`, an expression for its `device_ports_id`.
 */
export const loadsOf = (tank: RawBuilder<unknown>) => sql`
  select l.delivered_liters::float8 as litres, s.delivered_at,
    least(coalesce(s.left_at, s.delivered_at - make_interval(hours => ${ROUND_HOURS})), s.delivered_at) as left_at
  from shipment_planner_details l join shipment_planners s using (shipment_id)
  where l.device_ports_id = ${tank} and l.delivered_liters > 0 and s.delivered_at is not null`
