import use from '#facts/use.json' with { type: 'json' }
import { meanOfDay } from './demoWeather.ts'
import type { Town } from './facts.ts'
import { chanceAt, seededRandom } from './seededRandom.ts'

/** What a tank's liquid is used for, and so when. */
export type Rhythm = keyof typeof use.rhythms

/** How a tank is used and filled; levels are percent of its capacity. */
export interface TankNature {
  seed: number
  rhythm: Rhythm
  /** Percent of the capacity on an average day of the year; of a dryer, on one of its season. */
  dailyUse: number
  town: Town
  /** Between what levels a delivery ends. */
  filledTo: readonly number[]
  /** Where the level is at the end of the history. */
  finalPercent: number
  /** A hole: percent a day, for so many days before the end. */
  leak?: { perDay: number; days: number }
  /** Stolen within two hours of the night that is so many nights ago. */
  theft?: { nights: number; percent: number }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FILL_TIME = 40 * 60_000
const FULLEST = 98.5

/** Shares of weekdays (Sunday first) and of hours; each has a mean near 1. */
const RHYTHMS: Readonly<Record<Rhythm, { week: readonly number[]; day: readonly number[] }>> = use.rhythms

/** Percent of the capacity that is used between two moments not more than a few hours apart. */
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
  const hours = Math.floor(time / HOUR) + town.utcOffset
  const days = Math.floor(hours / 24)
  const { week, day } = RHYTHMS[rhythm]
  const chance = (0.75 + 0.5 * chanceAt(seed, days)) * (0.6 + 0.8 * chanceAt(seed + 1, hours))
  return dailyUse * week[(days + 4) % 7]! * day[hours - days * 24]! * seasonOf(nature, days) * chance
}

/** How much more or less a day takes than an average one, by the time of the year. */
function seasonOf({ rhythm, seed, town }: TankNature, days: number): number {
  if (rhythm === 'heating') return heatingOn(town, days)
  if (rhythm === 'campaign') return onOff(days + seed)
  return rhythm === 'dryer' ? dryingOn(seed, days) : 1
}

const winters = new Map<string, number>()

/**
 * As cold as it is, and a little as cold as it was the day before: a house keeps its warmth. Some warm water on every day, and what a
 * degree day of each town's winter makes of it.
 */
function heatingOn(town: Town, days: number): number {
  const cold = 0.85 * degreeDays(town, days) + 0.15 * degreeDays(town, days - 1)
  return use.heating.base + (use.heating.winter * cold) / winterOf(town)
}

/** From the daily mean at which nobody heats any more. */
function degreeDays(town: Town, days: number): number {
  return Math.max(0, use.heating.limit - meanOfDay(town, days))
}

/** Degree days of a day between December and February. */
function winterOf(town: Town): number {
  const found = winters.get(town.town)
  if (found !== undefined) return found
  const first = Date.UTC(2025, 11, 1) / DAY
  const all = Array.from({ length: 90 }, (_, i) => degreeDays(town, first + i))
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length
  winters.set(town.town, mean)
  return mean
}

/** Grain is dried from the second half of September to the first days of December; it begins slowly, and rests when it rains. */
function dryingOn(seed: number, days: number): number {
  const { begins, ends } = dryingSeason(seed, days)
  if (days < begins || days >= ends) return 0
  const rain = chanceAt(seed + 5, days) < 0.1 ? 0.3 : 1
  return rain * Math.min(1, 0.4 + 0.12 * (days - begins))
}

/** First day of a dryer's season in the year of a day, and the first after it; days are counted from 1970. */
export function dryingSeason(seed: number, days: number): { begins: number; ends: number } {
  const year = new Date(days * DAY).getUTCFullYear()
  return {
    begins: Date.UTC(year, 8, 17) / DAY + (seed % 6),
    ends: Date.UTC(year, 10, 30) / DAY + (seed % 10),
  }
}

/** Ten days of work, eleven without. */
function onOff(days: number): number {
  return days % 21 < 10 ? 2.1 : 0
}

/**
 * The level at each of these moments (epoch milliseconds, ascending), in percent of the capacity. It is followed
 * backwards from where it ends: use becomes a rise, and where the tank must have been full, it was filled.
 */
export function pastLevels(nature: TankNature, times: readonly number[]): Float64Array {
  const levels = new Float64Array(times.length)
  const random = seededRandom(nature.seed)
  const { finalPercent } = nature
  const [least = 0, most = 0] = nature.filledTo
  const end = times.at(-1) ?? 0
  const theft = nature.theft && { ...nature.theft, at: nightBefore(end, nature) }
  let level = finalPercent
  let filledTo =
    finalPercent > least ? Math.min(finalPercent + 0.8, FULLEST) : random.between(least + 2, most)
  let filling = { from: 0, rate: 0 }
  for (let i = times.length - 1; i >= 0; i -= 1) {
    const after = times[i + 1]
    if (after !== undefined) {
      const time = times[i]!
      level += usedBetween(nature, time, after) + lostBetween(nature, theft, time, after, end)
      const isFull = level >= filledTo && isDeliveryTime(nature, after)
      if (filling.rate === 0 && (isFull || level >= filledTo + 3 || level >= FULLEST)) {
        filling = { from: random.between(21, 30), rate: 0 }
        filling.rate = (level - filling.from) / Math.max(FILL_TIME, after - time)
      }
      if (filling.rate > 0) {
        level -= filling.rate * (after - time)
        if (level <= filling.from + 0.5) {
          filling = { from: 0, rate: 0 }
          filledTo = random.between(least, most)
        }
      }
    }
    level = Math.min(Math.max(level, 1), FULLEST)
    levels[i] = level
  }
  return levels
}

/** Trucks come in the day, and not on Sundays. */
export function isDeliveryTime({ town }: TankNature, time: number): boolean {
  const hours = Math.floor(time / HOUR) + town.utcOffset
  const days = Math.floor(hours / 24)
  const hour = hours - days * 24
  return hour >= 7 && hour < 17 && (days + 4) % 7 !== 0
}

/** Half past two in the morning at the tank, so many nights ago. */
function nightBefore(end: number, { town: { utcOffset }, theft }: TankNature): number {
  const local = end + utcOffset * HOUR
  const night = Math.floor((local - 8 * HOUR) / DAY) * DAY + 2.5 * HOUR
  return night - utcOffset * HOUR - ((theft?.nights ?? 1) - 1) * DAY
}

function lostBetween(
  { leak }: TankNature,
  theft: { at: number; percent: number } | undefined,
  from: number,
  until: number,
  end: number,
): number {
  const leaking = leak ? overlap(from, until, end - leak.days * DAY, end) : 0
  const stealing = theft ? overlap(from, until, theft.at, theft.at + 1.5 * HOUR) : 0
  return ((leak?.perDay ?? 0) * leaking) / DAY + ((theft?.percent ?? 0) * stealing) / (1.5 * HOUR)
}

function overlap(from: number, until: number, start: number, end: number): number {
  return Math.max(0, Math.min(until, end) - Math.max(from, start))
}

/** A level a while later, when it is followed forwards; a low tank is filled by the next truck. */
export function nextLevel(nature: TankNature, level: number, from: number, until: number): number {
  const used = usedBetween(nature, from, until)
  const [least = 0, most = 0] = nature.filledTo
  const isFilled = level < 20 + 6 * chanceAt(nature.seed + 2, Math.floor(until / DAY))
  // Of the working hours one in six brings the truck, so that low tanks are seen for some hours.
  const comes = isFilled && chanceAt(nature.seed + 3, Math.floor(until / HOUR)) < 1 / 6
  if (comes && isDeliveryTime(nature, until))
    return least + (most - least) * chanceAt(nature.seed + 4, Math.floor(until / DAY))
  return Math.max(level - used, 1)
}
