import { calendarDay } from '#core/platform/time/calendarDay.ts'

/** The days of a tank without gaps: unknown values are NaN. Use is in multiples of a usual day. */
export interface Timeline {
  /** Number of days up to, but not including, today. */
  length: number
  /** The first day, in days since 1970. */
  firstDay: number
  used: Float64Array
  degreeDays: Float64Array
  /** 0 = Sunday … 6 = Saturday, also for future days: `weekdayOf(length)` is today's. */
  weekdayOf: (day: number) => number
  /** Litres of a usual day of use. */
  unit: number
  /** Number of known days. */
  known: number
}

export interface KnownDay {
  date: string
  /** Litres; NaN if only the degree days of a day are known. */
  used: number
  degree_days?: number
  /** Number of days, ending with this one, that `used` sums over; default 1. */
  days?: number
}

/** Total use of consecutive days that end with `end`, in multiples of the usual day. */
export interface Interval {
  end: number
  days: number
  used: number
}

/** Days that models look back, and models of rarer patterns. */
export const WINDOW = 120
export const LONG_WINDOW = 250

const DAY = 86_400_000
/** Two years and a month: enough for the same weeks of last year. */
const LONGEST = 760
/** 1970 began on a Thursday. */
const FIRST_WEEKDAY = 4

/** Degree days that no place on earth exceeds, °C·d. */
const MAX_DEGREE_DAYS = 110

/** Plausible degree days; NaN otherwise. */
export function plausibleCold(degreeDays: number | undefined): number {
  return degreeDays !== undefined && degreeDays <= MAX_DEGREE_DAYS ? Math.max(degreeDays, 0) : Number.NaN
}

/** Days since 1970 of a date (YYYY-MM-DD). */
export function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY)
}

/** The date (YYYY-MM-DD) of a number of days since 1970. */
export function dateOfDay(number: number): string {
  return calendarDay(number * DAY)
}

/** Days before `today` in order; the last entry of a duplicated day counts, and negative noise counts as 0. */
export function timelineOf(history: readonly KnownDay[], today: string): Timeline {
  const end = dayNumber(today)
  const days = numbered(history, end).filter(
    ({ used, degree_days }) => Number.isFinite(used) || Number.isFinite(degree_days),
  )
  const first = days.reduce((least, { number }) => Math.min(least, number), end)
  const length = end - first
  const used = new Float64Array(length).fill(Number.NaN)
  const degreeDays = new Float64Array(length).fill(Number.NaN)
  for (const day of days) {
    used[day.number - first] = Number.isFinite(day.used) ? Math.max(day.used, 0) : Number.NaN
    degreeDays[day.number - first] = plausibleCold(day.degree_days)
  }
  const known = used.filter((litres) => !Number.isNaN(litres))
  const unit = usualDayOfUse(known)
  return {
    length,
    firstDay: first,
    used: used.map((litres) => litres / (unit || 1)),
    degreeDays,
    weekdayOf: (day) => (((first + day + FIRST_WEEKDAY) % 7) + 7) % 7,
    unit,
    known: known.length,
  }
}

/**
 * The timeline and intervals of a tank with sums over several days, as from fill to fill: the timeline holds degree days only.
 * Null if every entry covers one day. No day counts twice: a sum that overlaps the previous one starts after it.
 */
export function intervalsOf(
  history: readonly KnownDay[],
  today: string,
): { timeline: Timeline; intervals: Interval[] } | null {
  if (!history.some(({ days = 1 }) => days > 1)) return null
  const sums = numbered(history, dayNumber(today))
    .filter(({ used, days = 1 }) => Number.isFinite(used) && days >= 1 && days <= LONGEST)
    .sort((one, other) => one.number - other.number)
  let before = Number.NEGATIVE_INFINITY
  const raw = sums.flatMap(({ number, used, days = 1 }) => {
    const from = Math.max(number - Math.round(days) + 1, before + 1)
    before = Math.max(before, number)
    return from > number ? [] : [{ number, days: number - from + 1, used: Math.max(used, 0) }]
  })
  const known = raw.reduce((sum, { days }) => sum + days, 0)
  const unit = known > 0 ? raw.reduce((sum, { used }) => sum + used, 0) / known : 0
  const cold = history.map(({ date, degree_days }) => ({
    date,
    used: Number.NaN,
    ...(degree_days !== undefined && { degree_days }),
  }))
  const timeline = timelineOf(cold, today)
  const first = timeline.firstDay
  const intervals = raw.map(({ number, days, used }) => ({
    end: number - first,
    days,
    used: used / (unit || 1),
  }))
  return { timeline: { ...timeline, unit, known }, intervals }
}

function numbered(history: readonly KnownDay[], end: number) {
  return history
    .map((day) => ({ ...day, number: dayNumber(day.date) }))
    .filter(({ number }) => number < end && number >= end - LONGEST)
}

/** The mean of the days with clear use. */
function usualDayOfUse(known: Float64Array): number {
  const sorted = known.toSorted()
  const least = 0.1 * (sorted[Math.floor(sorted.length * 0.95)] || sorted.at(-1) || 0)
  const clear = sorted.filter((litres) => litres > least)
  return clear.length === 0 ? 0 : clear.reduce((sum, litres) => sum + litres, 0) / clear.length
}
