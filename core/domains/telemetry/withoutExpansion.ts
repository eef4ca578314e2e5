import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import { calendarDay } from '#core/platform/calendarDay.ts'
import type { DayOfUse } from './forecast.ts'
import { liquidWarmth } from './liquidWarmth.ts'

/** A day of use with the levels that it was measured by, L. */
export interface MeasuredUse extends DayOfUse {
  /** The last level of the day before. */
  before: number
  /** By how much less there was a day later, deliveries taken out: as `used`, and negative where a tank gained. */
  fell: number
  /** How warm the liquid was at the day's last level, °C, where its sensor tells and its volume depends on it. */
  celsius: number | null
}

interface Tank {
  /** The product's group and specific gravity: what a liquid's volume does with its temperature. */
  group: string | null
  specificGravity: number
  /** Mean temperature of days at its place, °C, by date, where known. */
  air: ReadonlyMap<string, number>
}

const DAY = 86_400_000

/**
 * What was used day by day without what the liquid only shrank or grew by: the level of the day before is taken as it would stand
 * at the temperature of the day. As it was measured where the liquid is not corrected, or its warmth not known.
 */
export function withoutExpansion(
  days: readonly MeasuredUse[],
  { group, specificGravity, air }: Tank,
): DayOfUse[] {
  const warmth = group === null || group === 'none' ? null : liquidWarmth(days, air)
  return days.map(({ before, fell, celsius, ...day }, i) => {
    const eve = calendarDay(Date.parse(day.date) - DAY)
    const known = days[i - 1]?.date === eve ? days[i - 1]!.celsius : null
    const density = (at: number | null | undefined) =>
      netVolume(1, { group, specificGravity, celsius: at ?? null }, REFERENCE_CELSIUS.metric)
    const [then, now] = [density(warmth?.(eve, known)), density(warmth?.(day.date, celsius))]
    if (then === null || now === null) return day
    return { ...day, used: Math.max(fell + before * (then / now - 1), 0) }
  })
}
