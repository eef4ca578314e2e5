import { sql } from 'kysely'
import { calibrateFleet } from '#server/domains/telemetry/forecastWidths.ts'
import { scorePastForecasts } from '#server/domains/telemetry/scorePastForecasts.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import type { Log } from '#server/platform/log.ts'

/** Devices between two looks at whether the server is about to stop. */
const AT_ONCE = 10

/**
 * Fills the record of forecasts from the demo's history, in the thread for heavy work while people look around already. A start
 * goes on where the last one ended.
 * @param signal told when the server stops: nobody waits for the rest then.
 */
export async function fillForecastRecord(
  given: Pick<Context, 'db' | 'seal'>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const context = { ...given, actor: systemActor, now: new Date() }
  try {
    const { rows } = await sql<{ device_id: number }>`
      select device_id from devices d
      where not exists (select from forecast_scores f where f.device_id = d.device_id)
      order by device_id`.execute(context.db)
    for (let from = 0; from < rows.length && !signal.aborted; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE).map(({ device_id }) => device_id)
      await scorePastForecasts(context, some)
    }
    if (!signal.aborted) await calibrateFleet(context)
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the record of forecasts was not filled')
  }
}
