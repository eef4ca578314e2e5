import { sql } from 'kysely'
import { calibrateFleet } from '#server/domains/telemetry/forecasts/forecastWidths.ts'
import { scorePastForecasts } from '#server/domains/telemetry/forecasts/scorePastForecasts.ts'
import { whileFillingRecord } from '#server/domains/telemetry/intake/whileFillingRecord.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import type { Log } from '#server/platform/log.ts'

/** Devices between two checks whether the server is stopping. */
const BATCH_SIZE = 5
/** One forecast a week of the last eighteen weeks, and one every fourth week before: less than a minute on two cores. */
const PARTS = [{ days: 126 }, { days: 365, until: 126, everyDays: 28 }] as const
/** The number of threads for heavy work. */
const THREADS = 2

/**
 * Fills the record of forecasts from the demo's history, in the threads for heavy work while people already use the product. A start
 * resumes where the last one ended.
 * @param signal aborted when the server stops: the rest is skipped.
 */
export async function fillForecastRecord(
  services: Pick<Context, 'db' | 'encryptor'>,
  log: Pick<Log, 'info' | 'warn'>,
  signal: AbortSignal,
): Promise<void> {
  const context = { ...services, actor: systemActor, now: new Date() }
  const started = Date.now()
  try {
    if (await fillTheRest(context, signal))
      log.info({ seconds: (Date.now() - started) / 1000 }, 'the record of forecasts was filled')
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the record of forecasts was not filled')
  }
}

/** @returns whether there was anything to fill. */
async function fillTheRest(context: Context, signal: AbortSignal): Promise<boolean> {
  const { rows } = await sql<{ device_id: number }>`
    select device_id from devices d
    where not exists (select from forecast_scores f where f.device_id = d.device_id)
    order by device_id`.execute(context.db)
  let next = 0
  async function lane(): Promise<void> {
    while (next < rows.length && !signal.aborted) {
      const some = rows.slice(next, next + BATCH_SIZE).map(({ device_id }) => device_id)
      next += BATCH_SIZE
      await scorePastForecasts(context, some, PARTS)
    }
  }
  if (rows.length === 0) return false
  await whileFillingRecord(context.db, async () => {
    await Promise.all(Array.from({ length: THREADS }, lane))
    if (!signal.aborted) await calibrateFleet(context)
  })
  return true
}
