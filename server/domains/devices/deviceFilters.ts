import { sql } from 'kysely'
import { CONNECTION_STATUSES, LATE_AFTER, OFFLINE_AFTER } from '#core/domains/devices/connection.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { settings } from '#core/domains/settings/settings.ts'
import { FLEET_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { ALERTING_LEVELS } from '#core/domains/telemetry/levels/quality.ts'
import { malformed } from '#server/platform/refusal.ts'
import { type QueryFilters, requireOneOf } from '#server/resources/lists/matchingRows.ts'
import { isAlerting } from './levels.ts'
import { uploadIntervals } from './uploadIntervals.ts'

/** Filters of devices that are not fields. */
export const deviceFilters: QueryFilters = {
  status: (_, value) => {
    if (value === 'active') return sql<boolean>`devices.status in ('normal', 'demo')`
    if (value === 'all') return sql<boolean>`true`
    requireOneOf(devices.fields.status.of, 'status', value)
    return sql<boolean>`devices.status = ${value}`
  },
  tags: (_, value) => sql<boolean>`devices.device_id in (
    select device_id from device_tags where tag_id = any(${idsOf(value)}))`,
  product_id: (_, value) => sql<boolean>`devices.device_id in (
    select device_id from device_ports where active = 1 and product_id = any(${idsOf(value)}))`,
  people_id: (_, value) => sql<boolean>`devices.company_id in (
    select company_id from people where people_id = any(${idsOf(value)}))`,
  connection_status: (_, value) => connectionIs(value),
  level: (_, value) => fleetIs(value),
}

/** `connectionStatus` of core in SQL. */
export const connectionStatus = sql<string>`case
  when devices.last_record_date is null then 'never'
  when devices.last_record_date >= now() - ${uploadIntervals(LATE_AFTER, 'devices')} then 'online'
  when devices.last_record_date >= now() - ${uploadIntervals(OFFLINE_AFTER, 'devices')} then 'late'
  else 'offline' end`

function connectionIs(value: string) {
  requireOneOf(CONNECTION_STATUSES, 'connection_status', value)
  return sql<boolean>`${connectionStatus} = ${value}`
}

/** Percent under which a battery is low, by the settings, read once per query. */
const lowBattery = sql`coalesce(
  (select value::float8 from settings where setting_key = 'battery_low' and jsonb_typeof(value) = 'number'),
  ${settings.fields.battery_low.default})`

/** The state of a device itself, regardless of its tanks. */
const deviceState = sql<string>`case
  when devices.last_record_date is null or devices.last_record_date < now() - ${uploadIntervals(OFFLINE_AFTER, 'devices')} then 'offline'
  when devices.battery < ${lowBattery} then 'battery_low'
  else 'fine' end`

/** The state of a device on the map: the most urgent one; an open sudden loss is urgent. Expects the state's row as `s`. */
export const fleetState = sql<string>`case
  when devices.device_id in (select device_id from alerts where level = 'sudden_loss' and status <> 'closed') then 'urgent'
  when ${sql.raw(isAlerting('s.level'))} then s.level
  else ${deviceState} end`

const BY_LEVEL: readonly string[] = ALERTING_LEVELS

/** The state of a tank: its level first, then that of its device. Expects its level as `t`. */
export const tankState = sql<string>`case
  when ${sql.raw(isAlerting('t.level'))} then t.level
  else ${deviceState} end`

/** The monitored tanks of a device, as `t`; a device without tanks counts as one tank of unknown level. */
export const watchedTanks = sql<{ port_number: number | null; level: string | null }>`(
  select p.port_number, ps.level from (select 1) one
    left join device_ports p on p.device_id = devices.device_id and p.active = 1
    left join port_states ps on ps.device_id = p.device_id and ps.port_number = p.port_number)`

/** Devices that have a tank in that state. */
function fleetIs(value: string) {
  requireOneOf(FLEET_STATES, 'level', value)
  // There are few such devices, found by an index; their tanks are looked up one by one.
  if (BY_LEVEL.includes(value))
    return sql<boolean>`devices.device_id in (select ps.device_id from port_states ps
      where ps.level = ${sql.lit(value)} and (select p.active from device_ports p
        where p.device_id = ps.device_id and p.port_number = ps.port_number) = 1)`
  return sql<boolean>`exists (select from ${watchedTanks} t where ${tankState} = ${value})`
}

/** The levels of tanks that a filter by state matches; all other tanks are fine. */
export function tanksInState<T extends { level: string }>(tanks: T[], state: string | undefined): T[] {
  if (state === undefined) return tanks
  const isByLevel = BY_LEVEL.includes(state)
  return tanks.filter(({ level }) => (isByLevel ? level === state : !BY_LEVEL.includes(level)))
}

function idsOf(value: string): number[] {
  const ids = value.split(',').filter(Boolean)
  if (!ids.every((id) => /^\d{1,15}$/.test(id))) throw malformed()
  return ids.map(Number)
}
