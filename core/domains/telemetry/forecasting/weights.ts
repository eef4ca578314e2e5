import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Candidate } from './candidate.ts'

const HALF_LIFE = 20
/** Half-life for models that differ in a coefficient only. */
const HALF_LIFE_WITHIN = 120
const DAY_WEIGHT_WITHIN = 0.8
const LONGEST = 115
/** Days on which models warm up and are not scored. */
const FIRST_DAYS = 5
const DAY_WEIGHT = 0.6
/** Weeks are scored every third day and thus overlap. */
const WEEK_WEIGHT = 0.45
/** Weight of the whole past: it supports a model also in uninformative weeks, as cold explains nothing in summer. */
const LONG_TERM_WEIGHT = 0.15
const MIN_LONG_TERM_LOG = -4
const MIN_WEIGHT = 0.004

/**
 * The weights of the models: their scores on days and weeks of the last months, newer ones counting more. Models of one name
 * differ in a coefficient only, which the whole past may decide; between names the newest weeks decide. No day counts in full,
 * because no model is true.
 */
export function weightsOf(candidates: readonly Candidate[]): number[] {
  const long = logsOf(candidates, Number.POSITIVE_INFINITY, LONG_TERM_WEIGHT, LONG_TERM_WEIGHT)
  const best = Math.max(...long)
  const between = sharesOf(
    logsOf(candidates, HALF_LIFE, DAY_WEIGHT, WEEK_WEIGHT).map(
      (log, i) => log + Math.max(itemAt(long, i) - best, MIN_LONG_TERM_LOG),
    ),
  )
  const within = sharesOf(logsOf(candidates, HALF_LIFE_WITHIN, DAY_WEIGHT_WITHIN, 0))
  const rated = candidates.map(({ model }, i) => ({
    model,
    between: itemAt(between, i),
    within: itemAt(within, i),
  }))
  const raw = rated.map((item) => {
    const named = rated.filter(({ model }) => model === item.model)
    const ofName = named.reduce((sum, other) => sum + other.between, 0)
    const ofAll = named.reduce((sum, other) => sum + other.within, 0)
    return ofAll > 0 ? (ofName * item.within) / ofAll : item.between
  })
  const significant = raw.map((weight) => (weight < MIN_WEIGHT ? 0 : weight))
  const rest = significant.reduce((sum, weight) => sum + weight, 0)
  return significant.map((weight) => weight / rest)
}

function logsOf(
  candidates: readonly Candidate[],
  halfLife: number,
  ofDays: number,
  ofWeeks: number,
): number[] {
  const { length } = firstOf(candidates).scores
  const rated = candidates.map((candidate) => ({ candidate, log: candidate.prior }))
  const first = Math.min(FIRST_DAYS, length >> 2)
  for (let day = Math.max(first, length - LONGEST); day < length; day += 1) {
    const weight = 0.5 ** ((length - day) / halfLife)
    add(rated, day, weight * ofDays, 'scores')
    if (ofWeeks > 0) add(rated, day, weight * ofWeeks, 'weekScores')
  }
  return rated.map(({ log }) => log)
}

function sharesOf(logs: readonly number[]): number[] {
  const most = Math.max(...logs)
  const raw = logs.map((log) => Math.exp(log - most))
  const total = raw.reduce((sum, weight) => sum + weight, 0)
  return raw.map((weight) => weight / total)
}

/** A model without a score for a day gets the average of the others: neither better nor worse. */
function add(
  rated: readonly { candidate: Candidate; log: number }[],
  day: number,
  weight: number,
  which: 'scores' | 'weekScores',
): void {
  let sum = 0
  let count = 0
  for (const { candidate } of rated) {
    const score = itemAt(candidate[which], day)
    if (Number.isNaN(score)) continue
    sum += score
    count += 1
  }
  if (count === 0) return
  for (const item of rated) {
    const score = itemAt(item.candidate[which], day)
    item.log += weight * (Number.isNaN(score) ? sum / count : score)
  }
}

const DOUBT = 12

/**
 * Factor by which a model's weekly errors exceed its predictions, shrunk towards 1. The paths themselves handle correlated
 * errors of neighbouring days.
 */
export function widening({ weekErrors, correlation }: Candidate): number {
  let square = 0
  let count = 0
  for (const error of weekErrors.slice(-LONGEST)) {
    if (Number.isNaN(error)) continue
    square += Math.min(error * error, 9)
    count += 1
  }
  const inflation = (1 + correlation) / (1 - correlation)
  return Math.min(
    Math.max(Math.sqrt((square + DOUBT * inflation) / ((count + DOUBT) * inflation)), 0.85),
    1.5,
  )
}
