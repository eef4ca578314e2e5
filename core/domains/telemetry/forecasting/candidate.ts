import type { ForecastModel } from './forecastModels.ts'
import type { Random } from './random.ts'

/** How a path begins: even numbers for what counts most, so that few paths show much. */
export interface PathStart {
  random: Random
  /** 0..1: which of the views of the past. */
  view: number
  /** Standard normal: how far the level is off. */
  level: number
}

/** What a model has found on a tank, in usual days of use. */
export interface Found {
  base?: number
  perDegreeDay?: number
  /** A day, as a share. */
  growth?: number
  /** Factors of the days of the week, Sunday first. */
  weekdays?: readonly number[]
  /** Mean length of the stretches with and without use, days. */
  stretches?: { on: number; off: number }
  /** The first day of a use that differs from the one before, and by which factor; null where there was none before. */
  change?: Change | undefined
}

export interface Change {
  day: number
  factor: number | null
}

/** A model with its scores on the tank's own past, and the paths that it would take. */
export interface Candidate {
  model: ForecastModel
  /** Natural logarithm of how likely such a tank is before anything is known. */
  prior: number
  scores: Float64Array
  weekScores: Float64Array
  weekErrors: Float64Array
  /** Of errors from day to day, as its paths have it and `weekErrors` do not. */
  correlation: number
  /** Use of one day after the other, in usual days; `wider` stretches what is not known of each day. */
  path: (start: PathStart, wider: number) => (day: number, degreeDays: number) => number
  found: () => Found
}
