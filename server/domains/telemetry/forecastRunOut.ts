import { sql } from 'kysely'
import { daysToReach, forecastUse } from '#core/domains/telemetry/forecast.ts'
import type { Context } from '#server/platform/context.ts'

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

interface Day {
  device_id: number
  port_number: number
  date: string
  first_volume: number
  last_volume: number
  filled: number
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
  const days = await readDays(db, ports, now)
  const made = ports.map((port) => forecastOf(port, days.get(keyOf(port)) ?? [], now))
  await writeForecasts(db, ports, made, now)
  return ports.length
}

const keyOf = ({ device_id, port_number }: { device_id: number; port_number: number }) =>
  `${device_id}/${port_number}`

async function readDays(db: Context['db'], ports: Port[], now: Date): Promise<Map<string, Day[]>> {
  const { rows } = await sql<Day>`
    select d.device_id, d.port_number, to_char(d.at at time zone 'UTC', 'YYYY-MM-DD') as date,
      d.first_volume, d.last_volume,
      coalesce((select sum(case when kind = 'fill' then volume else -volume end) from tank_changes c
        where c.device_id = d.device_id and c.port_number = d.port_number
          and c.ended_at > coalesce(d.before_at, d.first_at) and c.ended_at <= d.last_at), 0)::float8 as filled
    from (select *, lag(last_at) over (partition by device_id, port_number order by at) as before_at
      from readings_daily where at >= ${now}::timestamptz - make_interval(days => ${DAYS_LOOKED_AT})) d
      join unnest(${ports.map((p) => p.device_id)}::int8[], ${ports.map((p) => p.port_number)}::int2[])
        as wanted (device_id, port_number) using (device_id, port_number)
    order by d.at`.execute(db)
  const days = new Map<string, Day[]>()
  for (const day of rows) days.set(keyOf(day), [...(days.get(keyOf(day)) ?? []), day])
  return days
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

function forecastOf(port: Port, days: Day[], now: Date): Forecast {
  const uses = days.map((day, index) => ({
    date: day.date,
    // What a day used: what was there at the end of the day before, and came in, less what was left.
    used: Math.max(0, (days[index - 1]?.last_volume ?? day.first_volume) - day.last_volume + day.filled),
    weekday: new Date(`${day.date}T00:00:00Z`).getUTCDay(),
  }))
  // A day is measured from the end of the day before: after a silence there is none. And today is not over.
  const today = now.toISOString().slice(0, 10)
  const whole = uses.filter(({ date }, index) => date < today && isDayAfter(uses[index - 1]?.date, date))
  const forecast = forecastUse(whole)
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

function isDayAfter(before: string | undefined, date: string): boolean {
  return before !== undefined && Date.parse(date) - Date.parse(before) === DAY
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
