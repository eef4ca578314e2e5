import { findDoubted } from '#server/domains/telemetry/estimateLevels.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { judgeReadings } from './judgeReadings.ts'

/**
 * Judges devices by what was just stored of them. Those whose newest readings are old are estimated first, in a transaction of
 * their own: it takes longer, and the others do not wait for it. Forecasts that a level contradicts are renewed in the same way.
 */
export async function judgeStored(context: Context, { device_ids }: { device_ids: number[] }): Promise<void> {
  const { outdated, contradicted } = await findDoubted(context, device_ids)
  if (outdated.length > 0) await emit(context, 'readings.outdated', [{ device_ids: outdated }])
  if (contradicted.length > 0) await emit(context, 'forecasts.contradicted', [{ device_ids: contradicted }])
  const isOutdated = new Set(outdated)
  await judgeReadings(context, { device_ids: device_ids.filter((id) => !isOutdated.has(id)) })
}
