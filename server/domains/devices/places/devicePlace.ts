import { sql } from 'kysely'

/** The position of a device, from `devices` and its state `s`: an entered one takes precedence over a reported one. */
export const latitude = sql`coalesce(devices.latitude::float8, s.latitude)`
export const longitude = sql`coalesce(devices.longitude::float8, s.longitude)`

/** The label of a device's place: its own, or else the name of its site. */
export const DEVICE_LABEL = sql<string | null>`device_label(devices)`
