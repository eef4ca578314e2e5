import { sql } from 'kysely'
import { latitude, longitude } from '#server/domains/devices/places/devicePlace.ts'

/** `weatherCellOf` in SQL: the weather cell of a device, from `devices` and its state `s`. */
export const deviceCell = {
  // Rounds halves up, like `Math.round`.
  north: sql`floor(least(greatest(${latitude}, -90), 90) * 4 + 0.5)::int2`,
  east: sql`(mod(mod(floor(${longitude} * 4 + 0.5)::int + 720, 1440) + 1440, 1440) - 720)::int2`,
  isKnown: sql`${latitude} is not null and ${longitude} is not null`,
}
