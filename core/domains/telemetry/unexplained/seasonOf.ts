import type { BalanceDay } from './balanceDay.ts'
import { robustFit } from './robustFit.ts'

/** The expected season of days with unknown temperatures. */
export interface Season {
  columns: ((t: number) => number)[]
  /** Prior precision (1/variance) of each column's coefficient. */
  prior: number[]
  /** Standard deviation of a day as a multiple of `spread`, that of the days for learning. */
  scale: (spread: number) => Float64Array
  /** Common deviation of all days of some weeks, percent of the capacity a day. */
  ofWeeks: (t: number) => number
}

/** Minimum share of days with expected degree days. */
const KNOWN = 0.9
/** Prior of the use per degree day, percent of the capacity, as with known temperatures. */
const COLD_PRIOR = 0.15
/** Standard deviation (°C) of a place from its climate, or of its heating base. */
const OF_THE_PLACE = 3.5
/**
 * Standard deviation (°C) of weeks from the climate: months vary from year to year by 2.4, and runs of cold days add as much in
 * four weeks.
 */
const OF_WEEKS = 3.5
const MIN_SCALE = 0.3

/**
 * The season as a regressor if a climate stands in for the weather: expected degree days, with wider deviations than known
 * ones. The deviations of the place and of the weeks from the climate are unknown; their effect is proportional to the use per
 * degree day, as far as the days for learning show it. Null if too few days are known.
 */
export function seasonOf(days: readonly BalanceDay[], used: Float64Array, learnt: number): Season | null {
  const known = days.filter((day) => day.expected !== undefined)
  if (known.length < KNOWN * days.length) return null
  const mean = (of: 'degree_days' | 'per_degree') =>
    known.reduce((sum, day) => sum + day.expected![of], 0) / known.length
  const [middle, usual] = [mean('degree_days'), mean('per_degree')]
  const cold = (t: number) => (days[t]!.expected?.degree_days ?? middle) - middle
  const perDegree = (t: number) => days[t]!.expected?.per_degree ?? usual
  const takes = perDegreeDay(cold, used, learnt)
  return {
    columns: [cold, (t) => perDegree(t) - usual, (t) => (t < learnt ? 0 : perDegree(t))],
    prior: [COLD_PRIOR ** -2, (OF_THE_PLACE * takes) ** -2, (OF_WEEKS * takes) ** -2],
    ofWeeks: (t) => OF_WEEKS * takes * perDegree(t),
    scale: (spread) => {
      const byWeather = days.map(({ expected }) => (takes * (expected?.deviation ?? 0)) ** 2)
      const whileLearnt = byWeather.slice(0, learnt).reduce((sum, one) => sum + one, 0) / learnt
      const plain = spread ** 2
      return Float64Array.from(byWeather, (variance) =>
        Math.max(Math.sqrt(Math.max(plain + variance - whileLearnt, 0) / plain), MIN_SCALE),
      )
    },
  }
}

/** Use per degree day, percent of the capacity: the estimate, or its upper range if it is uncertain. */
function perDegreeDay(cold: (t: number) => number, used: Float64Array, learnt: number): number {
  const rows = Float64Array.from({ length: 2 * used.length }, (_, at) =>
    at % 2 === 0 ? 1 : cold(Math.floor(at / 2)),
  )
  const { beta, spread, inverse } = robustFit({ rows, width: 2, prior: [0, COLD_PRIOR ** -2] }, used, learnt)
  return Math.max(Math.hypot(Math.max(beta[1]!, 0), spread * Math.sqrt(inverse[3]!)), 1e-4)
}
