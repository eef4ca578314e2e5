import { normalBelow, Random, tScale } from './random.ts'
import { drawError, type Scatter } from './scatter.ts'
import { density, FINEST, NONE, ORIGIN_STEP, WEEK } from './segments.ts'

/** Periods with and without use: their lengths, and the use of a day. */
export interface OnOffFit {
  scores: Float64Array
  weekScores: Float64Array
  weekErrors: Float64Array
  scatter: Scatter
  state: State
}

interface Amount {
  weight: number
  mean: number
  /** Inverse gamma distribution of the variance. */
  a: number
  b: number
}

interface Stretches {
  /** Durations of completed periods, oldest first. */
  durations: number[]
  /** Days in such periods, completed or not. */
  days: number
}

interface State {
  isOn: boolean
  /** Whether the beginning of the period is known. */
  isWhole: boolean
  age: number
  /** Without use, and with use. */
  stretches: readonly [Stretches, Stretches]
  amount: Amount
}

const CLEARLY_ON = 0.25
const REMEMBERED = 12
const FORGETTING = 0.99
/** Prior: days and ends observed before the first period has ended. */
const FIRST_DAYS = 20
const FIRST_ENDS = 0.03

/**
 * A tank that is used in periods. The daily probability that a period ends is learned from completed periods: constant
 * (`regular` false), or by their usual length.
 */
export function fitOnOff(used: Float64Array, from: number, noise: number, regular: boolean): OnOffFit | null {
  const { length } = used
  const nan = () => new Float64Array(length).fill(Number.NaN)
  const fit = { scores: nan(), weekScores: nan(), weekErrors: nan() }
  const residuals: number[] = []
  const amount: Amount = { weight: 0.5, mean: 1, a: 2, b: 2 * Math.max(noise, 0.2) ** 2 }
  const none = (): Stretches => ({ durations: [], days: 0 })
  let off2 = (2 * NONE) ** 2
  const state: State = { isOn: false, isWhole: false, age: 0, stretches: [none(), none()], amount }
  for (const [day, y] of used.entries()) {
    if (day < from) continue
    if (Number.isNaN(y)) {
      state.age += 1
      continue
    }
    const nowOn = y > CLEARLY_ON
    if (state.age === 0) state.isOn = nowOn
    if (state.age > 0 && (length - day) % ORIGIN_STEP === 0) scoreWeek(fit, used, day, state, regular)
    const ends = state.age === 0 ? 0.5 : endsAt(state.stretches[state.isOn ? 1 : 0], state.age, regular)
    const chance = nowOn === state.isOn ? 1 - ends : ends
    const s2 = (amount.b / amount.a) * (1 + 1 / amount.weight)
    const likelihood = nowOn ? density((y - amount.mean) ** 2 / s2, amount.a, s2) : densityOff(y, off2)
    fit.scores[day] = Math.log(Math.max(chance, 1e-6) * likelihood + 1e-4)
    if (nowOn !== state.isOn) endPeriod(state)
    state.age += 1
    state.stretches[nowOn ? 1 : 0].days += 1
    if (nowOn) {
      residuals.push((y - amount.mean) / Math.sqrt(s2))
      learnAmount(amount, y)
    } else off2 = Math.max(off2 * 0.97 + 0.03 * y * y, (2 * NONE) ** 2)
  }
  if (state.stretches.some(({ days }) => days === 0)) return null
  return { ...fit, scatter: { pool: poolOf(residuals), correlation: 0 }, state }
}

function endPeriod(state: State): void {
  const { durations } = state.stretches[state.isOn ? 1 : 0]
  if (state.isWhole) durations.push(state.age)
  if (durations.length > REMEMBERED) durations.shift()
  Object.assign(state, { isOn: !state.isOn, isWhole: true, age: 0 })
}

/** Density of a day without use. */
const densityOff = (used: number, variance: number) =>
  (2 / Math.sqrt(2 * Math.PI * variance)) * Math.exp((-used * used) / (2 * variance))

function learnAmount(amount: Amount, used: number): void {
  const off = used - amount.mean
  amount.a = Math.max(amount.a * FORGETTING, 2) + 0.5
  amount.b = Math.max(
    amount.b * (amount.a > 2.5 ? FORGETTING : 1) + off ** 2 / (2 * (1 + 1 / amount.weight)),
    amount.a * FINEST ** 2,
  )
  amount.weight = amount.weight * FORGETTING + 1
  amount.mean += off / amount.weight
}

function poolOf(residuals: readonly number[]): Float64Array {
  const mean = residuals.reduce((sum, error) => sum + error, 0) / residuals.length
  const square = residuals.reduce((sum, error) => sum + (error - mean) ** 2, 0)
  const deviation = Math.sqrt(square / residuals.length)
  if (residuals.length < 12 || !(deviation > 0)) return new Float64Array(0)
  return Float64Array.from(residuals.slice(-60), (error) => (error - mean) / deviation)
}

/** Probability that a period of this age ends today. */
function endsAt({ durations, days }: Stretches, age: number, regular: boolean): number {
  const count = durations.length
  const known = count > 0 ? (0.1 * days) / count : FIRST_DAYS
  const byChance = Math.min((FIRST_ENDS + count) / (days + known), 0.95)
  if (!regular || count < 2) return byChance
  const [mean, deviation] = lengthOf(durations)
  const left = 1 - normalBelow((age - 0.5 - mean) / deviation)
  const next = 1 - normalBelow((age + 0.5 - mean) / deviation)
  if (left < 1e-4) return 0.5
  return Math.min(Math.max((left - next) / left, 0.002), 0.98)
}

function lengthOf(durations: readonly number[]): [mean: number, deviation: number] {
  const count = durations.length
  const mean = durations.reduce((sum, days) => sum + days, 0) / count
  const square = durations.reduce((sum, days) => sum + (days - mean) ** 2, 0)
  return [mean, Math.sqrt(((square + 0.25) / Math.max(count - 1, 1)) * (1 + 1 / count))]
}

/** Mean length of periods with and without use, days. */
export function stretchesOf({ state: { stretches } }: OnOffFit): { on: number; off: number } {
  const of = ({ durations, days }: Stretches) =>
    durations.length > 0 ? durations.reduce((sum, duration) => sum + duration, 0) / durations.length : days
  return { on: of(stretches[1]), off: of(stretches[0]) }
}

/** Daily use along one path, in multiples of the usual day. */
export function onOffPath(
  { scatter, state }: Pick<OnOffFit, 'scatter' | 'state'>,
  regular: boolean,
  random: Random,
  z: number,
): () => number {
  const { amount } = state
  const sigma = Math.sqrt(amount.b / amount.a) * tScale(amount.a, random)
  const mean = Math.max(amount.mean + (z * sigma) / Math.sqrt(amount.weight), 0)
  let { isOn, age } = state
  return () => {
    const u = random.uniform()
    const error = drawError(scatter, random)
    if (u < endsAt(state.stretches[isOn ? 1 : 0], age, regular)) {
      isOn = !isOn
      age = 0
    }
    age += 1
    return isOn ? Math.max(0, mean + sigma * error) : 0
  }
}

const PATHS = 24

function scoreWeek(
  fit: Pick<OnOffFit, 'weekScores' | 'weekErrors'>,
  used: Float64Array,
  day: number,
  state: State,
  regular: boolean,
): void {
  if (day + WEEK > used.length) return
  const y = used.subarray(day, day + WEEK).reduce((sum, use) => sum + use, 0)
  if (Number.isNaN(y)) return
  const random = new Random(day)
  const noise: Scatter = { pool: new Float64Array(0), correlation: 0 }
  const sums = Array.from({ length: PATHS }, () => {
    const next = onOffPath({ scatter: noise, state }, regular, random, random.normal())
    let sum = 0
    for (let ahead = 0; ahead < WEEK; ahead += 1) sum += next()
    return sum
  })
  const mean = sums.reduce((sum, item) => sum + item, 0) / PATHS
  const variance = sums.reduce((sum, item) => sum + (item - mean) ** 2, 0) / PATHS + (2 * FINEST) ** 2
  // A kernel density over the paths: such use is rarely normal.
  const width = Math.max(variance * 0.2, (4 * FINEST) ** 2)
  const likely = sums.reduce((sum, item) => sum + Math.exp(-((y - item) ** 2) / (2 * width)), 0) / PATHS
  fit.weekScores[day] = Math.log(likely / Math.sqrt(2 * Math.PI * width) + 0.003)
  fit.weekErrors[day] = (y - mean) / Math.sqrt(variance)
}
