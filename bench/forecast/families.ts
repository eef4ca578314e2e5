import type { Random } from '#core/domains/telemetry/forecasting/random.ts'
import type { LevelsInput } from '#core/domains/telemetry/forecastLevels.ts'
import { climateAt, correctedClimate, expectedDegreeDays } from '#core/domains/weather/climate.ts'
import {
  type City,
  type CityWeather,
  climateOn,
  degreeDaysOf,
  drawnPlace,
  forecastErrors,
  weatherOf,
} from './cityWeather.ts'
import {
  between,
  type Draw,
  type Drawn,
  dateOf,
  growthLearnt,
  type Half,
  levelLearnt,
  noisy,
  whole,
} from './draws.ts'

/** A tank on a day: the known data, the outcome, and possible outcomes by its true law. */
export interface Tank {
  known: Pick<LevelsInput, 'history' | 'ahead' | 'today'>
  /** Expected litres a day, by which tanks are filled. */
  rate: number
  /** Litres used on each day from today on, as they happened. */
  future: Float64Array
  /** One more future, drawn from the law. */
  draw: Draw
  /** Draws with the known shape of the law and the known time of its last change, but with parameters learnt from the history. */
  drawLearnt?: Draw
}

export interface Family {
  name: string
  goal: Goal
  make: (random: Random, half: Drawn) => Tank
}

interface Goal {
  error?: number
  inside: readonly [number, number]
  late: number
  /** Maximum pinball loss relative to the true law. */
  loss: number
}

export const FUTURE_DAYS = 400
/** Any day will do where weather does not matter. */
const SOME_DAY = 16_000

/** A tank with days that follow a law without weather; `law` begins `before` days ago, at day −before. */
function plain(
  random: Random,
  before: number,
  law: Draw,
  rate: number,
  {
    edit = (used) => used,
    learn,
  }: {
    edit?: (used: number, day: number) => number
    /** Learns from the use of the days before today, oldest first. */
    learn?: (past: readonly number[]) => Draw
  } = {},
): Tank {
  const today = SOME_DAY + whole(random, 0, 6)
  const unit = Math.exp(between(random, Math.log(5), Math.log(2000)))
  const past = law(random)
  const history = Array.from({ length: before }, (_, i) => {
    const day = i - before
    return { date: dateOf(today + day), used: Math.max(0, edit(past(day), day) * unit) }
  })
  return {
    known: { history, today: { date: dateOf(today), elapsed: between(random, 0, 0.95) } },
    rate: rate * unit,
    future: Float64Array.from({ length: FUTURE_DAYS }, (_, day) => past(day) * unit),
    draw: inUnits(law),
    ...(learn && { drawLearnt: inUnits(learn(history.map(({ used }) => used / unit))) }),
  }

  function inUnits(draw: Draw): Draw {
    return (other) => {
      const next = draw(other)
      return (day) => next(day) * unit
    }
  }
}

const STEADY: Goal = { error: 0.6, inside: [0.75, 0.88], late: 0.13, loss: 1.25 }
const HEATING: Goal = { error: 1.3, inside: [0.75, 0.88], late: 0.13, loss: 1.25 }
const CLIMATE: Goal = { error: 2.5, inside: [0.72, 0.9], late: 0.15, loss: 1.25 }
const CHANGED: Goal = { error: 1.5, inside: [0.7, 0.9], late: 0.15, loss: 1.6 }
const GROWING: Goal = { error: 1.5, inside: [0.72, 0.9], late: 0.15, loss: 1.25 }
const STRETCHES: Goal = { inside: [0.75, 0.9], late: 0.13, loss: 1.25 }

const historyDays = (random: Random, half: Drawn) =>
  half === 'built on' ? whole(random, 50, 120) : whole(random, 35, 300)

function steady(random: Random, half: Drawn): Tank {
  const cv = half === 'built on' ? between(random, 0.06, 0.25) : between(random, 0.04, 0.35)
  const learn = levelLearnt(0, cv, half)
  return plain(random, historyDays(random, half), (r) => () => noisy(r, cv, half), 1, { learn })
}

function weekdaysOnly(random: Random, half: Drawn): Tank {
  const cv = half === 'built on' ? between(random, 0.08, 0.22) : between(random, 0.05, 0.3)
  const closed = half === 'built on' ? [0, 6] : whole(random, 0, 1) ? [0] : [0, 6]
  const shift = whole(random, 0, 6)
  const weekly = Array.from({ length: 7 }, () => (half === 'built on' ? 1 : between(random, 0.7, 1.4)))
  const law = (r: Random) => (day: number) => {
    const weekday = (((day + shift) % 7) + 7) % 7
    return closed.includes(weekday) ? 0 : weekly[weekday]! * noisy(r, cv, half)
  }
  const open = weekly.filter((_, weekday) => !closed.includes(weekday))
  return plain(random, historyDays(random, half), law, open.reduce((sum, item) => sum + item, 0) / 7)
}

function oneOddDay(random: Random, half: Drawn): Tank {
  const cv = between(random, 0.06, 0.22)
  const odd = -whole(random, 1, 25)
  const factor =
    whole(random, 0, 3) === 0 ? 0 : half === 'built on' ? between(random, 2, 8) : between(random, 1.8, 12)
  const edit = (used: number, day: number) => (day === odd ? used * factor : used)
  return plain(random, historyDays(random, half), (r) => () => noisy(r, cv, half), 1, { edit })
}

function changed(up: boolean) {
  return (random: Random, half: Drawn): Tank => {
    const cv = half === 'built on' ? between(random, 0.08, 0.2) : between(random, 0.05, 0.25)
    const factor = half === 'built on' ? 2 : between(random, 1.6, 3)
    const since = half === 'built on' ? -6 : -whole(random, 5, 7)
    const after = up ? factor : 1 / factor
    const law = (r: Random) => (day: number) => (day < since ? 1 : after) * noisy(r, cv, half)
    return plain(random, historyDays(random, half), law, after, { learn: levelLearnt(since, cv, half) })
  }
}

function growing(up: boolean) {
  return (random: Random, half: Drawn): Tank => {
    const cv = half === 'built on' ? between(random, 0.08, 0.2) : between(random, 0.05, 0.25)
    const growth =
      (up ? 1 : -1) *
      (half === 'built on' ? between(random, 0.01, 0.025) : between(random, 0.008, up ? 0.03 : 0.02))
    const before = half === 'built on' ? whole(random, 30, 100) : whole(random, 28, 150)
    const law = (r: Random) => (day: number) => Math.exp(growth * day) * noisy(r, cv, half)
    return plain(random, before, law, up ? 1.2 : 0.75, { learn: growthLearnt(cv, half) })
  }
}

function campaigns(random: Random, half: Drawn): Tank {
  const cv = between(random, 0.08, 0.2)
  if (half === 'fresh') return uneven(random, cv)
  const [on, off] = half === 'built on' ? [10, 11] : [whole(random, 5, 14), whole(random, 4, 15)]
  const phase = whole(random, 0, on + off - 1)
  const law = (r: Random) => (day: number) =>
    (((day + phase) % (on + off)) + on + off) % (on + off) < on ? noisy(r, cv, half) : 0
  return plain(
    random,
    half === 'built on' ? whole(random, 90, 150) : whole(random, 70, 250),
    law,
    on / (on + off),
  )
}

/** Campaigns of random length, each differing from the others by up to a third. */
function uneven(random: Random, cv: number): Tank {
  const [on, off] = [between(random, 3, 30), between(random, 3, 35)]
  const jitter = between(random, 0, 0.33)
  // The number of days that the server passes.
  const before = whole(random, 60, 120)
  const lengthOf = (r: Random, mean: number) => Math.max(1, Math.round(mean * (1 + jitter * r.normal())))
  // There is one past; the true law knows the duration of the current stretch, and draws its continuation.
  const past: boolean[] = []
  let isOn = random.uniform() < on / (on + off)
  let left = Math.max(1, Math.round(lengthOf(random, isOn ? on : off) * random.uniform()))
  let age = 0
  for (let day = 0; day < before; day += 1) {
    if (left === 0) {
      isOn = !isOn
      left = lengthOf(random, isOn ? on : off)
      age = 0
    }
    past.push(isOn)
    left -= 1
    age += 1
  }
  const law = (r: Random) => {
    let now = isOn
    let length = 0
    for (let tries = 0; length <= age && tries < 100; tries += 1) length = lengthOf(r, now ? on : off)
    let rest = Math.max(0, length - age)
    return (day: number) => {
      if (day < 0) return past[before + day] ? noisy(r, cv, 'fresh') : 0
      if (rest === 0) {
        now = !now
        rest = lengthOf(r, now ? on : off)
      }
      rest -= 1
      return now ? noisy(r, cv, 'fresh') : 0
    }
  }
  return plain(random, before, law, on / (on + off))
}

function bursts(random: Random, half: Drawn): Tank {
  const share = half === 'built on' ? 0.2 : between(random, 0.12, 0.35)
  const cv = half === 'built on' ? 0.4 : between(random, 0.2, 0.7)
  const law = (r: Random) => () => {
    const amount = noisy(r, cv, half)
    return r.uniform() < share ? amount : 0
  }
  return plain(random, historyDays(random, half), law, share)
}

function seasonBegun(random: Random, half: Drawn): Tank {
  const cv = half === 'built on' ? between(random, 0.1, 0.25) : between(random, 0.1, 0.4)
  const since = half === 'built on' ? -4 : half === 'kept back' ? -whole(random, 3, 6) : -whole(random, 1, 12)
  const law = (r: Random) => (day: number) => (day < since ? 0 : noisy(r, cv, half))
  return plain(random, whole(random, 60, 200), law, 1, { learn: levelLearnt(since, cv, half) })
}

const cities = new Map<City, CityWeather>()

/** A real city with the climate that ships for it. */
function placeOf(half: Half) {
  const city: City = half === 'built on' ? 'New York' : 'Seattle'
  const weather = cities.get(city) ?? weatherOf(city)
  cities.set(city, weather)
  return { weather, shipped: CLIMATES[city] }
}

const CLIMATES = {
  'New York': climateAt(40.78, -73.97),
  Seattle: climateAt(47.45, -122.31),
}

/**
 * Heating with the real weather of a city: known up to today, then a week's forecast, then the climate. With `isShipped` the weather is
 * unknown, and the shipped climate's expectation of the place replaces it for all days, past and future.
 */
function heating(season: 'autumn' | 'winter' | 'spring' | 'any', forecastDays: number, isShipped = false) {
  return (random: Random, half: Drawn): Tank => {
    const { weather, shipped: ofPlace } = half === 'fresh' ? drawnPlace(random) : placeOf(half)
    const which = season === 'any' ? (['autumn', 'winter', 'spring'] as const)[whole(random, 0, 2)]! : season
    const starts = { autumn: [265, 325], winter: [350, 405], spring: [60, 112] } as const
    const [from, to] = starts[which]
    const year = which === 'spring' ? whole(random, 1, 3) : whole(random, 0, 2)
    const today = Math.round(year * 365.25) + whole(random, from, to)
    const before = Math.min(today - 1, half === 'built on' ? whole(random, 60, 250) : whole(random, 40, 330))
    const base = half === 'built on' ? between(random, 0.05, 0.3) : between(random, 0, 0.5)
    const perDegree = (1 - base) / 15
    const cv = half === 'built on' ? between(random, 0.06, 0.18) : between(random, 0.05, 0.25)
    const unit = Math.exp(between(random, Math.log(5), Math.log(500)))
    const usedAt = (r: Random, temperature: number) =>
      unit * (base + perDegree * degreeDaysOf(temperature)) * noisy(r, cv, half)
    const at = (day: number) => weather.temperatures[today + day]
    const errors = forecastErrors(random, forecastDays)
    const climate = Array.from({ length: 150 }, (_, day) => climateOn(weather, today + day))
    const shipped = correctedClimate(ofPlace, [])
    const expected = (day: number) => expectedDegreeDays(shipped(dateOf(weather.first + today + day)), 'f65')
    const known = errors.map((error, day) => (at(day) ?? 0) + error)
    let rate = 0
    for (let day = 0; day < 20; day += 1) rate += (unit * (base + perDegree * climate[day]!.degreeDays)) / 20
    return {
      known: {
        history: Array.from({ length: before }, (_, i) => {
          const day = i - before
          const temperature = at(day)!
          const date = dateOf(weather.first + today + day)
          const degree_days = isShipped ? expected(day) : degreeDaysOf(temperature)
          return { date, used: usedAt(random, temperature), degree_days }
        }),
        ahead: climate.map(({ degreeDays }, day) => ({
          date: dateOf(weather.first + today + day),
          degree_days:
            day < known.length ? degreeDaysOf(known[day]!) : isShipped ? expected(day) : degreeDays,
        })),
        today: { date: dateOf(weather.first + today), elapsed: between(random, 0, 0.95) },
      },
      rate,
      future: Float64Array.from({ length: FUTURE_DAYS }, (_, day) =>
        usedAt(random, at(day) ?? climate[Math.min(day, 149)]!.temperature),
      ),
      draw: (other) => {
        const off = forecastErrors(other, forecastDays)
        let anomaly =
          forecastDays > 0 ? Number.NaN : (at(-1)! - climate[0]!.temperature) / climate[0]!.deviation
        return (day) => {
          if (day < forecastDays) return usedAt(other, known[day]! - off[day]!)
          const { temperature, deviation } = climate[Math.min(day, 149)]!
          if (Number.isNaN(anomaly)) anomaly = (known[day - 1]! - off[day - 1]! - temperature) / deviation
          anomaly = 0.7 * anomaly + Math.sqrt(1 - 0.49) * other.normal()
          return usedAt(other, temperature + deviation * anomaly)
        }
      },
    }
  }
}

/** Named as in the list of goals. */
export const FAMILIES: readonly Family[] = [
  { name: 'steady', goal: STEADY, make: steady },
  { name: 'weekdays only', goal: STEADY, make: weekdaysOnly },
  { name: 'one odd day', goal: STEADY, make: oneOddDay },
  { name: 'heating, autumn', goal: HEATING, make: heating('autumn', 7) },
  { name: 'heating, winter', goal: HEATING, make: heating('winter', 7) },
  { name: 'heating, spring', goal: HEATING, make: heating('spring', 7) },
  { name: 'heating, climate alone', goal: CLIMATE, make: heating('any', 0) },
  { name: 'heating, climate that ships, autumn', goal: CLIMATE, make: heating('autumn', 0, true) },
  { name: 'heating, climate that ships, winter', goal: CLIMATE, make: heating('winter', 0, true) },
  { name: 'heating, climate that ships, spring', goal: CLIMATE, make: heating('spring', 0, true) },
  { name: 'more since six days', goal: CHANGED, make: changed(true) },
  { name: 'less since six days', goal: CHANGED, make: changed(false) },
  { name: 'growth', goal: GROWING, make: growing(true) },
  { name: 'decline', goal: GROWING, make: growing(false) },
  { name: 'days on, days off', goal: STRETCHES, make: campaigns },
  { name: 'bursts', goal: STRETCHES, make: bursts },
  { name: 'season begun', goal: { ...STRETCHES, loss: 1.6 }, make: seasonBegun },
]
