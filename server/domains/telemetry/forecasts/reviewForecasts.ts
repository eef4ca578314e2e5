import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { accuracyOf, COUNTS, type Counted } from './readForecastAccuracy.ts'

const MAX_WORST = 5
/** A tank with fewer scores in the month is not listed as bad. */
const MIN_SCORES = 2

/** Scheduled: reports once how accurate the forecasts were that ended in the previous month. */
export function reviewForecasts(context: TaskContext): Promise<void> {
  return inTransaction(context, async (own) => {
    const month = await claimMonth(own)
    if (month) await review(own, month)
  })
}

/** @returns the first day of the month unless it is reported already; a concurrent server waits here */
async function claimMonth({ db, now }: Context): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    insert into forecast_digests (month, at)
    values (date_trunc('month', ${now}::timestamptz at time zone 'UTC')::date - interval '1 month', ${now})
    on conflict do nothing returning to_char(month, 'YYYY-MM-DD') as month`.execute(db)
  return rows[0]?.month
}

async function review(context: Context, month: string): Promise<void> {
  const { db, now } = context
  const ofMonth = sql`f.settled >= ${month}::date and f.settled < ${month}::date + interval '1 month'`
  const { rows } = await sql<Counted>`select ${COUNTS} from forecast_scores f where ${ofMonth}`.execute(db)
  const { forecasts, inside, before_low, median_error } = accuracyOf(rows[0])
  if (inside === null || before_low === null) return
  const { rows: worst } = await sql<{ label: string; company: string }>`
    select coalesce(device_label(d), d.public_id) as label, c.company from (
        select f.device_id, avg(f.pinball) as loss from forecast_scores f where ${ofMonth} and f.middle <= 36
        group by f.device_id having count(*) >= ${MIN_SCORES} order by loss desc, f.device_id limit ${MAX_WORST}) w
      join devices d using (device_id) join companies c using (company_id) order by w.loss desc, w.device_id`.execute(
    db,
  )
  await emit(context, 'forecasts.reviewed', [
    {
      ...{ month, forecasts, inside, before_low, median_error },
      worst: worst.map(({ label, company }) => `${label} (${company})`),
      at: now.toISOString(),
    },
  ])
}
