import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Candidate } from './candidate.ts'
import { colderBy, isClimate, shareOfCold } from './expectedDays.ts'
import type { Explanation } from './segments.ts'
import { segmentsCandidate } from './segmentsCandidate.ts'
import { LONG_WINDOW, type Timeline, WINDOW } from './timeline.ts'
import { type Rhythm, rhythmOf } from './weekdays.ts'

const MIN_DEGREE_DAYS = 10
/** Prior odds of a season against a level without one: climate data is only passed for tanks marked as heating. */
const SEASON_PRIOR = 6
/** Forgetting factor of a level that represents weeks of weather. */
const DRIFTING_WEATHER = 0.92
/** Offsets (°C) of the place from its climate, or of its heating base, with their standard deviation. */
const OFFSETS = [-6, -3, 0, 3].map((celsius) => ({ celsius, shift: colderBy(celsius) }))
const DOUBT_OF_CLIMATE = 3.5
/** Prior of use per degree day, in multiples of the usual day, before any cold was seen. */
const UNSEEN_COLD = 0.1
/**
 * Degree days that use as much as the base of a heating tank, and the log error of that: warm water is about a fifth of the
 * yearly use of such tanks.
 */
const BASE_USE = { degreeDays: 2, doubt: 0.9 }
/** Lower bound of use and of a season, so that both can be divisors. */
const MIN_USE = 0.001
const MONTH = 28
/** Standard deviation (°C) of a month's mean from the climate. */
const MONTH_DEVIATION = 2.4

/** Base and use per degree day, with and without a weekly rhythm, with immediate and delayed response of the house. */
export function degreeDayCandidates(timeline: Timeline): Candidate[] {
  const { length, degreeDays, weekdayOf } = timeline
  const from = Math.max(0, length - LONG_WINDOW)
  const known = knownDays(timeline, from)
  const middle = known.reduce((sum, { cold }) => sum + cold, 0) / known.length
  const square = known.reduce((sum, { cold }) => sum + cold ** 2, 0) / known.length
  // Without differences in cold, nothing can be learned from it.
  if (known.length < MIN_DEGREE_DAYS || !(square - middle ** 2 > 0.02)) return []
  const usual = robustLine(timeline, from)
  const noise = Math.min(Math.max(usual.noise, 0.03), 1)
  const isSeason = isClimate(degreeDays)
  // Climate data is only passed for tanks marked as heating.
  const unseen = isSeason ? 1 / (middle + BASE_USE.degreeDays) : UNSEEN_COLD
  const expected = degreeDays.map((cold) => usual.base + usual.perDegree * cold)
  const rhythm = rhythmOf(timeline, expected)
  const scatterOfUse = (of: Rhythm | null) => (day: number) => {
    // Half of the scatter is in proportion to the use.
    const share = day < length ? 0.5 + (0.5 * itemAt(expected, day)) / usual.middle : 1
    return Math.max(share, 0.3) * (of ? itemAt(of.scatter, weekdayOf(day)) : 1)
  }
  const create = (of: Rhythm | null, prior: number) => {
    const factor = (day: number) => (of ? of.factorOf(day) : 1)
    const explanation: Explanation = {
      columns: [factor, (day) => factor(day) * (degreeDays[day] ?? Number.NaN)],
      scatter: scatterOfUse(of),
      sizes: [Math.max(usual.base, 0.15), Math.max(usual.perDegree, unseen)],
    }
    const column = (day: number, degrees: number) => factor(day) * degrees
    const cold = { column, middle: usual.middle, degreeDays: middle }
    return segmentsCandidate(timeline, 'degree_days', prior, from, noise, explanation, cold)
  }
  const season = { from, noise, scatter: scatterOfUse(null), middle: usual.middle }
  return [
    create(null, Math.log(0.8)),
    ...(rhythm ? [create(rhythm, Math.log(0.4) - 1)] : []),
    ...(isSeason ? OFFSETS.map((offset) => seasonCandidate(timeline, season, offset)) : []),
  ]
}

interface Season {
  from: number
  noise: number
  scatter: (day: number) => number
  /** Use on an average day. */
  middle: number
}

/**
 * Without known temperatures: the seasonal use, times a level that drifts like the weather. The place may be colder than its
 * climate, or the house heated from another base temperature on.
 */
function seasonCandidate(
  timeline: Timeline,
  { from, noise, scatter, middle }: Season,
  { celsius, shift }: (typeof OFFSETS)[number],
): Candidate {
  const { degreeDays, length } = timeline
  const line = heatingLine({ ...timeline, degreeDays: degreeDays.map(shift) }, from)
  const column = (degrees: number) => line.base + line.perDegree * shift(degrees)
  // A path rotates the line about the mean of the observations.
  const turned = (normal: number) => {
    const perDegree = Math.min(line.perDegree * Math.exp(line.doubt * normal), line.most)
    return (_: number, degrees: number) => line.whole + perDegree * (shift(degrees) - line.cold)
  }
  return segmentsCandidate(
    timeline,
    'degree_days',
    Math.log(SEASON_PRIOR) - celsius ** 2 / (2 * DOUBT_OF_CLIMATE ** 2),
    Math.max(0, length - WINDOW),
    noise,
    {
      columns: [(day) => column(degreeDays[day] ?? Number.NaN)],
      scatter,
      sizes: [1],
      forgetting: DRIFTING_WEATHER,
      details: { base: line.base, perDegreeDay: line.perDegree },
    },
    // One coefficient for both: a change of it shows without cold.
    { column: (_, degrees) => column(degrees), turned, middle, degreeDays: 0 },
  )
}

/**
 * The line of a heating tank whose daily temperatures are unknown: its own past and typical heating tanks, each weighted by its
 * certainty. `doubt` is the relative error of the slope.
 */
function heatingLine(timeline: Timeline, from: number) {
  const { base, perDegree, cold, noise } = robustLine(timeline, from)
  const whole = Math.max(base + perDegree * cold, MIN_USE)
  const most = cold > 0 ? whole / cold : Number.POSITIVE_INFINITY
  const usual = whole / (cold + BASE_USE.degreeDays)
  const seen = doubtOfSlope(timeline, { from, middle: cold, noise: noise / usual })
  const beforehand = (BASE_USE.doubt * BASE_USE.degreeDays) / (cold + BASE_USE.degreeDays)
  const share = beforehand ** 2 / (beforehand ** 2 + seen ** 2)
  const slope = usual * (Math.max(perDegree, usual / 10) / usual) ** share
  const settled = Math.min(slope, most)
  return {
    base: whole - settled * cold,
    perDegree: settled,
    whole,
    cold,
    most,
    doubt: beforehand * Math.sqrt(1 - share),
  }
}

/**
 * Relative error of a slope: from the scatter of the days (`noise`, in multiples of the use per degree day), and from weeks
 * colder or warmer than the climate. A month deviates by about the same on all its cold days, so little of that averages out.
 */
function doubtOfSlope(
  timeline: Timeline,
  { from, middle, noise }: { from: number; middle: number; noise: number },
): number {
  let [square, ofMonths, ofMonth, month] = [0, 0, 0, 0]
  for (const { cold, age } of knownDays(timeline, from)) {
    if (Math.ceil(age / MONTH) !== month) {
      ofMonths += ofMonth * ofMonth
      ofMonth = 0
      month = Math.ceil(age / MONTH)
    }
    const off = cold - middle
    square += off * off
    ofMonth += off * shareOfCold(cold)
  }
  ofMonths += ofMonth * ofMonth
  return Math.sqrt(MONTH_DEVIATION ** 2 * ofMonths + noise ** 2 * square) / Math.max(square, MIN_USE)
}

/** The days since `from` with known use and degree days, and how long ago they were. */
function knownDays({ length, used, degreeDays }: Timeline, from: number) {
  return Array.from(used, (use, day) => ({ use, cold: itemAt(degreeDays, day), age: length - day }))
    .slice(from)
    .filter(({ use, cold }) => !Number.isNaN(use + cold))
}

/** A robust line of use over degree days (least absolute deviations by reweighting). */
function robustLine(timeline: Timeline, from: number) {
  const days = knownDays(timeline, from)
  let base = 0
  let perDegree = 0
  let noise = 1
  let middle = 1
  let cold = 0
  for (let round = 0; round < 6; round += 1) {
    let [w, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0]
    const off: number[] = []
    for (const { use: y, cold: x, age } of days) {
      const error = Math.abs(y - base - perDegree * x)
      off.push(error)
      const weight = round === 0 ? 1 : 0.5 ** (age / 120) / Math.max(error, noise)
      w += weight
      wx += weight * x
      wy += weight * y
      wxx += weight * x * x
      wxy += weight * x * y
    }
    const spread = w * wxx - wx * wx
    perDegree = spread > 1e-9 ? Math.max((w * wxy - wx * wy) / spread, 0) : 0
    base = Math.max((wy - perDegree * wx) / w, 0)
    middle = wy / w
    cold = wx / w
    if (round > 0)
      noise =
        1.4826 *
        itemAt(
          off.sort((a, b) => a - b),
          off.length >> 1,
        )
  }
  return { base, perDegree, noise, middle: Math.max(middle, 0.05), cold }
}
