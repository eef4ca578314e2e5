import { itemAt } from '#core/platform/lists/itemAt.ts'
import { FIRST_DEVIATION, isClimate, meanBelow, SMOOTH, shareOfCold } from './expectedDays.ts'
import type { Random } from './random.ts'
import { dayNumber, plausibleCold, type Timeline } from './timeline.ts'

/** Forecast of the days ahead, as temperatures below the base with their uncertainty. */
export interface WeatherAhead {
  /** Expected mean temperature below the base, °C; negative on warm days. */
  below: Float64Array
  /** Standard deviation, °C. */
  deviation: Float64Array
  /** Correlation of the deviation from day to day. */
  correlation: number
  /** Days after which there is no weather forecast: from then on whole seasons deviate too. */
  climateFrom: number
}

interface DegreeDays {
  date: string
  degree_days: number
}

const WINDOW = 120
const HALF_KERNEL = 10
/** Correction for the deviation that the three-week mean itself absorbs. */
const TAKEN_ALONG = 1.25
const MIN_DEVIATION = 2
/** Cold seasons vary more: additional deviation per °C of a colder climate (decision 205). */
const MORE_IN_THE_COLD = 0.12
/** Share of the deviation that lasts for weeks: months vary more from year to year than short-lived deviations add up to. */
const LASTING = 0.35
const COLD_OF_FIRST = 12
const PERSISTENCE = 0.7
/** Daily correlation of the lasting part. */
const LASTING_CORRELATION = 0.95
/** Longest published forecast, days. */
const LONGEST_FORECAST = 16
/** Assumed length of the forecast if it cannot be detected. */
const USUAL_FORECAST = 7
/** Error of a forecast for tomorrow as a share of the climate's deviation, and its daily increase. */
const UNKNOWN_AT_FIRST = 0.28
const UNKNOWN_MORE = 0.08
/** Share of a forecast's last deviation that counts for the days beyond it. */
const LAST_DEVIATION_SHARE = 0.6
const SMOOTH_DAYS = 4
const ROUNDING = 1e-9
/** Daily error (°C) of a device exposed to sun and wind, compared with a weather provider. */
const OF_A_DEVICE = 1.5
const YEAR = 364
/** 22 January, in days since 1970. */
const COLDEST = 21
/** °C between the year's mean and its coldest days, and the prior weight of that. */
const USUAL_WAVE = 11
const WAVE_DOUBT = 4
/** Weight of the usual deviation and persistence, in days. */
const PRIOR_DAYS = 40

/** Combines the weather passed for the days ahead with the season from the past; null if degree days were never known. */
export function weatherAhead(
  timeline: Timeline,
  { ahead, isMeasured }: { ahead: readonly DegreeDays[]; isMeasured: boolean },
  today: string,
  days: number,
): WeatherAhead | null {
  const past = deviationOf(timeline.degreeDays)
  if (past === null) return null
  const expected = new Float64Array(days).fill(Number.NaN)
  const first = dayNumber(today)
  for (const { date, degree_days } of ahead) {
    const day = dayNumber(date) - first
    if (day >= 0 && day < days) expected[day] = plausibleCold(degree_days)
  }
  const forecast = forecastDays(expected, past.step)
  const last = (forecast > 0 ? expected[forecast - 1] : timeline.degreeDays.at(-1)) ?? Number.NaN
  const season = seasonOf(timeline, first)
  const lastKnown = expected.findLastIndex((known) => !Number.isNaN(known))
  const below = new Float64Array(days)
  const deviation = new Float64Array(days)
  for (const [day, known] of expected.entries()) {
    const filled = Number.isNaN(known) ? filledIn(timeline, expected, day, lastKnown, season) : known
    const share = day < forecast ? UNKNOWN_AT_FIRST + UNKNOWN_MORE * day : 0.85 + 0.05 * (day - forecast)
    const guessed = Number.isNaN(known) ? 1.25 : 1
    // A current cold spell persists, so a mean of both is colder whenever one of them is.
    const lasts =
      day < forecast || Number.isNaN(last)
        ? 0
        : (forecast > 0 ? LAST_DEVIATION_SHARE : 1) * past.persistence ** (day - forecast + 1)
    const mean = lasts > 0 ? (1 - lasts) * filled + lasts * last : filled
    // The error of a published forecast hardly depends on the season.
    const colder = (day < forecast ? COLD_OF_FIRST : mean) - past.cold
    const ofSeason = past.share * Math.max(past.deviation + MORE_IN_THE_COLD * colder, MIN_DEVIATION)
    const expectedDeviation = ofSeason * Math.min(forecast > 0 ? share : 0.75 + 0.08 * day, 1) * guessed
    const ofDay = isMeasured ? Math.hypot(expectedDeviation, OF_A_DEVICE) : expectedDeviation
    deviation[day] = ofDay
    below[day] = meanBelow(mean, ofDay)
  }
  return { below, deviation, correlation: past.correlation, climateFrom: forecast }
}

/** Draws the days of one path, in order. */
export function weatherPath(
  { below, deviation, correlation, climateFrom }: WeatherAhead,
  random: Random,
  first: number,
): (day: number) => number {
  const rest = Math.sqrt(1 - correlation * correlation)
  const lasting = random.normal()
  const soonForgotten = Math.sqrt(1 - LASTING * LASTING)
  let off = first
  return (day) => {
    const z = day < climateFrom ? off : soonForgotten * off + LASTING * lasting
    const degreeDays = Math.max(0, below[day]! + deviation[day]! * z)
    off = correlation * off + rest * random.normal()
    return degreeDays
  }
}

/** Deviation of a day from its three-week mean; NaN if that is unknown. */
function offMean(value: number, day: number, recent: Float64Array): number {
  const around = recent.slice(Math.max(0, day - HALF_KERNEL), day + HALF_KERNEL + 1)
  const known = around.filter((item) => !Number.isNaN(item))
  // A warm day has zero degree days however warm it is.
  return value > 0 && known.length > 10
    ? value - known.reduce((sum, item) => sum + item, 0) / known.length
    : Number.NaN
}

/** Deviation of days from their three-week mean, its persistence, and the usual difference of neighbouring days. */
function deviationOf(degreeDays: Float64Array) {
  const recent = degreeDays.slice(-WINDOW)
  const off = recent.map(offMean)
  if (recent.every((value) => Number.isNaN(value))) return null
  let [square, count, product, pairs, cold] = [0, 0, 0, 0, 0]
  const steps: number[] = []
  let eve = { error: Number.NaN, degreeDays: Number.NaN }
  for (const [day, error] of off.entries()) {
    const before = eve
    eve = { error, degreeDays: itemAt(recent, day) }
    if (Number.isNaN(error)) continue
    square += error ** 2
    count += 1
    cold += eve.degreeDays
    if (Number.isNaN(before.error)) continue
    product += error * before.error
    pairs += 1
    steps.push(Math.abs(eve.degreeDays - before.degreeDays))
  }
  steps.sort((a, b) => a - b)
  const usualCold = count > 0 ? cold / count : COLD_OF_FIRST
  const usual = Math.max(FIRST_DEVIATION + MORE_IN_THE_COLD * (usualCold - COLD_OF_FIRST), MIN_DEVIATION)
  const measured = pairs > 0 && square > 0 ? ((product / pairs) * count) / square : PERSISTENCE
  // The three-week mean absorbs persistence too.
  const correlation = ((measured + 0.1) * pairs + PERSISTENCE * PRIOR_DAYS) / (pairs + PRIOR_DAYS)
  // Then deviations from the climate are part of the models' own errors: only the lasting part remains.
  if (isClimate(degreeDays)) return unseenWeather(recent, usual, usualCold)
  const persistence = Math.min(Math.max(correlation, 0.4), 0.85)
  return {
    deviation: Math.sqrt((square * TAKEN_ALONG ** 2 + PRIOR_DAYS * usual ** 2) / (count + PRIOR_DAYS)),
    /** Share of the deviation that paths draw. */
    share: 1,
    /** Mean degree days of the days on which this was observed. */
    cold: usualCold,
    correlation: persistence,
    /** Share of today's deviation that persists tomorrow. */
    persistence,
    step: steps.length > 5 ? itemAt(steps, steps.length >> 1) : FIRST_DEVIATION / 2,
  }
}

/**
 * If a climate stands in for past days, their deviation is part of the models' own errors, as far as days were cold enough to
 * show it. Returns the rest: the lasting part, and what warm days could not show.
 */
function unseenWeather(expected: Float64Array, usual: number, cold: number) {
  let [shown, known] = [0, 0]
  for (const degreeDays of expected) {
    if (Number.isNaN(degreeDays)) continue
    shown += shareOfCold(degreeDays, usual)
    known += 1
  }
  const unseen = (1 - shown / Math.max(known, 1)) * (1 - LASTING ** 2)
  const all = LASTING ** 2 + unseen
  return {
    deviation: usual,
    share: Math.sqrt(all),
    cold,
    correlation: (LASTING ** 2 * LASTING_CORRELATION + unseen * PERSISTENCE) / all,
    persistence: 0,
    step: FIRST_DEVIATION / 2,
  }
}

/** Number of days that come from a forecast: they vary like weather, unlike a climate's mean. */
function forecastDays(expected: Float64Array, usualStep: number): number {
  let smooth = 0
  let rough = 0
  let before = expected[0] ?? Number.NaN
  for (let day = 1; day <= LONGEST_FORECAST; day += 1) {
    const known = expected[day] ?? Number.NaN
    const step = Math.abs(known - before)
    before = known
    if (Number.isNaN(step)) return rough > 0 ? rough + 1 : 0
    // Equal days carry no information: a warm week has no degree days at all, and a climate may be rounded.
    if (step <= ROUNDING) continue
    smooth = step < SMOOTH * usualStep ? smooth + 1 : 0
    if (smooth === 0) rough = day
    if (smooth === SMOOTH_DAYS) return rough
  }
  return USUAL_FORECAST
}

/** Fills a missing day: from its neighbours, the same weeks of last year, or the season so far. */
function filledIn(
  { degreeDays, length }: Timeline,
  expected: Float64Array,
  day: number,
  lastKnown: number,
  season: (day: number) => number,
): number {
  if (day < lastKnown) {
    const around = meanAround(expected, day, 2)
    if (!Number.isNaN(around)) return around
  }
  const lastYear = meanAround(degreeDays, length + day - YEAR - 1, 7)
  if (!Number.isNaN(lastYear)) return lastYear
  const last = lastKnown < 0 ? Number.NaN : meanAround(expected, lastKnown, 6)
  // The season continues from the last value passed.
  return Number.isNaN(last) ? season(day) : Math.max(0, last + season(day) - season(lastKnown))
}

/**
 * Degree days as a yearly wave, coldest a month after the solstice: its mean and height are fitted to the known days, with the
 * middle latitudes of the north as prior.
 */
function seasonOf({ degreeDays }: Timeline, today: number): (day: number) => number {
  const wave = (day: number) => Math.cos((2 * Math.PI * (today + day - COLDEST)) / 365.25)
  let [n, w, ww, y, wy] = [0, 0, 0, 0, 0]
  const past = degreeDays.slice(-365)
  for (const [day, value] of past.entries()) {
    // A warm day has zero degree days however warm it is.
    if (!(value > 0)) continue
    const x = wave(day - past.length)
    n += 1
    w += x
    ww += x * x
    y += value
    wy += x * value
  }
  const uncertainty = WAVE_DOUBT
  const spread = ww - (w * w) / Math.max(n, 1) + uncertainty
  const height = (wy - (w * y) / Math.max(n, 1) + uncertainty * USUAL_WAVE) / spread
  const mean = n > 0 ? (y - height * w) / n : 0
  return (day) => Math.max(0, mean + height * wave(day))
}

function meanAround(values: Float64Array, middle: number, reach: number): number {
  let sum = 0
  let known = 0
  for (const value of values.subarray(Math.max(0, middle - reach), Math.max(0, middle + reach + 1))) {
    if (Number.isNaN(value)) continue
    sum += value
    known += 1
  }
  return known > 0 ? sum / known : Number.NaN
}
