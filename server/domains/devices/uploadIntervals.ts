import { type RawBuilder, sql } from 'kysely'

/** A number of upload intervals of a device, as an interval of the database. Expects the device under that name. */
export function uploadIntervals(count: number, device: 'devices' | 'd'): RawBuilder<unknown> {
  return sql`${sql.lit(count)} * make_interval(hours => ${sql.ref(`${device}.upload_interval`)})`
}
