import { type RawBuilder, sql } from 'kysely'

/** Time zone of a place's days: the device's, or UTC if the database does not know it. */
export const placeZone = (time_zone: RawBuilder<unknown>) =>
  sql`case when is_time_zone(${time_zone}) then ${time_zone} else 'UTC' end`
