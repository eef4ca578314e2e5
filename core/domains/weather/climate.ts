import { normalBelow, normalDensity } from '#core/domains/telemetry/forecasting/random.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { CLIMATE_WAVES } from './climateWaves.ts'
import { DEGREE_DAY_BASES, type DegreeDayBase } from './degreeDays.ts'
import type { WeatherDay } from './openMeteo.ts'
import { sphericalHarmonics } from './sphericalHarmonics.ts'

/** Degrees of the spherical harmonics of the yearly mean, of the annual wave (cosine, sine) and of the semi-annual wave. */
export const CLIMATE_DEGREES = [10, 8, 8, 4, 4] as const

/** Error of the monthly means of a place, °C, measured on held-out points and stations: hills and coasts are smoothed out. */
export const CLIMATE_DOUBT = 3.5
/** Standard deviation of a whole season, °C. */
const SEASON_DEVIATION = 1.2
/** Correlation of the deviation from one day to the next. */
export const CLIMATE_CORRELATION = 0.7
const MIN_DEVIATION = 1.5
const DAY = 86_400_000
const YEAR = 365.2425

/** Climate of a day of the year, °C. */
export interface ClimateDay {
  mean: number
  /** Standard deviation of the daily mean. */
  deviation: number
}

/**
 * The climate of a place on earth for any day. The deviation of days grows with the seasonal difference, and is larger in the
 * cold season: fitted to a year of ten stations in the United States.
 */
export function climateAt(latitude: number, longitude: number): (date: string) => ClimateDay {
  const figureOf = (wave: number) => {
    const weights = itemAt(CLIMATE_WAVES, wave)
    const waves = sphericalHarmonics(latitude, longitude, itemAt(CLIMATE_DEGREES, wave))
    return waves.reduce((sum, value, i) => sum + value * itemAt(weights, i), 0)
  }
  const mean = figureOf(0)
  const [cosine, sine, cosine2, sine2] = [figureOf(1), figureOf(2), figureOf(3), figureOf(4)]
  const height = Math.hypot(cosine, sine)
  return (date) => {
    const angle = (2 * Math.PI * ((Date.parse(date) / DAY + 0.5) % YEAR)) / YEAR
    const wave = cosine * Math.cos(angle) + sine * Math.sin(angle)
    return {
      mean: mean + wave + cosine2 * Math.cos(2 * angle) + sine2 * Math.sin(2 * angle),
      deviation: Math.max(0.25 + 0.324 * height - 0.123 * wave, MIN_DEVIATION),
    }
  }
}

/**
 * Corrects the climate by days measured at the place: their mean deviation counts as far as the number of days exceeds the
 * weather's own variation. The remaining uncertainty widens the deviation.
 */
export function correctedClimate(
  climate: (date: string) => ClimateDay,
  known: readonly WeatherDay[],
): (date: string) => ClimateDay {
  const lasting = (1 + CLIMATE_CORRELATION) / (1 - CLIMATE_CORRELATION)
  let [off, variance] = [0, 0]
  for (const { date, mean } of known) {
    const expected = climate(date)
    off += mean - expected.mean
    variance += expected.deviation ** 2
  }
  const days = known.length
  const weather =
    days === 0 ? Number.POSITIVE_INFINITY : (variance * lasting) / days ** 2 + SEASON_DEVIATION ** 2
  const believed = CLIMATE_DOUBT ** 2 / (CLIMATE_DOUBT ** 2 + weather)
  const offset = days === 0 ? 0 : (believed * off) / days
  const uncertainty = CLIMATE_DOUBT * Math.sqrt(1 - believed)
  return (date) => {
    const { mean, deviation } = climate(date)
    return { mean: mean + offset, deviation: Math.hypot(deviation, uncertainty) }
  }
}

/** Expected degree days of a day: more than its mean temperature gives, above all in spring and autumn. */
export function expectedDegreeDays(day: ClimateDay, base: DegreeDayBase): number {
  return expectedCold(day, base).degree_days
}

/** Expected degree days of a day. */
export interface ExpectedCold {
  degree_days: number
  /** Standard deviation of the day's degree days. */
  deviation: number
  /** Additional degree days if the place is one °C colder than its climate; 0 on warm days. */
  per_degree: number
}

/** Degree days of a normal distribution of temperature, cut off at the base. */
export function expectedCold({ mean, deviation }: ClimateDay, base: DegreeDayBase): ExpectedCold {
  const below = DEGREE_DAY_BASES[base] - mean
  const share = below / deviation
  const [density, cold] = [normalDensity(share), normalBelow(share)]
  const degree_days = Math.max(deviation * density + below * cold, 0)
  const square = (below ** 2 + deviation ** 2) * cold + below * deviation * density
  return {
    degree_days,
    deviation: Math.sqrt(Math.max(square - degree_days ** 2, 0)),
    per_degree: cold,
  }
}
