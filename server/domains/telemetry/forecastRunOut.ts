import { sql } from 'kysely'
import { type DayOfUse, daysToReach, forecastUse } from '#core/domains/telemetry/forecast.ts'
import type { Context } from '#server/platform/context.ts'
import { portKey, readDailyUse } from './readDailyUse.ts'

const AT_ONCE = 400
/** A forecast changes slowly; it is made anew a few times a day, and soon after a delivery. */
const HOURS_OF_A_FORECAST = 4
const DAYS_LOOKED_AT = 35
const DAY = 86_400_000

interface Port {
  device_id: number
  port_number: number
  volume: number
  red: number | null
  capacity: number
}

/** Makes the forecasts that are due: use per day, days to empty with a range, days to the urgent level. */
export async function forecastRunOut({ db, now }: Context): Promise<number> {
  const { rows: ports } = await sql<Port>`
    select s.device_id, s.port_number, s.volume, p.reorder_red::float8 as red, p.def_liters::float8 as capacity
    from port_states s join device_ports p on p.device_id = s.device_id and p.port_number = s.port_number
    where s.volume is not null and (s.forecast_at is null or s.forecast_at < ${now}::timestamptz - make_interval(hours => ${HOURS_OF_A_FORECAST})
      or exists (select from tank_changes c where c.device_id = s.device_id and c.port_number = s.port_number
        and c.ended_at > s.forecast_at))
    order by s.forecast_at nulls first limit ${AT_ONCE}`.execute(db)
  if (ports.length === 0) return 0
  const days = await readDailyUse(db, ports, now, DAYS_LOOKED_AT)
  const made = ports.map((port) => forecastOf(port, days.get(portKey(port)) ?? [], now))
  await writeForecasts(db, ports, made, now)
  return ports.length
}

interface Forecast {
  use: number | null
  empty: number | null
  low: number | null
  high: number | null
  red: number | null
  none: string | null
}

const NONE: Forecast = { use: null, empty: null, low: null, high: null, red: null, none: null }

function forecastOf(port: Port, days: readonly DayOfUse[], now: Date): Forecast {
  const forecast = forecastUse(days)
  if (forecast.reason !== null) return { ...NONE, none: forecast.reason }
  const elapsed = (now.getTime() % DAY) / DAY
  const to = (target: number) =>
    daysToReach(forecast, { volume: port.volume, target, weekday: now.getUTCDay(), elapsed })
  const empty = to(0)
  return {
    use: forecast.perDay,
    empty: empty.days,
    low: empty.low,
    high: empty.high,
    red: port.red === null ? null : to((port.capacity * port.red) / 100).days,
    none: null,
  }
}

async function writeForecasts(db: Context['db'], ports: Port[], made: Forecast[], now: Date): Promise<void> {
  await sql`update port_states s set use_per_day = f.use, days_to_empty = f.empty, days_to_empty_low = f.low,
      days_to_empty_high = f.high, days_to_red = f.red, no_forecast = f.none, forecast_at = ${now}
    from unnest(${ports.map((p) => p.device_id)}::int8[], ${ports.map((p) => p.port_number)}::int2[],
      ${made.map((f) => f.use)}::float8[], ${made.map((f) => f.empty)}::float8[], ${made.map((f) => f.low)}::float8[],
      ${made.map((f) => f.high)}::float8[], ${made.map((f) => f.red)}::float8[], ${made.map((f) => f.none)}::text[])
      as f (device_id, port_number, use, empty, low, high, red, none)
    where s.device_id = f.device_id and s.port_number = f.port_number`.execute(db)
}
