import { lastOf } from '#core/platform/lists/firstOf.ts'
import type { DayToExplain } from './balanceDay.ts'
import { robustFit } from './robustFit.ts'

/** The expected season of days with unknown temperatures. */
export interface Season {
  regressors: (day: DayToExplain) => number[]
  /** Prior precision (1/variance) of each regressor's coefficient. */
  prior: number[]
  /** Standard deviation of a day as a multiple of `spread`, the standard deviation of the days for learning. */
  scale: (spread: number) => (day: DayToExplain) => number
  /** Common deviation of all days of some weeks, percent of the capacity a day. */
  ofWeeks: (day: DayToExplain) => number
}

/** Minimum share of days with expected degree days. */
const KNOWN = 0.9
/** Prior of the use per degree day, percent of the capacity, as with known temperatures. */
const COLD_PRIOR = 0.15
/** Standard deviation (°C) of a place from its climate, or of its heating base. */
const PLACE_DEVIATION = 3.5
/**
 * Standard deviation (°C) of weeks from the climate: months vary from year to year by 2.4, and runs of cold days add as much in
 * four weeks.
 */
const WEEKS_DEVIATION = 3.5
const MIN_SCALE = 0.3

/**
 * The season as a regressor if a climate stands in for the weather: expected degree days, with wider deviations than known
 * ones. The deviations of the place and of the weeks from the climate are unknown; their effect is proportional to the use per
 * degree day, as far as the days for learning show it. Null if too few days are known.
 */
export function seasonOf(days: readonly DayToExplain[]): Season | null {
  const known = days.flatMap(({ balance }) => balance.expected ?? [])
  if (known.length < KNOWN * days.length) return null
  const middle = known.reduce((sum, { degree_days }) => sum + degree_days, 0) / known.length
  const usual = known.reduce((sum, { per_degree }) => sum + per_degree, 0) / known.length
  const cold = ({ balance }: DayToExplain) => (balance.expected?.degree_days ?? middle) - middle
  const perDegree = ({ balance }: DayToExplain) => balance.expected?.per_degree ?? usual
  const learnt = days.filter(({ isLearnt }) => isLearnt)
  const takes = perDegreeDay(learnt.map((day) => ({ cold: cold(day), target: day.target })))
  const byWeather = ({ balance }: DayToExplain) => (takes * (balance.expected?.deviation ?? 0)) ** 2
  return {
    regressors: (day) => [cold(day), perDegree(day) - usual, day.isLearnt ? 0 : perDegree(day)],
    prior: [COLD_PRIOR ** -2, (PLACE_DEVIATION * takes) ** -2, (WEEKS_DEVIATION * takes) ** -2],
    ofWeeks: (day) => WEEKS_DEVIATION * takes * perDegree(day),
    scale: (spread) => {
      const whileLearnt = learnt.reduce((sum, day) => sum + byWeather(day), 0) / learnt.length
      const plain = spread ** 2
      return (day) =>
        Math.max(Math.sqrt(Math.max(plain + byWeather(day) - whileLearnt, 0) / plain), MIN_SCALE)
    },
  }
}

/** Use per degree day, percent of the capacity: the estimate, or its upper range if it is uncertain. */
function perDegreeDay(learnt: readonly { cold: number; target: number }[]): number {
  const observations = learnt.map(({ cold, target }) => ({ row: Float64Array.of(1, cold), target }))
  const { beta, spread, inverse } = robustFit(observations, [0, COLD_PRIOR ** -2])
  return Math.max(Math.hypot(Math.max(lastOf(beta), 0), spread * Math.sqrt(lastOf(lastOf(inverse)))), 1e-4)
}
