import type { ForecastModel } from './forecastModels.ts'
import type { Random } from './random.ts'

/** The start of a path: low-discrepancy numbers for the most important variables, so that few paths cover much. */
export interface PathStart {
  random: Random
  /** 0..1: selects the view of the past. */
  view: number
  /** Standard normal: error of the level. */
  level: number
}

/** A model's findings on a tank, in multiples of its usual daily use. */
export interface Coefficients {
  base?: number
  perDegreeDay?: number
  /** Per day, as a share. */
  growth?: number
  /** Factors of the weekdays, Sunday first. */
  weekdays?: readonly number[]
  /** Mean length of periods with and without use, days. */
  stretches?: { on: number; off: number }
  /** The first day of a changed use, and its factor; null if there was none before. */
  change?: Change | undefined
}

export interface Change {
  day: number
  factor: number | null
}

/** A model with its scores on the tank's own past, and its paths. */
export interface Candidate {
  model: ForecastModel
  /** Log prior probability of the model. */
  prior: number
  scores: Float64Array
  weekScores: Float64Array
  weekErrors: Float64Array
  /** Correlation of errors from day to day, which its paths include and `weekErrors` do not. */
  correlation: number
  /** Daily use in multiples of the usual day, day after day; `wider` scales the uncertainty. */
  path: (start: PathStart, wider: number) => (day: number, degreeDays: number) => number
  found: () => Coefficients
}
