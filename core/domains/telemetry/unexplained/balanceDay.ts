import type { ExpectedCold } from '#core/domains/weather/climate.ts'

/** Net outflow of a tank on one day of its place. */
export interface BalanceDay {
  /** YYYY-MM-DD */
  date: string
  /** Litres that went out, without deliveries, at one temperature if known. Negative if the tank gained. */
  used: number
  /** Degree days, °C·d, if known. */
  degree_days?: number
  /** Otherwise: expected degree days by the climate of the place. */
  expected?: ExpectedCold
  /** Litres that went out in the quiet hours of the night before, if measured. */
  night?: number
}

/** A day among others, of which the first ones are for learning. */
export interface DayToExplain {
  balance: BalanceDay
  /** Use in percent of the capacity. */
  target: number
  /** The day before; null after a gap. */
  before: BalanceDay | null
  weekday: number
  isLearnt: boolean
}

const DAY = 86_400_000

/** Days since 1970. */
export const dayNumber = (date: string): number => Math.round(Date.parse(date) / DAY)

/** 0 = Sunday … 6 = Saturday; 1970 began on a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7
