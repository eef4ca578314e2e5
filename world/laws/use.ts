import use from '#facts/use.json' with { type: 'json' }
import { HOME } from '../facts/trucks.ts'
import type { Random } from '../random.ts'
import { HOUR } from './units.ts'
import type { Weather } from './weather.ts'

/** The use of a tank. */
export interface UseLaw {
  rhythm: keyof typeof use.rhythms
  /** Litres of an average day of the year. */
  perDay: number
}

/** Mean of the days from December to February at the yard, °C below the base of heating. */
const WINTER = 20.5

/** Litres used in the hour that begins at a moment. */
export function drawnInHour(
  { rhythm, perDay }: UseLaw,
  at: number,
  weather: Weather,
  random: Random,
): number {
  const hours = Math.floor(at / HOUR) + HOME.utcOffset
  const days = Math.floor(hours / 24)
  const { week, day } = use.rhythms[rhythm]
  const factor = Math.exp(random.of(days).normal(0.2)) * week[(days + 4) % 7]! * day[hours - days * 24]!
  const { limit, base, winter } = use.heating
  const season =
    rhythm === 'heating' ? base + (winter * Math.max(limit - weather.celsius(at), 0)) / WINTER : 1
  return (perDay / 24) * season * factor
}
