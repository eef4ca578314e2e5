import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import type { PlannedPort } from './plannedDevice.ts'

const STEPS_A_DEGREE = 10
const known = new Map<string, number>()

/** How much room a port's liquid takes at a temperature, as a multiple of what it takes at the reference. */
export function swelling(
  { group, gravity }: Pick<PlannedPort, 'group' | 'gravity'>,
  celsius: number,
): number {
  const step = Math.round(celsius * STEPS_A_DEGREE)
  const key = `${group} ${gravity} ${step}`
  const found = known.get(key)
  if (found !== undefined) return found
  const liquid = { group, specificGravity: gravity, celsius: step / STEPS_A_DEGREE }
  const factor = 1 / (netVolume(1, liquid, REFERENCE_CELSIUS.metric) ?? 1)
  known.set(key, factor)
  return factor
}
