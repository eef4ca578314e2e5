import { sql } from 'kysely'

/** Where a device is, of `devices` and its state `s`: a place that was entered wins over a reported one. */
export const latitude = sql`coalesce(devices.latitude::float8, s.latitude)`
export const longitude = sql`coalesce(devices.longitude::float8, s.longitude)`

/** What people call the place of `devices`: the words on the device, or else the name of its site. */
export const DEVICE_LABEL = sql<string | null>`device_label(devices)`
