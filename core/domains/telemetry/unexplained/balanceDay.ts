import type { ExpectedCold } from '#core/domains/weather/climate.ts'

/** What went out of a tank on one day at its own place. */
export interface BalanceDay {
  /** YYYY-MM-DD */
  date: string
  /** Litres that went, deliveries taken out, at one temperature where that is known. Below 0 the tank gained. */
  used: number
  /** How cold it was, °C·d, where that is known. */
  degree_days?: number
  /** Where that is not known: what the climate of the place lets expect. */
  expected?: ExpectedCold
  /** Litres that went in the quiet hours of the night before, where they were measured. */
  night?: number
}

const DAY = 86_400_000

/** Days since 1970. */
export const dayNumber = (date: string): number => Math.round(Date.parse(date) / DAY)

/** 0 = Sunday … 6 = Saturday; 1970 began on a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7
