import { sql } from 'kysely'

/** Where a device is, of `devices` and its state `s`: a place that was entered wins over a reported one. */
const latitude = sql`coalesce(devices.latitude::float8, s.latitude)`
const longitude = sql`coalesce(devices.longitude::float8, s.longitude)`

/** The square of the weather in which a device stands, of `devices` and its state `s`: `weatherCellOf` in SQL. */
export const deviceCell = {
  // Halves go up, as `Math.round` has them.
  north: sql`floor(least(greatest(${latitude}, -90), 90) * 4 + 0.5)::int2`,
  east: sql`(mod(mod(floor(${longitude} * 4 + 0.5)::int + 720, 1440) + 1440, 1440) - 720)::int2`,
  isKnown: sql`${latitude} is not null and ${longitude} is not null`,
}
