import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Candidate } from './candidate.ts'
import { degreeDayCandidates } from './degreeDayCandidates.ts'
import type { ForecastModel } from './forecastModels.ts'
import { fitOnOff, onOffPath, stretchesOf } from './onOff.ts'
import { segmentsCandidate } from './segmentsCandidate.ts'
import { LONG_WINDOW, type Timeline, WINDOW } from './timeline.ts'
import { meanOfWeek, type Rhythm, rhythmOf } from './weekdays.ts'

/** Daily growth rates of the level, and finer steps around the best one, if growth is plausible. */
const GROWTHS = [0.004, 0.008, 0.012, 0.016, 0.02, 0.025, 0.03, 0.04].flatMap((growth) => [growth, -growth])
const FINER = [-0.003, -0.002, -0.001, 0.001, 0.002, 0.003]
/** Prior density of growth rates, per 1 (100 % a day) of their range. */
const PRIOR_OF_GROWTH = 2
/** Maximum lag (log score) behind a steady level at which growth is refined. */
const FALLS_BEHIND = 3
const MAX_GROWTH = 4
/** Daily forgetting factor of a drifting level: slow and fast. */
const DRIFTING = [0.95, 0.82]
const MIN_DAYS_FOR_PERIODS = 8
const LAST_YEAR = 364
const MIN_DAYS_OF_LAST_YEAR = 35

/** All models that apply to this tank. */
export function candidatesOf(timeline: Timeline): Candidate[] {
  const from = Math.max(0, timeline.length - WINDOW)
  const week = meanOfWeek(timeline)
  const rhythm = rhythmOf(timeline, week)
  const flatNoise = noiseOf(timeline, null)
  const level = (kind: LevelKind, forgetting?: number) => levelCandidate(timeline, from, kind, forgetting)
  const flat = { model: 'level', growth: 0, rhythm: null, noise: flatNoise } as const
  const steady = level({ ...flat, prior: Math.log(0.3) })
  const created = [
    steady,
    ...DRIFTING.map((forgetting) => level({ ...flat, prior: Math.log(0.06) }, forgetting)),
  ]
  let leading = steady
  let best: Rhythm | null = null
  let noise = flatNoise
  if (rhythm) {
    const rhythmNoise = noiseOf(timeline, rhythm)
    const ofWeek = { model: 'weekdays', growth: 0, rhythm, noise: rhythmNoise } as const
    const weekly = level({ ...ofWeek, prior: Math.log(0.3) - 1 })
    created.push(weekly)
    if (recentScore(weekly) > recentScore(steady) + 2) {
      for (const forgetting of DRIFTING)
        created.push(level({ ...ofWeek, prior: Math.log(0.06) - 1 }, forgetting))
      leading = weekly
      best = rhythm
      noise = rhythmNoise
    }
  }
  const trend = (growth: number) => level({ model: 'trend', prior: 0, growth, rhythm: best, noise })
  created.push(...trendCandidates(trend, recentScore(leading)))
  created.push(...[false, true].flatMap((regular) => periodCandidate(timeline, regular, flatNoise) ?? []))
  created.push(...degreeDayCandidates(timeline))
  const lastYear = lastYearCandidate(timeline, noise)
  if (lastYear) created.push(lastYear)
  return created
}

interface LevelKind {
  model: ForecastModel
  prior: number
  growth: number
  rhythm: Rhythm | null
  noise: number
}

function levelCandidate(
  timeline: Timeline,
  from: number,
  { model, prior, growth, rhythm, noise }: LevelKind,
  forgetting?: number,
): Candidate {
  const { length } = timeline
  const scatter = rhythm && {
    ...rhythm,
    factorOf: (day: number) => itemAt(rhythm.scatter, timeline.weekdayOf(day)),
  }
  return segmentsCandidate(timeline, model, prior, from, noise, {
    columns: [growing(growth, length, rhythm)],
    scatter: growing(growth, length, scatter),
    sizes: [1],
    growth,
    ...(forgetting && { forgetting }),
    details: { growth, ...(rhythm && { weekdays: rhythm.factors }) },
  })
}

function periodCandidate({ length, used }: Timeline, regular: boolean, noise: number): Candidate | null {
  if (length < MIN_DAYS_FOR_PERIODS) return null
  const fit = fitOnOff(used, Math.max(0, length - LONG_WINDOW), noise, regular)
  return (
    fit && {
      model: regular ? 'campaigns' : 'on_off',
      prior: Math.log(0.05),
      ...fit,
      correlation: 0,
      path: ({ random, level: z }) => onOffPath(fit, regular, random, z),
      found: () => ({ stretches: stretchesOf(fit) }),
    }
  )
}

const growing = (growth: number, end: number, of: Rhythm | null) => (day: number) => {
  const factor = of ? of.factorOf(day) : 1
  return growth === 0 || day >= end ? factor : factor * Math.exp(Math.min(growth * (day - end), MAX_GROWTH))
}

/** Growth candidates on a grid; the prior of each is the probability mass of the growth rates nearest to it. */
function trendCandidates(candidateOf: (growth: number) => Candidate, steadyScore: number): Candidate[] {
  const trends = GROWTHS.map((growth) => ({ growth, one: candidateOf(growth) }))
  const leading = trends.reduce((best, next) => (recentScore(next.one) > recentScore(best.one) ? next : best))
  if (recentScore(leading.one) > steadyScore - FALLS_BEHIND)
    for (const step of FINER) {
      const growth = Math.round((leading.growth + step) * 1000) / 1000
      if (growth !== 0) trends.push({ growth, one: candidateOf(growth) })
    }
  trends.sort((one, other) => one.growth - other.growth)
  return trends.map(({ growth, one }, i) => {
    const below = trends[i - 1]?.growth ?? growth
    const above = trends[i + 1]?.growth ?? growth
    return { ...one, prior: Math.log((PRIOR_OF_GROWTH * (above - below)) / 2) }
  })
}

function recentScore({ scores }: Candidate): number {
  let sum = 0
  for (const score of scores.slice(-56)) sum += score || 0
  return sum
}

/** A first estimate of the noise: the difference of a day to the day or week before, without rhythm and weather. */
function noiseOf({ used, length, weekdayOf }: Timeline, rhythm: Rhythm | null): number {
  const steps: number[] = []
  let before = Number.NaN
  for (const [day, use] of used.entries()) {
    const factor = rhythm ? itemAt(rhythm.factors, weekdayOf(day)) : 1
    if (day < length - WINDOW || !(factor > 0.1)) continue
    const value = use / factor
    if (!Number.isNaN(value - before)) steps.push(Math.abs(value - before))
    before = value
  }
  steps.sort((a, b) => a - b)
  const middle = steps[steps.length >> 1] ?? 0.3
  return Math.min(Math.max((1.4826 * middle) / Math.SQRT2, 0.03), 1)
}

/** Use in the same weeks of last year, smoothed, scaled by this year's level. */
function lastYearCandidate(timeline: Timeline, noise: number): Candidate | null {
  const { length, used } = timeline
  if (length < LAST_YEAR + MIN_DAYS_OF_LAST_YEAR) return null
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
