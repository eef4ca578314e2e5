/** The days of a tank without gaps in their numbering: what is not known is NaN. Use is in units of a usual day. */
export interface Timeline {
  /** Days from the first one that is looked at up to, but not including, today. */
  length: number
  /** Days since 1970 of the first one. */
  firstDay: number
  used: Float64Array
  degreeDays: Float64Array
  /** 0 = Sunday … 6 = Saturday, also of days ahead: `weekdayOf(length)` is today's. */
  weekdayOf: (day: number) => number
  /** Litres of a usual day of use. */
  unit: number
  /** How many days are known. */
  known: number
}

export interface KnownDay {
  date: string
  used: number
  degree_days?: number
}

const DAY = 86_400_000
/** Two years and a month: enough for the same weeks of last year. */
const LONGEST = 760
/** 1970 began on a Thursday. */
const FIRST_WEEKDAY = 4

/** Days since 1970 of a date written YYYY-MM-DD. */
export function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY)
}

/** The date of so many days since 1970, YYYY-MM-DD. */
export function dateOfDay(number: number): string {
  return new Date(number * DAY).toISOString().slice(0, 10)
}

/** Days before `today` in their order; of a day that is told twice the last counts, and noise below 0 is no use. */
export function timelineOf(history: readonly KnownDay[], today: string): Timeline {
  const end = dayNumber(today)
  const days = history
    .map((day) => ({ ...day, number: dayNumber(day.date) }))
    .filter(({ number, used }) => number < end && number >= end - LONGEST && Number.isFinite(used))
  const first = days.reduce((least, { number }) => Math.min(least, number), end)
  const length = end - first
  const used = new Float64Array(length).fill(Number.NaN)
  const degreeDays = new Float64Array(length).fill(Number.NaN)
  for (const day of days) {
    used[day.number - first] = Math.max(day.used, 0)
    degreeDays[day.number - first] = day.degree_days ?? Number.NaN
  }
  const known = used.filter((litres) => !Number.isNaN(litres))
  const unit = usualDayOfUse(known)
  for (let day = 0; day < length; day += 1) used[day]! /= unit || 1
  return {
    length,
    firstDay: first,
    used,
    degreeDays,
    weekdayOf: (day) => (((first + day + FIRST_WEEKDAY) % 7) + 7) % 7,
    unit,
    known: known.length,
  }
}

/** The mean of the days on which the tank was clearly used. */
function usualDayOfUse(known: Float64Array): number {
  const sorted = known.toSorted()
  const least = 0.1 * (sorted[Math.floor(sorted.length * 0.95)] || sorted.at(-1) || 0)
  const clear = sorted.filter((litres) => litres > least)
  return clear.length === 0 ? 0 : clear.reduce((sum, litres) => sum + litres, 0) / clear.length
}
