import type { Random } from '../random.ts'
import { DAY, HOUR } from './units.ts'
import type { Weather } from './weather.ts'

/** How a tank is drawn from. */
export type UseLaw =
  /** Litres for each day and °C below 18, and litres a day for hot water. */
  | { kind: 'heating'; perDegreeDay: number; base: number }
  /** Litres of a working day; little on Saturday, nothing on Sunday. */
  | { kind: 'weekday'; perDay: number }

/** Above it nobody heats, °C (65 °F). */
const HEATING_LIMIT = 18.3
/** The world lives in a zone of UTC−5. */
const ZONE = -5 * HOUR
const WORKING_HOURS = { from: 6, to: 18 }

/** Litres that are used in the hour that begins at a moment. */
export function drawnInHour(law: UseLaw, at: number, weather: Weather, random: Random): number {
  const local = at + ZONE
  const hour = Math.floor((local % DAY) / HOUR)
  const factor = Math.exp(random.of(Math.floor(local / DAY)).normal(0.2))
  if (law.kind === 'heating') {
    return ((law.perDegreeDay * Math.max(HEATING_LIMIT - weather.celsius(at), 0) + law.base) / 24) * factor
  }
  const weekday = (Math.floor(local / DAY) + 4) % 7
  const share = weekday === 0 ? 0 : weekday === 6 ? 0.3 : 1
  const works = hour >= WORKING_HOURS.from && hour < WORKING_HOURS.to
  return works ? (law.perDay * share * factor) / (WORKING_HOURS.to - WORKING_HOURS.from) : 0
}
