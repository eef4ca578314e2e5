import { findDoubted } from '#server/domains/telemetry/levels/estimateLevels.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { judgeReadings } from './judgeReadings.ts'

/**
 * Judges devices after their records were stored. Devices whose newest readings are old are estimated first, in a
 * separate, slower transaction, so that the others do not wait. Forecasts that a level contradicts are renewed the
 * same way.
 */
export async function judgeStored(context: Context, { device_ids }: { device_ids: number[] }): Promise<void> {
  const { outdated, contradicted } = await findDoubted(context, device_ids)
  if (outdated.length > 0) await emit(context, 'readings.outdated', [{ device_ids: outdated }])
  if (contradicted.length > 0) await emit(context, 'forecasts.contradicted', [{ device_ids: contradicted }])
  const isOutdated = new Set(outdated)
  await judgeReadings(context, { device_ids: device_ids.filter((id) => !isOutdated.has(id)) })
}
