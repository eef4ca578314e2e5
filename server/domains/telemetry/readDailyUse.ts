import { sql } from 'kysely'
import type { DayOfUse } from '#core/domains/telemetry/forecast.ts'
import type { Context } from '#server/platform/context.ts'

interface Port {
  device_id: number
  port_number: number
}

interface Day extends Port {
  date: string
  first_volume: number
  last_volume: number
  filled: number
}

const DAY = 86_400_000

export function portKey({ device_id, port_number }: Port): string {
  return `${device_id}/${port_number}`
}

/**
 * What each of these tanks used on each whole day of the last ones, in litres, oldest first, by `portKey`. Today is not
 * over, and after a silence there is no day before to measure from: such days are not among them.
 */
export async function readDailyUse(
  db: Context['db'],
  ports: readonly Port[],
  now: Date,
  last: number,
): Promise<Map<string, DayOfUse[]>> {
  const days = await readDays(db, ports, now, last)
  return new Map([...days].map(([key, ofPort]) => [key, wholeDays(ofPort, now)]))
}

async function readDays(
  db: Context['db'],
  ports: readonly Port[],
  now: Date,
  last: number,
): Promise<Map<string, Day[]>> {
  const { rows } = await sql<Day>`
    select d.device_id, d.port_number, to_char(d.at at time zone 'UTC', 'YYYY-MM-DD') as date,
      d.first_volume, d.last_volume,
      coalesce((select sum(case when kind = 'fill' then volume else -volume end) from tank_changes c
        where c.device_id = d.device_id and c.port_number = d.port_number
          and c.ended_at > coalesce(d.before_at, d.first_at) and c.ended_at <= d.last_at), 0)::float8 as filled
    from (select *, lag(last_at) over (partition by device_id, port_number order by at) as before_at
      from readings_daily where at >= ${now}::timestamptz - make_interval(days => ${last})
        and device_id = any(${ports.map((p) => p.device_id)}::int8[])) d
      join unnest(${ports.map((p) => p.device_id)}::int8[], ${ports.map((p) => p.port_number)}::int2[])
        as wanted (device_id, port_number) using (device_id, port_number)
    order by d.at`.execute(db)
  const days = new Map<string, Day[]>()
  for (const day of rows) days.set(portKey(day), [...(days.get(portKey(day)) ?? []), day])
  return days
}

function wholeDays(days: readonly Day[], now: Date): DayOfUse[] {
  const uses = days.map((day, index) => ({
    date: day.date,
    // What a day used: what was there at the end of the day before, and came in, less what was left.
    used: Math.max(0, (days[index - 1]?.last_volume ?? day.first_volume) - day.last_volume + day.filled),
    weekday: new Date(`${day.date}T00:00:00Z`).getUTCDay(),
  }))
  const today = now.toISOString().slice(0, 10)
  return uses.filter(({ date }, index) => date < today && isDayAfter(uses[index - 1]?.date, date))
}

function isDayAfter(before: string | undefined, date: string): boolean {
  return before !== undefined && Date.parse(date) - Date.parse(before) === DAY
}
