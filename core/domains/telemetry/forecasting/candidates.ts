import type { Candidate, Found } from './candidate.ts'
import { changeOf } from './changeOf.ts'
import type { ForecastModel } from './forecastModels.ts'
import { oddDaysOf } from './oddDays.ts'
import { fitOnOff, onOffPath, stretchesOf } from './onOff.ts'
import { scatterOf } from './scatter.ts'
import { type Explanation, fitSegments, meansOf, type SegmentsFit } from './segments.ts'
import { segmentsPath } from './segmentsPath.ts'
import type { Timeline } from './timeline.ts'
import { meanOfWeek, type Rhythm, rhythmOf } from './weekdays.ts'

const WINDOW = 120
const LONG_WINDOW = 250
/** Growth in a day, of the level. */
const GROWTHS = [0.004, 0.008, 0.012, 0.016, 0.02, 0.025, 0.03, 0.04]
/** Growth does not go on for ever: by then it has more than quadrupled. */
const MOST_GROWTH = 1.5
const MOST_OF_PAST = 4
/** What a day counts for beside the next one where the level drifts, slowly and quickly. */
const DRIFTING = [0.95, 0.82]
const LEAST_DEGREE_DAYS = 10
/** Usual days of use that a degree day may take where the cold has not shown it yet. */
const UNSEEN_COLD = 0.1
const LEAST_FOR_STRETCHES = 8
const LAST_YEAR = 364
const LEAST_OF_LAST_YEAR = 35

/** All models that can say something of this tank. */
export function candidatesOf(timeline: Timeline): Candidate[] {
  const { length, used } = timeline
  const from = Math.max(0, length - WINDOW)
  const week = meanOfWeek(timeline)
  const rhythm = rhythmOf(timeline, week)
  const flatNoise = noiseOf(timeline, null)
  const level = (
    model: ForecastModel,
    prior: number,
    growth: number,
    of: Rhythm | null,
    noise: number,
    forgetting?: number,
  ) =>
    segmentsCandidate(timeline, model, prior, from, noise, {
      columns: [growing(growth, length, of)],
      scatter: growing(
        growth,
        length,
        of && { ...of, factors: of.scatter, factorOf: (day) => of.scatter[timeline.weekdayOf(day)]! },
      ),
      sizes: [1],
      ...(forgetting && { forgetting }),
      ...(growth !== 0 && { most: 8 }),
      tells: { growth, ...(of && { weekdays: of.factors }) },
    })
  const made = [
    level('level', Math.log(0.3), 0, null, flatNoise),
    ...DRIFTING.map((forgetting) => level('level', Math.log(0.06), 0, null, flatNoise, forgetting)),
  ]
  const steady = made[0]!
  let best: Rhythm | null = null
  let noise = flatNoise
  if (rhythm) {
    const rhythmNoise = noiseOf(timeline, rhythm)
    const weekly = level('weekdays', Math.log(0.3) - 1, 0, rhythm, rhythmNoise)
    made.push(weekly)
    if (recentScore(weekly, length) > recentScore(steady, length) + 2) {
      for (const forgetting of DRIFTING)
        made.push(level('weekdays', Math.log(0.06) - 1, 0, rhythm, rhythmNoise, forgetting))
      best = rhythm
      noise = rhythmNoise
    }
  }
  for (const growth of GROWTHS) {
    made.push(level('trend', Math.log(0.008), growth, best, noise))
    made.push(level('trend', Math.log(0.008), -growth, best, noise))
  }
  for (const regular of [false, true]) {
    const fit =
      length >= LEAST_FOR_STRETCHES && fitOnOff(used, Math.max(0, length - LONG_WINDOW), flatNoise, regular)
    if (fit)
      made.push({
        model: regular ? 'campaigns' : 'on_off',
        prior: Math.log(0.05),
        ...fit,
        correlation: 0,
        path: ({ random, level: z }) => onOffPath(fit, regular, random, z),
        found: () => ({ stretches: stretchesOf(fit) }),
      })
  }
  made.push(...degreeDayCandidates(timeline))
  const lastYear = lastYearCandidate(timeline, noise)
  if (lastYear) made.push(lastYear)
  return made

  function growing(growth: number, end: number, of: Rhythm | null) {
    return (day: number) => {
      const factor = of ? (day >= end ? of.factors[timeline.weekdayOf(day)]! : of.factorOf(day)) : 1
      return growth === 0
        ? factor
        : factor * Math.exp(Math.min(growth * (day - end), day < end ? MOST_OF_PAST : MOST_GROWTH))
    }
  }
}

function recentScore({ scores }: Candidate, length: number): number {
  let sum = 0
  for (let day = Math.max(0, length - 56); day < length; day += 1) sum += scores[day]! || 0
  return sum
}

function segmentsCandidate(
  { used, length }: Timeline,
  model: ForecastModel,
  prior: number,
  from: number,
  noise: number,
  { tells, ...explanation }: Explanation & { tells?: Found },
  degreeColumn?: { column: (day: number, degreeDays: number) => number; middle: number; degreeDays: number },
): Candidate {
  // Columns and scatter are asked for again and again: worked out once.
  const tabled = (of: (day: number) => number) => {
    const table = Float64Array.from({ length }, (_, day) => (day < from ? Number.NaN : of(day)))
    return (day: number) => (day < length ? table[day]! : of(day))
  }
  const quick = {
    ...explanation,
    columns: explanation.columns.map(tabled),
    scatter: tabled(explanation.scatter),
  }
  const fit: SegmentsFit = fitSegments(used, quick, from, noise)
  const scatter = scatterOf(fit.residuals)
  return {
    model,
    prior,
    ...fit,
    correlation: scatter.correlation,
    path: (start, wider) =>
      segmentsPath(
        { fit, scatter, odd: oddDaysOf(fit), explanation, length, known: length - from, degreeColumn },
        start,
        wider,
      ),
    found: () => ({
      ...tells,
      ...(degreeColumn && coefficientsOf(fit)),
      change: changeOf(fit, degreeColumn?.degreeDays ?? 0),
    }),
  }
}

/** What a degree-day model says of base and cold, by its most likely segment. */
function coefficientsOf({ segments }: SegmentsFit): Found {
  const [base, perDegreeDay] = meansOf(
    segments.reduce((best, one) => (one.weight > best.weight ? one : best)),
    true,
  )
  return { base: Math.max(base, 0), perDegreeDay }
}

/** How far a day lies off the day or the week before it, without level, rhythm and weather: a first guess. */
function noiseOf({ used, length, weekdayOf }: Timeline, rhythm: Rhythm | null): number {
  const steps: number[] = []
  let before = Number.NaN
  for (let day = Math.max(0, length - WINDOW); day < length; day += 1) {
    const factor = rhythm ? rhythm.factors[weekdayOf(day)]! : 1
    if (!(factor > 0.1)) continue
    const value = used[day]! / factor
    if (!Number.isNaN(value - before)) steps.push(Math.abs(value - before))
    before = value
  }
  steps.sort((a, b) => a - b)
  const middle = steps.length > 0 ? steps[steps.length >> 1]! : 0.3
  return Math.min(Math.max((1.4826 * middle) / Math.SQRT2, 0.03), 1)
}

/** Base and use per degree day, without and with a rhythm of the week, at once and with the house's inertia. */
function degreeDayCandidates(timeline: Timeline): Candidate[] {
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
  const made = (of: Rhythm | null, prior: number) => {
    const factor = (day: number) =>
      of ? (day >= length ? of.factors[weekdayOf(day)]! : of.factorOf(day)) : 1
    const scatter = (day: number) => {
      // Half of the scatter goes with the use.
      const share = day < length ? 0.5 + (0.5 * expected[day]!) / usual.middle : 1
      return Math.max(share, 0.3) * (of ? of.scatter[weekdayOf(day)]! : 1)
    }
    return segmentsCandidate(
      timeline,
      'degree_days',
      prior,
      from,
      noise,
      {
        columns: [factor, (day) => factor(day) * degreeDays[day]!],
        scatter,
        sizes: [Math.max(usual.base, 0.15), Math.max(usual.perDegree, UNSEEN_COLD)],
      },
      { column: (day, degrees) => factor(day) * degrees, middle: usual.middle, degreeDays: middle },
    )
  }
  return [made(null, Math.log(0.8)), ...(rhythm ? [made(rhythm, Math.log(0.4) - 1)] : [])]
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

/** What the same weeks of last year took, smoothed, and how this year's level compares with them. */
function lastYearCandidate(timeline: Timeline, noise: number): Candidate | null {
  const { length, used } = timeline
  if (length < LAST_YEAR + LEAST_OF_LAST_YEAR) return null
  const from = Math.max(LAST_YEAR + 7, length - WINDOW)
  const column = (day: number) => {
    let sum = 0
    let known = 0
    const middle = day < length + LAST_YEAR - 7 ? day - LAST_YEAR : length - 8
    for (let other = middle - 7; other <= middle + 7; other += 1) {
      const value = used[other] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += value
      known += 1
    }
    return known > 7 ? sum / known : Number.NaN
  }
  if (Number.isNaN(column(length))) return null
  return segmentsCandidate(timeline, 'last_year', Math.log(0.1), from, noise, {
    columns: [column],
    scatter: (day) => Math.max(column(day), 0.2),
    sizes: [1],
  })
}
