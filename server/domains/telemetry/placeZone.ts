import { type RawBuilder, sql } from 'kysely'

/** The zone by which days are told at a place: that of its device, else UTC where the database does not know it. */
export const placeZone = (time_zone: RawBuilder<unknown>) =>
  sql`case when is_time_zone(${time_zone}) then ${time_zone} else 'UTC' end`
