import { USUAL_MAX_FILL } from '#core/domains/tanks/room.ts'
import type { Quality } from './trust.ts'

/** How far a reading can be trusted, as it is stored: a small number in every row. */
export const QUALITIES = ['good', 'out_of_range', 'jump', 'frozen', 'not_configured'] as const

/** The number of a quality in the table of readings. */
export function qualityCode(quality: Quality | 'not_configured'): number {
  return QUALITIES.indexOf(quality)
}

/** What a tank's level can be that raises an alert, worst first. */
export const ALERTING_LEVELS = ['urgent', 'overfill', 'mild'] as const

/** What a tank's level can be, worst first. */
export const LEVELS = [...ALERTING_LEVELS, 'fine', 'unknown'] as const
export type TankLevel = (typeof LEVELS)[number]

export interface Thresholds {
  /** Percent of capacity; null = not set. */
  reorder_yellow: number | null
  reorder_red: number | null
  /** Without it the tank is as full as it shows, and may be filled as a rule allows. */
  fullness?: Fullness
}

/** What a level says of too much: all in percent of the capacity. */
export interface Fullness {
  /** How full it would be at 40 °F, less what the gauge may be wrong by. */
  surely: number
  /** To how much it may be filled. */
  max_fill: number
}

/** Whether a tank is surely fuller than it may be, by `margin` points of percent. */
export function isOverfull(percent: number, { fullness }: Thresholds, margin = 0): boolean {
  const { surely, max_fill } = fullness ?? { surely: percent, max_fill: USUAL_MAX_FILL.liquid }
  return surely > max_fill + margin
}

/** The worst of several tanks: what a device, a pin or a cluster shows. */
export function worstLevel(levels: readonly TankLevel[]): TankLevel {
  return LEVELS.find((level) => levels.includes(level)) ?? 'unknown'
}

/** Battery percent: linear between the firmware's empty and full voltages; null when they are not told. */
export function batteryPercent(voltage: number | null, empty: number, full: number): number | null {
  if (voltage === null || full <= empty) return null
  return Math.min(100, Math.max(0, ((voltage - empty) / (full - empty)) * 100))
}
