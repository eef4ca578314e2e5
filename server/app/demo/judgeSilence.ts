import { judgeReadings } from '#server/domains/alerts/judgeReadings.ts'
import { estimateLevels, findDoubted } from '#server/domains/telemetry/levels/estimateLevels.ts'
import type { Context } from '#server/platform/context.ts'

const HOUR = 3_600_000
const STEP_HOURS = 6
/** The longest silence of a demo device is shorter; a multiple of the step, so that the last step is now. */
const MAX_SILENCE_HOURS = 37 * STEP_HOURS

/** Judges silent devices by their estimates of the past days, so that an alert opens when its state began, not at the demo's start. */
export async function judgeSilence(context: Context, device_ids: number[]): Promise<void> {
  const silent = await findDoubted(context, device_ids)
  for (let hours = MAX_SILENCE_HOURS; hours >= 0; hours -= STEP_HOURS) {
    const then = { ...context, now: new Date(context.now.getTime() - hours * HOUR) }
    const { outdated } = await findDoubted(then, silent.outdated)
    if (outdated.length === 0) continue
    await estimateLevels(then, outdated)
    await judgeReadings(then, { device_ids: outdated })
  }
}
