import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import use from '#facts/use.json' with { type: 'json' }
import { meanOfDay, remembered } from './demoWeather.ts'
import type { Town } from './facts.ts'
import { chanceAt, seededRandom } from './seededRandom.ts'
import { closedBefore, dayAndHour, isDeliveryTime } from './workDays.ts'

/** How a tank is used and filled; levels are percent of its capacity. */
export interface TankNature {
  seed: number
  /** Use of its liquid, which decides when it is used. */
  rhythm: keyof typeof use.rhythms
  /** Percent of the capacity on an average day of the year; for a dryer, on one of its season. */
  dailyUse: number
  town: Town
  /** Range of levels at which a delivery ends. */
  filledTo: readonly number[]
  /** The level at the end of the history. */
  finalPercent: number
  /** A leak: percent a day, for the last `days`. */
  leak?: { perDay: number; days: number }
  /** A theft within two hours, `nights` ago. */
  theft?: { nights: number; percent: number }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FILL_TIME = 40 * 60_000
const MAX_LEVEL = 98.5

/** Shares of weekdays (Sunday first) and of hours; each has a mean near 1. */
const RHYTHMS: Readonly<Record<TankNature['rhythm'], { week: readonly number[]; day: readonly number[] }>> =
  use.rhythms

/** Percent of the capacity used between two moments. */
export function usedBetween(nature: TankNature, from: number, until: number): number {
  let used = 0
  for (let start = from; start < until; ) {
    const end = Math.min(until, (Math.floor(start / HOUR) + 1) * HOUR)
    used += usageAt(nature, start) * ((end - start) / DAY)
    start = end
  }
  return used
}

/** Percent a day at a moment, constant within an hour. */
function usageAt(nature: TankNature, time: number): number {
  const { seed, rhythm, dailyUse, town } = nature
  const { day, hour } = dayAndHour(town, time)
  const { week, day: hours } = RHYTHMS[rhythm]
  const chance = (0.75 + 0.5 * chanceAt(seed, day)) * (0.6 + 0.8 * chanceAt(seed + 1, day * 24 + hour))
  return dailyUse * itemAt(week, (day + 4) % 7) * itemAt(hours, hour) * seasonOf(nature, day) * chance
}

/** Factor of a day's use by the time of the year; a campaign rests eleven days of 21. */
function seasonOf({ rhythm, seed, town }: TankNature, day: number): number {
  if (rhythm === 'heating') return heatingOn(town)(day)
  if (rhythm === 'campaign') return (day + seed) % 21 < 10 ? 2.1 : 0
  return rhythm === 'dryer' ? dryingOn(seed, day) : 1
}

/**
 * Use by the cold of the day and, less, of the day before: a house keeps its warmth. Plus some warm water every day, scaled by the degree
 * days of the town's winter.
 */
const heatingOn = remembered((town: Town) => {
  const { limit, base, winter } = use.heating
  const degreeDays = (day: number) => Math.max(0, limit - meanOfDay(town, day))
  const first = Date.UTC(2025, 11, 1) / DAY
  const mean =
    Array.from({ length: 90 }, (_, i) => degreeDays(first + i)).reduce((sum, item) => sum + item, 0) / 90
  return remembered(
    (day: number) => base + (winter * (0.85 * degreeDays(day) + 0.15 * degreeDays(day - 1))) / mean,
  )
})

/** Use of a grain dryer: from the second half of September to the first days of December, with a slow start and rests when it rains. */
function dryingOn(seed: number, day: number): number {
  const { begins, ends } = dryingSeason(seed, day)
  if (day < begins || day >= ends) return 0
  const rain = chanceAt(seed + 5, day) < 0.1 ? 0.3 : 1
  return rain * Math.min(1, 0.4 + 0.12 * (day - begins))
}

/** First day of the dryer's season in the year of a day, and the first day after it; days are counted from 1970. */
export function dryingSeason(seed: number, day: number): { begins: number; ends: number } {
  const year = new Date(day * DAY).getUTCFullYear()
  return {
    begins: Date.UTC(year, 8, 17) / DAY + (seed % 6),
    ends: Date.UTC(year, 10, 30) / DAY + (seed % 10),
  }
}

/** A delivery between two moments, in percent of the capacity. */
export interface PastFill {
  began: number
  ended: number
  percent: number
}

/**
 * The level at each of these moments (epoch milliseconds, ascending) and the fills, in percent of the capacity. Computed backwards from the
 * final level: use becomes a rise, and a tank that would overflow was filled, as late as a truck could come.
 */
export function pastLevels(
  nature: TankNature,
  times: readonly number[],
): { levels: Float64Array; fills: PastFill[] } {
  const levels = new Float64Array(times.length)
  const fills: PastFill[] = []
  const random = seededRandom(nature.seed)
  const [least = 0, most = 0] = nature.filledTo
  const lost = lossesOf(nature, times.at(-1) ?? 0)
  let level = nature.finalPercent
  let filledTo = level > least ? Math.min(level + 0.8, MAX_LEVEL) : random.between(least + 2, most)
  let filling = { from: 0, rate: 0 }
  for (let i = times.length - 1; i >= 0; i -= 1) {
    const after = times[i + 1]
    if (after !== undefined) {
      const time = itemAt(times, i)
      level += usedBetween(nature, time, after) + lost(time, after)
      if (filling.rate === 0 && level > least - 30 && isFilledBy(nature, after, level, filledTo)) {
        const from = random.between(21, 30)
        filling = { from, rate: (level - from) / Math.max(FILL_TIME, after - time) }
        fills.unshift({ began: time, ended: after, percent: 0 })
      }
      if (filling.rate > 0) {
        const flow = filling.rate * (after - time)
        level -= flow
        const fill = firstOf(fills)
        Object.assign(fill, { began: time, percent: fill.percent + flow })
        if (level <= filling.from + 0.5) {
          filling = { from: 0, rate: 0 }
          filledTo = random.between(least, most)
        }
      }
    }
    level = Math.min(Math.max(level, 1), MAX_LEVEL)
    levels[i] = level
  }
  return { levels, fills }
}

/** Whether a delivery ended at a time: over the hours without deliveries before it, the level would reach `filledTo`. */
function isFilledBy(nature: TankNature, time: number, level: number, filledTo: number): boolean {
  if (!isDeliveryTime(nature.town, time)) return false
  const closed = closedBefore(nature.town, time)
  return level + (closed > 0 ? usedBetween(nature, time - closed, time) : 0) >= filledTo
}

/** Percent that leaked or was stolen between two moments; thefts happen at half past two in the morning. */
function lossesOf({ leak, theft, town: { utcOffset } }: TankNature, end: number) {
  const night = Math.floor((end + utcOffset * HOUR - 8 * HOUR) / DAY) * DAY + (2.5 - utcOffset) * HOUR
  const losses = [
    ...(leak ? [{ from: end - leak.days * DAY, until: end, percent: leak.perDay * leak.days }] : []),
    ...(theft
      ? [night - (theft.nights - 1) * DAY].map((from) => ({
          from,
          until: from + 1.5 * HOUR,
          percent: theft.percent,
        }))
      : []),
  ]
  return (from: number, until: number) =>
    losses.reduce((sum, loss) => {
      const overlap = Math.max(0, Math.min(until, loss.until) - Math.max(from, loss.from))
      return sum + (loss.percent * overlap) / (loss.until - loss.from)
    }, 0)
}

/** The level at a later moment, computed forwards; a low tank is filled by the next truck. */
export function nextLevel(nature: TankNature, level: number, from: number, until: number): number {
  const { seed, town, filledTo } = nature
  const [least = 0, most = 0] = filledTo
  const [day, hour] = [Math.floor(until / DAY), Math.floor(until / HOUR)]
  // The truck comes in one of six working hours, so that low tanks are seen for some hours.
  const comes = level < 20 + 6 * chanceAt(seed + 2, day) && chanceAt(seed + 3, hour) < 1 / 6
  if (comes && isDeliveryTime(town, until)) return least + (most - least) * chanceAt(seed + 4, day)
  return Math.max(level - usedBetween(nature, from, until), 1)
}
