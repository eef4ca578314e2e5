import { findOutdated } from '#server/domains/telemetry/estimateLevels.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { judgeReadings } from './judgeReadings.ts'

/**
 * Judges devices by what was just stored of them. Those whose newest readings are old are estimated first, in a transaction of
 * their own: it takes longer, and the others do not wait for it.
 */
export async function judgeStored(context: Context, { device_ids }: { device_ids: number[] }): Promise<void> {
  const outdated = new Set(await findOutdated(context, device_ids))
  if (outdated.size > 0) await emit(context, 'readings.outdated', [{ device_ids: [...outdated] }])
  await judgeReadings(context, { device_ids: device_ids.filter((id) => !outdated.has(id)) })
}
