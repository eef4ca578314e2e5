import type { Random } from './random.ts'

/** How a path begins: even numbers for what counts most, so that few paths show much. */
export interface PathStart {
  random: Random
  /** 0..1: which of the views of the past. */
  view: number
  /** Standard normal: how far the level is off. */
  level: number
}

/** A model with its scores on the tank's own past, and the paths that it would take. */
export interface Candidate {
  model: string
  /** Natural logarithm of how likely such a tank is before anything is known. */
  prior: number
  scores: Float64Array
  weekScores: Float64Array
  weekErrors: Float64Array
  /** Of errors from day to day, as its paths have it and `weekErrors` do not. */
  correlation: number
  /** Use of one day after the other, in usual days; `wider` stretches what is not known of each day. */
  path: (start: PathStart, wider: number) => (day: number, degreeDays: number) => number
}
