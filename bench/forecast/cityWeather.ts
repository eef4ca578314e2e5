import fs from 'node:fs'
import { createRequire } from 'node:module'
import type { Random } from '#core/domains/telemetry/forecasting/random.ts'
import { type ClimateDay, climateAt } from '#core/domains/weather/climate.ts'
import { between, dateOf } from './draws.ts'

/** Real daily mean temperatures of a city, °C, with its climate's expectation for each day of the year. */
export interface CityWeather {
  /** Day number since 1970 of the first temperature. */
  first: number
  temperatures: readonly number[]
}

export type City = 'New York' | 'Seattle'

const DEGREE_DAY_BASE = 18.33
const DAY = 86_400_000
const HALF_WINDOW = 10

/** Observations of NOAA's stations, 2012 to 2015, as the package ships them. */
export function weatherOf(city: City): CityWeather {
  const require = createRequire(import.meta.url)
  const file = require.resolve('@observablehq/sample-datasets/weather.csv')
  const [, ...lines] = fs.readFileSync(file, 'utf8').trim().split('\n')
  const days = lines.map((line) => line.split(',')).filter(([location]) => location === city)
  const temperatures = days.map(([, , , highest, lowest]) => (Number(highest) + Number(lowest)) / 2)
  return { first: Date.parse(days[0]![1]!) / DAY, temperatures }
}

export const degreeDaysOf = (temperature: number) => Math.max(0, DEGREE_DAY_BASE - temperature)

/** From the same days of all other years: the means of temperature and degree days, and the deviation of temperatures. */
export function climateOn({ temperatures }: CityWeather, day: number) {
  const seen: number[] = []
  for (let year = -3; year <= 3; year += 1) {
    if (year === 0) continue
    const middle = day + Math.round(year * 365.25)
    seen.push(...temperatures.slice(Math.max(middle - HALF_WINDOW, 0), Math.max(middle + HALF_WINDOW + 1, 0)))
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const temperature = mean(seen)
  return {
    temperature,
    degreeDays: mean(seen.map(degreeDaysOf)),
    deviation: Math.sqrt(mean(seen.map((item) => (item - temperature) ** 2))),
  }
}

/** The error of a temperature forecast on each of the next days: small tomorrow, three degrees after a week. */
export function forecastErrors(random: Random, days: number): number[] {
  let off = random.normal()
  return Array.from({ length: days }, (_, day) => {
    const error = (1 + 0.35 * day) * off
    off = 0.75 * off + Math.sqrt(1 - 0.75 ** 2) * random.normal()
    return error
  })
}

const YEARS = 4
const SOME_YEAR = Date.UTC(2012, 0, 1) / DAY
/** °C by which a drawn place differs from the climate that ships for it. */
const PLACE_DEVIATION = 2
/** Maximum °C by which its months differ from others of their name: some places are steady, others are not. */
const MAX_OF_A_MONTH = 2.2

/** Some years of weather at a random place in the colder half of North America, never seen before or again. */
export function drawnPlace(random: Random): {
  weather: CityWeather
  shipped: (date: string) => ClimateDay
} {
  const shipped = climateAt(between(random, 36, 50), between(random, -122, -70))
  const off = PLACE_DEVIATION * random.normal()
  const persistence = between(random, 0.5, 0.8)
  const spread = between(random, 0.6, 1.2)
  const ofMonths = between(random, 0, MAX_OF_A_MONTH)
  let anomaly = random.normal()
  let ofMonth = 0
  const temperatures = Array.from({ length: Math.round(YEARS * 365.25) }, (_, day) => {
    const date = dateOf(SOME_YEAR + day)
    if (date.endsWith('-01')) ofMonth = ofMonths * random.normal()
    anomaly = persistence * anomaly + Math.sqrt(1 - persistence ** 2) * random.normal()
    const { mean, deviation } = shipped(date)
    return mean + off + ofMonth + spread * deviation * anomaly
  })
  return { weather: { first: SOME_YEAR, temperatures }, shipped }
}
