import { sql } from 'kysely'
import { latitude, longitude } from '#server/domains/devices/devicePlace.ts'

/** The square of the weather in which a device stands, of `devices` and its state `s`: `weatherCellOf` in SQL. */
export const deviceCell = {
  // Halves go up, as `Math.round` has them.
  north: sql`floor(least(greatest(${latitude}, -90), 90) * 4 + 0.5)::int2`,
  east: sql`(mod(mod(floor(${longitude} * 4 + 0.5)::int + 720, 1440) + 1440, 1440) - 720)::int2`,
  isKnown: sql`${latitude} is not null and ${longitude} is not null`,
}
