import type { Quality } from './trust.ts'

/** How far a reading can be trusted, as it is stored: a small number in every row. */
export const QUALITIES = ['good', 'out_of_range', 'jump', 'frozen', 'not_configured'] as const

/** The number of a quality in the table of readings. */
export function qualityCode(quality: Quality | 'not_configured'): number {
  return QUALITIES.indexOf(quality)
}

export type TankLevel = 'urgent' | 'mild' | 'overfill' | 'fine' | 'unknown'

/** Over this much of the capacity a tank counts as overfilled. */
export const OVERFILL_PERCENT = 95

export interface Thresholds {
  /** Percent of capacity; null = not set. */
  reorder_yellow: number | null
  reorder_red: number | null
}

/** The state of a tank by its fill alone, without the memory that an alert has. */
export function tankLevel(percent: number | null, { reorder_yellow, reorder_red }: Thresholds): TankLevel {
  if (percent === null) return 'unknown'
  if (reorder_red !== null && percent <= reorder_red) return 'urgent'
  if (percent > OVERFILL_PERCENT) return 'overfill'
  if (reorder_yellow !== null && percent <= reorder_yellow) return 'mild'
  return 'fine'
}

const ORDER: readonly TankLevel[] = ['urgent', 'overfill', 'mild', 'fine', 'unknown']

/** The worst of several tanks: what a device, a pin or a cluster shows. */
export function worstLevel(levels: readonly TankLevel[]): TankLevel {
  return ORDER.find((level) => levels.includes(level)) ?? 'unknown'
}

/** Battery percent: linear between the firmware's empty and full voltages; null when they are not told. */
export function batteryPercent(voltage: number | null, empty: number, full: number): number | null {
  if (voltage === null || full <= empty) return null
  return Math.min(100, Math.max(0, ((voltage - empty) / (full - empty)) * 100))
}
