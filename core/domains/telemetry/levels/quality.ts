import { USUAL_MAX_FILL } from '#core/domains/tanks/room.ts'
import type { Quality } from './trust.ts'

/** Quality of a reading; stored as a small number in every row. */
export const QUALITIES = ['good', 'out_of_range', 'jump', 'frozen', 'not_configured', 'clock_ahead'] as const

/** The stored number of a quality. */
export function qualityCode(quality: Quality | 'not_configured' | 'clock_ahead'): number {
  return QUALITIES.indexOf(quality)
}

/** Levels that raise an alert, worst first. */
export const ALERTING_LEVELS = ['urgent', 'overfill', 'mild'] as const

/** All levels, worst first. */
export const LEVELS = [...ALERTING_LEVELS, 'fine', 'unknown'] as const
export type TankLevel = (typeof LEVELS)[number]

export interface Thresholds {
  /** Percent of capacity; null = not set. */
  reorder_yellow: number | null
  reorder_red: number | null
  /** Without it, fullness is the shown percent, and the usual maximum fill applies. */
  fullness?: Fullness
}

/** Fullness of a tank; all in percent of the capacity. */
export interface Fullness {
  /** Level at 40 °F, less the gauge's error. */
  surely: number
  /** Maximum fill. */
  max_fill: number
}

/** Whether a tank is certainly above its maximum fill, by `margin` percentage points. */
export function isOverfull(percent: number, { fullness }: Thresholds, margin = 0): boolean {
  const { surely, max_fill } = fullness ?? { surely: percent, max_fill: USUAL_MAX_FILL.liquid }
  return surely > max_fill + margin
}

/** The worst level of several tanks, as shown for a device, a pin or a cluster. */
export function worstLevel(levels: readonly TankLevel[]): TankLevel {
  return LEVELS.find((level) => levels.includes(level)) ?? 'unknown'
}

/** A value above this multiple of the full voltage is a percentage. */
const MAX_TIMES_FULL = 2

/**
 * A battery as volts and as percent. A device may report either. A number above twice the full voltage of its firmware is a
 * percentage.
 * @param empty, full volts by the firmware; unknown if `full` is not above `empty`.
 */
export function batteryOf(
  { battery, battery_percent }: { battery: number | null; battery_percent: number | null },
  empty: number,
  full: number,
): { volts: number | null; percent: number | null } {
  if (battery !== null && full > empty && battery > full * MAX_TIMES_FULL) {
    return { volts: null, percent: battery_percent ?? battery }
  }
  return { volts: battery, percent: battery_percent ?? batteryPercent(battery, empty, full) }
}

/** Battery percent: linear between the firmware's empty and full voltages; null if those are unknown. */
export function batteryPercent(voltage: number | null, empty: number, full: number): number | null {
  if (voltage === null || full <= empty) return null
  return Math.min(100, Math.max(0, ((voltage - empty) / (full - empty)) * 100))
}
