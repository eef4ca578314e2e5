import { type RawBuilder, sql } from 'kysely'

/** Time zone of a place's days: the device's, or UTC if the database does not know it. */
export const placeZone = (time_zone: RawBuilder<unknown>) =>
  sql`case when is_time_zone(${time_zone}) then ${time_zone} else 'UTC' end`

/** A common table expression `zones`: the time zones of these devices, each with its `zone`. */
export const zonesOf = (device_ids: readonly number[]) => sql`zones as materialized (
      select time_zone, ${placeZone(sql`time_zone`)} as zone
      from (select distinct time_zone from devices where device_id = any(${device_ids}::int8[])) of_these)`
