import type { BalanceDay } from './balanceDay.ts'
import { robustFit } from './robustFit.ts'

/** What the season lets expect of days of which nobody knows how cold they were. */
export interface Season {
  columns: ((t: number) => number)[]
  /** 1/variance known of each column's coefficient beforehand. */
  prior: number[]
  /** How much a day may be off as a multiple of `spread`, the deviation of the days that were learnt from. */
  scale: (spread: number) => Float64Array
  /** By how much all days of some weeks may be off together, percent of the capacity a day. */
  ofWeeks: (t: number) => number
}

/** Days known with what the climate lets expect, at least, as a share of all. */
const KNOWN = 0.9
/** A degree day takes so much of the capacity, give or take: as where the cold is known. */
const COLD_PRIOR = 0.15
/** °C by which a place is colder or warmer than its climate says, or is heated from another temperature on. */
const OF_THE_PLACE = 3.5
/**
 * °C by which weeks are colder or warmer than usual: months differ from year to year by 2.4, and cold days that follow each
 * other are, in four weeks, as much again.
 */
const OF_WEEKS = 3.5
const LEAST_SCALE = 0.3

/**
 * The season as an explanation where a climate stands for the weather: degree days as they are to be expected, and with wider
 * deviations than where they are known. How far the place, and the weeks in question, are off the climate is not known; what
 * that does to the use goes by how much a degree day takes, as far as the days that were learnt from tell. Null where nothing is known.
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
        Math.max(Math.sqrt(Math.max(plain + variance - whileLearnt, 0) / plain), LEAST_SCALE),
      )
    },
  }
}

/** What a degree day takes, percent of the capacity: as it seems, or as much as it may be where little is known of it. */
function perDegreeDay(cold: (t: number) => number, used: Float64Array, learnt: number): number {
  const rows = Float64Array.from({ length: 2 * used.length }, (_, at) =>
    at % 2 === 0 ? 1 : cold(Math.floor(at / 2)),
  )
  const { beta, spread, inverse } = robustFit({ rows, width: 2, prior: [0, COLD_PRIOR ** -2] }, used, learnt)
  return Math.max(Math.hypot(Math.max(beta[1]!, 0), spread * Math.sqrt(inverse[3]!)), 1e-4)
}
