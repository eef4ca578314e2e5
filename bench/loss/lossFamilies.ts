import type { Random } from '#core/domains/telemetry/forecasting/random.ts'
import type { BalanceDay } from '#core/domains/telemetry/unexplained/balanceDay.ts'
import { climateAt, expectedCold } from '#core/domains/weather/climate.ts'
import { type City, type CityWeather, degreeDaysOf, weatherOf } from '../forecast/cityWeather.ts'
import type { Half } from '../forecast/draws.ts'

/** A kind of tank: its days without any loss, in litres of a tank of 1000 L, so that 10 L are a percent. */
export interface LossFamily {
  name: string
  /** Deviation of the days' errors, in percent of the capacity. */
  spread: number
  /** Days within which 90 % of losses of 0.5 % a day must be found. */
  goal?: number
  make: (random: Random, half: Half, days: number) => BalanceDay[]
}

const DAY = 86_400_000
const SOME_DAY = 16_000
const CORRELATION = 0.3
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)

/**
 * The days' errors, correlated from day to day: normal, or skewed. Skewed ones are log-normal in one half; in the other some days take much
 * more.
 */
function errors(random: Random, half: Half, spread: number, isLopsided: boolean): () => number {
  let off = random.normal()
  const next = () => {
    if (half === 'built on') return random.normal()
    return isLopsided ? (-Math.log(1 - random.uniform()) - 1 + random.normal()) / Math.SQRT2 : random.normal()
  }
  return () => {
    off = CORRELATION * off + Math.sqrt(1 - CORRELATION ** 2) * next()
    return 10 * spread * (half === 'built on' && isLopsided ? skewed(off) : off)
  }
}

/** A normal number, mean 0 and deviation 1, skewed upwards: log-normal of σ 0.4. */
function skewed(normal: number): number {
  const sigma = 0.4
  const mean = Math.exp(sigma ** 2 / 2)
  return (Math.exp(sigma * normal) - mean) / (mean * Math.sqrt(Math.exp(sigma ** 2) - 1))
}

function plain(
  spread: number,
  of: (random: Random, half: Half) => (day: number) => number,
  isLopsided = false,
): LossFamily['make'] {
  return (random, half, days) => {
    const law = of(random, half)
    const error = errors(random, half, spread, isLopsided)
    const first = SOME_DAY + Math.floor(7 * random.uniform())
    return Array.from({ length: days }, (_, i) => ({ date: dateOf(first + i), used: law(i) + error() }))
  }
}

const between = (random: Random, low: number, high: number) => low + (high - low) * random.uniform()

const steady = (random: Random) => {
  const rate = between(random, 2, 40)
  return () => rate
}

function weekdays(random: Random, half: Half) {
  const rate = between(random, 10, 40)
  const closed = half === 'built on' ? [0, 6] : [3]
  const busy = half === 'built on' ? 1 : 1.5
  return (day: number) => rate * (closed.includes(day % 7) ? 0 : day % 7 === 5 ? busy : 1)
}

const cities = new Map<City, CityWeather>()
function cityOf(half: Half): CityWeather {
  const name: City = half === 'built on' ? 'New York' : 'Seattle'
  const known = cities.get(name) ?? weatherOf(name)
  cities.set(name, known)
  return known
}

const CLIMATES = {
  'built on': climateAt(40.78, -73.97),
  'kept back': climateAt(47.45, -122.31),
}

/** Days of the observations on which histories begin that contain spring and summer only. */
const SPRINGS = [0, 1, 2].map((year) => Math.round(year * 365.25) + 75)
const MAX_SHIFT = 60

/**
 * Follows the real cold; its error exceeds a steady tank's by a tenth of its use. With `isUnknown` the weather is unknown, and
 * replaced by the climate's expectation; with `isYoung` its history begins in spring.
 */
function heating(spread: number, { isUnknown = false, isYoung = false } = {}): LossFamily['make'] {
  return (random, half, days) => {
    const city = cityOf(half)
    const start = isYoung
      ? SPRINGS[Math.floor(SPRINGS.length * random.uniform())]! + Math.floor(between(random, 0, MAX_SHIFT))
      : Math.floor(between(random, 0, city.temperatures.length - days))
    const base = between(random, 1, 5)
    const slope = between(random, 0.6, half === 'built on' ? 1.6 : 2.2)
    const error = errors(random, half, spread, false)
    return Array.from({ length: days }, (_, i) => {
      const degree_days = degreeDaysOf(city.temperatures[start + i]!)
      const used = base + slope * degree_days
      const date = dateOf(city.first + start + i)
      const cold = isUnknown ? { expected: expectedCold(CLIMATES[half](date), 'f65') } : { degree_days }
      return { date, ...cold, used: used + error() * (1 + used / 60) }
    })
  }
}

/** Ten days on, eleven off, like a dryer or a building site. */
function campaigns(random: Random, half: Half) {
  const rate = between(random, 15, 40)
  let left = 5
  let isOn = true
  return () => {
    left -= 1
    if (left <= 0) {
      isOn = !isOn
      left = half === 'built on' ? between(random, 8, 13) : between(random, 4, 20)
    }
    return isOn ? rate : 0
  }
}

/** The families on which the detectors are run. */
export const LOSS_FAMILIES: readonly LossFamily[] = [
  { name: 'steady, s = 0.1 %', spread: 0.1, goal: 7, make: plain(0.1, steady) },
  { name: 'steady, s = 0.2 %', spread: 0.2, goal: 7, make: plain(0.2, steady) },
  { name: 'steady, s = 0.3 %', spread: 0.3, goal: 14, make: plain(0.3, steady) },
  { name: 'steady, s = 0.6 %', spread: 0.6, make: plain(0.6, steady) },
  { name: 'steady, s = 0.2 %, lopsided', spread: 0.2, make: plain(0.2, steady, true) },
  { name: 'weekdays, s = 0.2 %', spread: 0.2, goal: 7, make: plain(0.2, weekdays) },
  { name: 'heating with weather, s = 0.2 % and more in the cold', spread: 0.2, make: heating(0.2) },
  {
    name: 'heating by the climate alone, s = 0.2 % and more in the cold',
    spread: 0.2,
    make: heating(0.2, { isUnknown: true }),
  },
  { name: 'on and off by weeks, s = 0.2 %', spread: 0.2, make: plain(0.2, campaigns) },
]

/** Tanks first known in spring, without weather: heating ones, and steady ones that might be. */
export const FIRST_AUTUMNS: readonly LossFamily[] = [
  { name: 'heating', spread: 0.2, make: heating(0.2, { isUnknown: true, isYoung: true }) },
  {
    name: 'steady',
    spread: 0.2,
    make: (random, half, days) => {
      const rate = steady(random)()
      const cold = heating(0.2, { isUnknown: true, isYoung: true })(random, half, days)
      const error = errors(random, half, 0.2, false)
      return cold.map(({ date, expected }) => ({ date, ...(expected && { expected }), used: rate + error() }))
    },
  },
]
