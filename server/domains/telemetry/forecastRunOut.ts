import { sql } from 'kysely'
import { daysLeft } from '#core/domains/telemetry/estimateLevel.ts'
import { type DayOfUse, forecastUse, type UsePattern } from '#core/domains/telemetry/forecast.ts'
import {
  clockAhead,
  measuredAt,
  measuredVolume,
  typicalGapSql,
} from '#server/domains/devices/measuredLevel.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/transactions.ts'
import { lockDevices } from './lockDevices.ts'
import { portKey, readDailyUse } from './readDailyUse.ts'

const AT_ONCE = 400
/** A forecast changes slowly; it is made anew a few times a day, and soon after a delivery. */
const HOURS_OF_A_FORECAST = 4
const DAYS_LOOKED_AT = 35
/** Of a tank that nobody has used: it stays as it is. */
const UNUSED = Array.from({ length: 7 }, () => 0)

interface Port {
  device_id: number
  port_number: number
  /** What was measured last, L, and when. */
  volume: number
  at: string
  /** ms by which the clocks at its place were ahead of UTC then. */
  clock_ahead: number
  /** Nothing believable has come for longer than usual: its use is known up to then. */
  is_silent: boolean
  red: number | null
  capacity: number
}

/**
 * Makes the forecasts that are due: use per day, days to empty with a range, days to the urgent level, all counted from
 * now. Of these devices only, when some are named.
 */
export async function forecastRunOut(context: Context, device_ids?: readonly number[]): Promise<number> {
  const { db, now } = context
  // A join with those that are named, so that however little is known of the tables nobody else's ports are looked at.
  const named = device_ids
    ? sql`join unnest(${device_ids}::int8[]) as named (device_id) on named.device_id = s.device_id`
    : sql``
  const { rows: ports } = await sql<Port>`
    select s.device_id, s.port_number, ${measuredVolume} as volume, ${measuredAt} as at,
      ${clockAhead} as clock_ahead,
      ${measuredAt} < ${now}::timestamptz - ${typicalGapSql} as is_silent,
      p.reorder_red::float8 as red, p.def_liters::float8 as capacity
    from port_states s join device_ports p on p.device_id = s.device_id and p.port_number = s.port_number
      join devices d on d.device_id = s.device_id ${named}
    where ${measuredVolume} is not null and ${measuredAt} is not null
      and (s.forecast_at is null or s.forecast_at < ${now}::timestamptz - make_interval(hours => ${HOURS_OF_A_FORECAST})
      or exists (select from tank_changes c where c.device_id = s.device_id and c.port_number = s.port_number
        and c.ended_at > s.forecast_at))
    order by s.forecast_at nulls first, s.trusted_at limit ${AT_ONCE}`.execute(db)
  if (ports.length === 0) return 0
  const wanted = ports.map((port) => ({ ...port, until: port.is_silent ? new Date(port.at) : now }))
  const days = await readDailyUse(db, wanted, DAYS_LOOKED_AT)
  const made = ports.map((port) => forecastOf(port, days.get(portKey(port)) ?? [], now))
  await inTransaction(context, async (own) => {
    await lockDevices(
      own,
      ports.map(({ device_id }) => device_id),
    )
    await writeForecasts(own.db, ports, made, now)
  })
  return ports.length
}

export interface Forecast {
  use: number | null
  empty: number | null
  low: number | null
  high: number | null
  red: number | null
  none: string | null
  pattern: UsePattern | null
}

function forecastOf(port: Port, days: readonly DayOfUse[], now: Date): Forecast {
  const none = { use: null, empty: null, low: null, high: null, red: null }
  const forecast = forecastUse(days)
  if (forecast.reason === 'too_little_data') return { ...none, none: forecast.reason, pattern: null }
  if (forecast.reason !== null) {
    const pattern = { byWeekday: UNUSED, low: 0, high: 0, days: days.length }
    return { ...none, none: forecast.reason, pattern }
  }
  const { reason: _, perDay, ...pattern } = forecast
  return { use: perDay, ...runOutOf(port, pattern, now), none: null, pattern }
}

/** Days from now until a tank is empty, with their range, and until it is urgent. */
export function runOutOf(
  {
    volume,
    at,
    clock_ahead,
    red,
    capacity,
  }: Pick<Port, 'volume' | 'at' | 'clock_ahead' | 'red' | 'capacity'>,
  pattern: UsePattern,
  now: Date,
): Pick<Forecast, 'empty' | 'low' | 'high' | 'red'> {
  const to = (target: number) =>
    daysLeft({ volume, at: Date.parse(at), clockAhead: clock_ahead }, pattern, { now: now.getTime(), target })
  const empty = to(0)
  return {
    empty: empty.days,
    low: empty.low,
    high: empty.high,
    red: red === null ? null : to((capacity * red) / 100).days,
  }
}

async function writeForecasts(db: Context['db'], ports: Port[], made: Forecast[], now: Date): Promise<void> {
  await sql`update port_states s set use_per_day = f.use, days_to_empty = f.empty, days_to_empty_low = f.low,
      days_to_empty_high = f.high, days_to_red = f.red, no_forecast = f.none, use_pattern = f.pattern::jsonb,
      forecast_at = ${now}
    from unnest(${ports.map((p) => p.device_id)}::int8[], ${ports.map((p) => p.port_number)}::int2[],
      ${made.map((f) => f.use)}::float8[], ${made.map((f) => f.empty)}::float8[], ${made.map((f) => f.low)}::float8[],
      ${made.map((f) => f.high)}::float8[], ${made.map((f) => f.red)}::float8[], ${made.map((f) => f.none)}::text[],
      ${made.map((f) => f.pattern && JSON.stringify(f.pattern))}::text[])
      as f (device_id, port_number, use, empty, low, high, red, none, pattern)
    where s.device_id = f.device_id and s.port_number = f.port_number`.execute(db)
}
