import { sql } from 'kysely'

/** When loads `d` of shipments `s` were delivered. */
export const DELIVERED_AT = sql<
  string | null
>`coalesce((select t.done_at from shipment_stops t where t.stop_id = d.stop_id), s.delivered_at)`

/** The day on which they were delivered, in the business's time zone. */
export const DELIVERED_ON = sql<string>`coalesce((${DELIVERED_AT} at time zone business_time_zone())::date, s.deliver_date, s.load_date)`
