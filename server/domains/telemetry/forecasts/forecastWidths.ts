import { sql } from 'kysely'
import { calibratedScale, type SeenWidths, seenWidths } from '#core/domains/telemetry/calibrateForecast.ts'
import type { WidthScale } from '#core/domains/telemetry/levels/scaleRange.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { portKey } from '../history/readDailyUse.ts'

/** A tank is judged by its latest scores, because older ones say little about it. */
const SCORES_PER_TANK = 40
/** Groups are judged by the scores of the last months. */
const GROUP_DAYS = 90
const RENEWAL_HOURS = 20

interface Port {
  device_id: number
  port_number: number
}

interface GroupRow extends SeenWidths {
  company_id: number | null
  model: string | null
}

interface TankRow extends Port {
  company_id: number
  scores: [early: number, late: number][] | null
}

/** The scale for the range of each of these tanks, given the most trusted model. */
export async function readScales(
  db: Database,
  ports: readonly Port[],
): Promise<(port: Port, model: string) => WidthScale> {
  const { rows: groups } = await sql<GroupRow>`
    select company_id, model, scores, early, late from forecast_widths
    where company_id is null or company_id in (
      select company_id from devices where device_id = any(${ports.map((port) => port.device_id)}::int8[]))`.execute(
    db,
  )
  // Without any score in the fleet, no tank has one.
  const tanks = groups.length > 0 ? await readTanks(db, ports) : new Map<string, TankRow>()
  const group = (company_id: number | null, model: string | null) =>
    groups.filter((item) => item.company_id === company_id && item.model === model)
  return (port, model) => {
    const tank = tanks.get(portKey(port))
    return calibratedScale([
      ...group(null, null),
      ...group(null, model),
      ...(tank ? group(tank.company_id, model) : []),
      ...(tank?.scores ? [seenWidths(tank.scores.map(([early, late]) => ({ early, late })))] : []),
    ])
  }
}

async function readTanks(db: Database, ports: readonly Port[]): Promise<Map<string, TankRow>> {
  const { rows } = await sql<TankRow>`
    select w.device_id, w.port_number, d.company_id, (
        select json_agg(json_build_array(last.early, last.late)) from (
          select f.early, f.late from forecast_scores f
          where f.device_id = w.device_id and f.port_number = w.port_number and f.early is not null
          order by f.day desc, f.target limit ${SCORES_PER_TANK}) last) as scores
    from unnest(${ports.map((port) => port.device_id)}::int8[], ${ports.map((port) => port.port_number)}::int2[])
        as w (device_id, port_number)
      join devices d using (device_id)`.execute(db)
  return new Map(rows.map((row) => [portKey(row), row]))
}

/** Scheduled, once a day: derives width scales of companies, models and the whole fleet from the scores of the last months. */
export async function renewForecastWidths(context: TaskContext): Promise<void> {
  const { rows } = await sql`select from forecast_widths
    where renewed_at > ${context.now}::timestamptz - make_interval(hours => ${RENEWAL_HOURS}) limit 1`.execute(
    context.db,
  )
  if (rows.length === 0) await calibrateFleet(context)
}

/** Derives the width scales now. */
export function calibrateFleet(
  context: Pick<TaskContext, 'actor' | 'db' | 'now' | 'encryptor'>,
): Promise<void> {
  return inTransaction(context, async ({ db, now }) => {
    await sql`lock table forecast_widths in share row exclusive mode`.execute(db)
    await sql`delete from forecast_widths`.execute(db)
    await sql`insert into forecast_widths (company_id, model, scores, early, late, renewed_at)
      select d.company_id, f.model, count(*), percentile_disc(0.9) within group (order by f.early),
        percentile_disc(0.9) within group (order by f.late), ${now}
      from forecast_scores f join devices d using (device_id)
      where f.settled > ${now}::date - ${GROUP_DAYS}::int and f.early is not null
      group by grouping sets ((d.company_id, f.model), (f.model), ())
      having count(*) > 0`.execute(db)
  })
}
