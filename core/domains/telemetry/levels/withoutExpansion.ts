import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import type { DayOfUse } from '../forecast.ts'
import { liquidWarmth } from './liquidWarmth.ts'

/** A day of use with its measured levels, L. */
export interface MeasuredUse extends DayOfUse {
  /** The last level of the day before. */
  before: number
  /** Fall of the level in a day, without deliveries: as `used`, but negative if the level rose. */
  fell: number
  /** Temperature of the liquid at the day's last level, °C, if its sensor reports it and its volume depends on it. */
  celsius: number | null
}

interface Tank {
  /** The product's group and specific gravity, for the correction of volume by temperature. */
  group: string | null
  specificGravity: number
  /** Mean temperature of days at its place, °C, by date, where known. */
  air: ReadonlyMap<string, number>
}

const DAY = 86_400_000

/**
 * Daily use without thermal expansion: the previous day's level is converted to the temperature of the day. Unchanged if the
 * liquid is not corrected, or its temperature unknown.
 */
export function withoutExpansion(
  days: readonly MeasuredUse[],
  { group, specificGravity, air }: Tank,
): DayOfUse[] {
  const warmth = group === null || group === 'none' ? null : liquidWarmth(days, air)
  return days.map(({ before, fell, celsius, ...day }, i) => {
    const eve = calendarDay(Date.parse(day.date) - DAY)
    const last = days[i - 1]
    const known = last?.date === eve ? last.celsius : null
    const density = (at: number | null | undefined) =>
      netVolume(1, { group, specificGravity, celsius: at ?? null }, REFERENCE_CELSIUS.metric)
    const [then, now] = [density(warmth?.(eve, known)), density(warmth?.(day.date, celsius))]
    if (then === null || now === null) return day
    return { ...day, used: Math.max(fell + before * (then / now - 1), 0) }
  })
}
