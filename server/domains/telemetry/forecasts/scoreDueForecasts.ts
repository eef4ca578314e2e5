import { sql } from 'kysely'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { readAfterwards } from '../intake/readAfterwards.ts'
import type { RecordedForecast } from './recordForecasts.ts'
import { scoresOf, writeScores } from './writeScores.ts'

const BATCH_SIZE = 500

interface Row {
  device_id: number
  port_number: number
  day: string
  made_at: string
  due_at: string
  model: string
  volume: number
  scale_low: number
  scale_high: number
  empty_volume: number
  empty_low: number
  empty_middle: number
  empty_high: number
  red_volume: number | null
  red_low: number | null
  red_middle: number | null
  red_high: number | null
}

/** Scheduled: scores all due forecasts, including those of days on which no server ran. */
export async function scoreDueForecasts(context: TaskContext): Promise<void> {
  while (!context.signal?.aborted) {
    if ((await inTransaction(context, scoreSome)) < BATCH_SIZE) return
  }
}

/** @returns the number of due forecasts; concurrent servers take different ones */
async function scoreSome({ db, now }: Context): Promise<number> {
  const { rows } = await sql<Row>`
    select f.device_id, f.port_number, to_char(f.day, 'YYYY-MM-DD') as day, f.made_at, f.due_at, f.model, f.volume,
      f.scale_low, f.scale_high, f.empty_volume, f.empty_low, f.empty_middle, f.empty_high, f.red_volume, f.red_low,
      f.red_middle, f.red_high
    from forecast_records f where f.due_at <= ${now}
    order by f.due_at limit ${BATCH_SIZE} for update skip locked`.execute(db)
  const afterwards = await readAfterwards(
    db,
    rows.map(({ device_id, port_number, made_at, due_at }) => ({
      ...{ device_id, port_number, since: new Date(made_at), until: new Date(due_at) },
    })),
  )
  await writeScores(
    db,
    rows.flatMap((row, i) => scoresOf(forecastOf(row), itemAt(afterwards, i))),
  )
  await sql`update forecast_records f set due_at = null
    from unnest(${rows.map((row) => row.device_id)}::int8[], ${rows.map((row) => row.port_number)}::int2[],
      ${rows.map((row) => row.day)}::date[]) as done (device_id, port_number, day)
    where f.device_id = done.device_id and f.port_number = done.port_number and f.day = done.day`.execute(db)
  return rows.length
}

function forecastOf(row: Row): RecordedForecast {
  const empty = { p10: row.empty_low, p50: row.empty_middle, p90: row.empty_high }
  const { red_volume, red_low, red_middle, red_high } = row
  const hasRed = red_volume !== null && red_low !== null && red_middle !== null && red_high !== null
  return {
    ...{ device_id: row.device_id, port_number: row.port_number, day: row.day, model: row.model },
    made: Date.parse(row.made_at),
    volume: row.volume,
    scale: { low: row.scale_low, high: row.scale_high },
    targets: [
      { target: 'empty' as const, volume: row.empty_volume, range: empty },
      ...(hasRed
        ? [
            {
              target: 'red' as const,
              volume: red_volume,
              range: { p10: red_low, p50: red_middle, p90: red_high },
            },
          ]
        : []),
    ],
  }
}
