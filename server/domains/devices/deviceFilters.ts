import { sql } from 'kysely'
import { settings } from '#core/domains/settings/settings.ts'
import { malformed } from '#server/platform/refusal.ts'
import type { Filters } from '#server/resources/list.ts'

/** Questions about devices that are no field of theirs. */
export const deviceFilters: Filters = {
  status: (_, value) => {
    if (value === 'active') return sql<boolean>`devices.status in ('normal', 'demo')`
    if (value === 'all') return sql<boolean>`true`
    return sql<boolean>`devices.status = ${value}`
  },
  tags: (_, value) => sql<boolean>`devices.device_id in (
    select device_id from device_tags where tag_id = any(${idsOf(value)}))`,
  people_id: (_, value) => sql<boolean>`devices.company_id in (
    select company_id from people where people_id = any(${idsOf(value)}))`,
  connection_status: (_, value) => connectionIs(value),
  level: (_, value) => fleetIs(value),
}

const interval = sql`make_interval(hours => devices.upload_interval)`

/** Online within 1.5 upload intervals of the last record, late within 3, offline after that, or never heard. */
export const connectionStatus = sql<string>`case
  when devices.last_record_date is null then 'never'
  when devices.last_record_date >= now() - 1.5 * ${interval} then 'online'
  when devices.last_record_date >= now() - 3 * ${interval} then 'late'
  else 'offline' end`

function connectionIs(value: string) {
  if (!['online', 'late', 'offline', 'never'].includes(value)) throw malformed()
  return sql<boolean>`${connectionStatus} = ${value}`
}

/** Under this percent a battery is weak: as the settings have it, asked once in each query. */
const lowBattery = sql`coalesce(
  (select value::float8 from settings where setting_key = 'battery_low' and jsonb_typeof(value) = 'number'),
  ${settings.fields.battery_low.default})`

/** The one word for a device's state: what needs somebody first. Expects the state's row as `s`. */
export const fleetState = sql<string>`case
  when s.level = 'urgent' then 'urgent'
  when s.level = 'overfill' then 'overfill'
  when s.level = 'mild' then 'mild'
  when devices.last_record_date is null or devices.last_record_date < now() - 3 * ${interval} then 'offline'
  when devices.battery < ${lowBattery} then 'battery_low'
  else 'fine' end`

function fleetIs(value: string) {
  if (!['urgent', 'overfill', 'mild', 'offline', 'battery_low', 'fine'].includes(value)) throw malformed()
  return sql<boolean>`(select ${fleetState} from (select 1) one
    left join device_states s on s.device_id = devices.device_id) = ${value}`
}

function idsOf(value: string): number[] {
  const ids = value.split(',').filter(Boolean)
  if (!ids.every((id) => /^\d{1,15}$/.test(id))) throw malformed()
  return ids.map(Number)
}
