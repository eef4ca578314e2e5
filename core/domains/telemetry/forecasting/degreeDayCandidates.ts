import type { Candidate } from './candidate.ts'
import { segmentsCandidate } from './segmentsCandidate.ts'
import { LONG_WINDOW, type Timeline, WINDOW } from './timeline.ts'
import { colderBy, isClimate } from './weather.ts'
import { type Rhythm, rhythmOf } from './weekdays.ts'

const LEAST_DEGREE_DAYS = 10
/** Of a season beside a level that knows none: a climate alone is given only for tanks of which somebody says that they heat. */
const SEASON = 6
/** A level that stands for the weather of weeks. */
const DRIFTING_WEATHER = 0.92
/** °C by which the place may be colder than its climate says, or heated from another temperature on, and how far it usually is. */
const OFFSETS = [-6, -3, 0, 3].map((celsius) => ({ celsius, shift: colderBy(celsius) }))
const DOUBT_OF_CLIMATE = 3.5
/** Usual days of use that a degree day may take where the cold has not shown it yet. */
const UNSEEN_COLD = 0.1

/** Base and use per degree day, without and with a rhythm of the week, at once and with the house's inertia. */
export function degreeDayCandidates(timeline: Timeline): Candidate[] {
  const { length, used, degreeDays, weekdayOf } = timeline
  const from = Math.max(0, length - LONG_WINDOW)
  let known = 0
  let sum = 0
  let square = 0
  for (let day = from; day < length; day += 1) {
    if (Number.isNaN(degreeDays[day]! + used[day]!)) continue
    known += 1
    sum += degreeDays[day]!
    square += degreeDays[day]! ** 2
  }
  const middle = sum / known
  // Where no day was colder than another, nothing is learnt from the cold.
  if (known < LEAST_DEGREE_DAYS || !(square / known - middle ** 2 > 0.02)) return []
  const usual = robustLine(timeline, from)
  const noise = Math.min(Math.max(usual.noise, 0.03), 1)
  const expected = Float64Array.from({ length }, (_, day) => usual.base + usual.perDegree * degreeDays[day]!)
  const rhythm = rhythmOf(timeline, expected)
  const scatterOfUse = (of: Rhythm | null) => (day: number) => {
    // Half of the scatter goes with the use.
    const share = day < length ? 0.5 + (0.5 * expected[day]!) / usual.middle : 1
    return Math.max(share, 0.3) * (of ? of.scatter[weekdayOf(day)]! : 1)
  }
  const made = (of: Rhythm | null, prior: number) => {
    const factor = (day: number) =>
      of ? (day >= length ? of.factors[weekdayOf(day)]! : of.factorOf(day)) : 1
    return segmentsCandidate(
      timeline,
      'degree_days',
      prior,
      from,
      noise,
      {
        columns: [factor, (day) => factor(day) * degreeDays[day]!],
        scatter: scatterOfUse(of),
        sizes: [Math.max(usual.base, 0.15), Math.max(usual.perDegree, UNSEEN_COLD)],
      },
      { column: (day, degrees) => factor(day) * degrees, middle: usual.middle, degreeDays: middle },
    )
  }
  return [
    made(null, Math.log(0.8)),
    ...(rhythm ? [made(rhythm, Math.log(0.4) - 1)] : []),
    ...(isClimate(degreeDays) ? OFFSETS.map(season) : []),
  ]

  /**
   * Where nobody knows how cold the days were: what the season takes, times a level that drifts as the weather does. The place
   * may be colder than the climate says, or the house may be heated from another temperature on.
   */
  function season({ celsius, shift }: (typeof OFFSETS)[number]): Candidate {
    const shifted = degreeDays.map(shift)
    const line = robustLine({ ...timeline, degreeDays: shifted }, from)
    const column = (degrees: number) => line.base + line.perDegree * shift(degrees)
    return segmentsCandidate(
      timeline,
      'degree_days',
      Math.log(SEASON) - celsius ** 2 / (2 * DOUBT_OF_CLIMATE ** 2),
      Math.max(0, length - WINDOW),
      noise,
      {
        columns: [(day) => column(degreeDays[day] ?? Number.NaN)],
        scatter: scatterOfUse(null),
        sizes: [1],
        forgetting: DRIFTING_WEATHER,
        tells: { base: line.base, perDegreeDay: line.perDegree },
      },
      // One coefficient for both: whether it has changed shows without the cold.
      { column: (_, degrees) => column(degrees), middle: usual.middle, degreeDays: 0 },
    )
  }
}

/** A line through use and degree days that single days cannot turn (least absolute differences by reweighting). */
function robustLine({ length, used, degreeDays }: Timeline, from: number) {
  let base = 0
  let perDegree = 0
  let noise = 1
  let middle = 1
  for (let round = 0; round < 6; round += 1) {
    let [w, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0]
    const off: number[] = []
    for (let day = from; day < length; day += 1) {
      const x = degreeDays[day]!
      const y = used[day]!
      if (Number.isNaN(x + y)) continue
      const error = Math.abs(y - base - perDegree * x)
      off.push(error)
      const weight = round === 0 ? 1 : 0.5 ** ((length - day) / 120) / Math.max(error, noise)
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
    if (round > 0) noise = 1.4826 * off.sort((a, b) => a - b)[off.length >> 1]!
  }
  return { base, perDegree, noise, middle: Math.max(middle, 0.05) }
}
