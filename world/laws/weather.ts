import type { Random } from '../random.ts'
import { DAY, HOUR } from './units.ts'

/** Share of a day's departure from the season that persists on the next. */
const PERSISTENCE = 0.8
/** Deviation of a day from the season, °C. */
const DEPARTURE = 4.5
const YEAR = 365.2425 * DAY
/** Southern Michigan: the mean of the year, and half the difference between summer and winter, °C. */
const MEAN = 9.5
const SEASON = 13
const DAY_AND_NIGHT = 4

/** Weather that persists for days: a first-order autoregressive process about the season. */
export class Weather {
  private readonly departures: number[] = []

  constructor(
    private readonly random: Random,
    private readonly from: number,
  ) {}

  /** °C outdoors at a moment, ms since 1970, not before the first. */
  celsius(at: number): number {
    const days = (at - this.from) / DAY
    const day = Math.max(Math.floor(days), 0)
    const part = days - day
    const departure = this.departure(day) * (1 - part) + this.departure(day + 1) * part
    // The coldest day is the 20th of January, the warmest hour 15:00 in a zone of UTC−5.
    const season = MEAN - SEASON * Math.cos((2 * Math.PI * (at - Date.UTC(2026, 0, 20))) / YEAR)
    return season + departure + DAY_AND_NIGHT * Math.cos((2 * Math.PI * (at - 20 * HOUR)) / DAY)
  }

  private departure(day: number): number {
    while (this.departures.length <= day) {
      const last = this.departures.at(-1) ?? 0
      this.departures.push(
        PERSISTENCE * last + this.random.normal(DEPARTURE * Math.sqrt(1 - PERSISTENCE ** 2)),
      )
    }
    return this.departures[day]!
  }
}
