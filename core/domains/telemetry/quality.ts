import { USUAL_MAX_FILL } from '#core/domains/tanks/room.ts'
import type { Quality } from './trust.ts'

/** How far a reading can be trusted, as it is stored: a small number in every row. */
export const QUALITIES = ['good', 'out_of_range', 'jump', 'frozen', 'not_configured', 'clock_ahead'] as const

/** The number of a quality in the table of readings. */
export function qualityCode(quality: Quality | 'not_configured' | 'clock_ahead'): number {
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

/** A battery of so many times its full voltage is none: the number is a percentage. */
const MOST_TIMES_FULL = 2

/**
 * A battery as volts and as percent. A device may report either. A number above twice the volts of a full battery of its
 * firmware is a percentage.
 * @param empty, full volts by the firmware; unknown where `full` is not above `empty`.
 */
export function batteryOf(
  { battery, battery_percent }: { battery: number | null; battery_percent: number | null },
  empty: number,
  full: number,
): { volts: number | null; percent: number | null } {
  if (battery !== null && full > empty && battery > full * MOST_TIMES_FULL) {
    return { volts: null, percent: battery_percent ?? battery }
  }
  return { volts: battery, percent: battery_percent ?? batteryPercent(battery, empty, full) }
}

/** Battery percent: linear between the firmware's empty and full voltages; null when they are not told. */
export function batteryPercent(voltage: number | null, empty: number, full: number): number | null {
  if (voltage === null || full <= empty) return null
  return Math.min(100, Math.max(0, ((voltage - empty) / (full - empty)) * 100))
}
