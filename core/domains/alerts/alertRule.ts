import type { ConnectionStatus } from '#core/domains/devices/connection.ts'
import { isOverfull, type QUALITIES, type Thresholds } from '#core/domains/telemetry/levels/quality.ts'
import type { UseRule } from '#core/domains/telemetry/unexplained/judgeUse.ts'
import { keysOf } from '#core/platform/keysOf.ts'

export type AlertKind =
  | 'mild'
  | 'urgent'
  | 'overfill'
  | 'offline'
  | 'battery_low'
  | 'temperature'
  | 'sudden_loss'
  | 'frozen_sensor'
  | 'implausible_sensor'
  | UseRule

/** The alerts that a judgement opens and closes, never one in both. */
export interface AlertChanges {
  open: AlertKind[]
  close: AlertKind[]
}

type Open = ReadonlySet<AlertKind>

/** Percentage points, and °C, by which a value must recover before an alert closes. */
const HYSTERESIS = 2

/**
 * Mild at or under yellow, urgent at or under red, overfill when certainly above the maximum fill; each closes 2 points inside.
 * Urgent supersedes mild: while it is open mild is closed, and opens when urgent closes at or under yellow. Removing a
 * threshold closes its alert. An unknown percent changes nothing.
 */
export function judgeLevel(open: Open, percent: number | null, levels: Thresholds): AlertChanges {
  const { reorder_yellow, reorder_red } = levels
  if (percent === null || !Number.isFinite(percent)) return { open: [], close: [] }
  const urgent = isUnder(percent, reorder_red, open.has('urgent'))
  const mild = !urgent && isUnder(percent, reorder_yellow, open.has('mild'))
  const overfill = isOverfull(percent, levels, open.has('overfill') ? -HYSTERESIS : 0)
  return changesTo(open, { mild, urgent, overfill })
}

/** Battery low: opens under `low` percent, closes 2 points above. */
export function judgeBattery(open: Open, percent: number | null, low: number): AlertChanges {
  if (percent === null || !Number.isFinite(percent)) return { open: [], close: [] }
  const limit = open.has('battery_low') ? low + HYSTERESIS : low
  return changesTo(open, { battery_low: percent < limit })
}

/**
 * Temperature outside `low`..`high` (°C, null = no such threshold); closes 2 °C inside. Thresholds less than 8 °C apart close a
 * quarter of their distance inside, or an alert between them could never close.
 */
export function judgeTemperature(
  open: Open,
  celsius: number | null,
  { low, high }: { low: number | null; high: number | null },
): AlertChanges {
  if (celsius === null || !Number.isFinite(celsius)) return { open: [], close: [] }
  const apart = low === null || high === null ? Number.POSITIVE_INFINITY : Math.max(high - low, 0)
  const margin = open.has('temperature') ? Math.min(HYSTERESIS, apart / 4) : 0
  const isCold = low !== null && celsius < low + margin
  const isHot = high !== null && celsius > high - margin
  return changesTo(open, { temperature: isCold || isHot })
}

/** How long a sensor has been untrusted. */
export interface Doubt {
  /** No trusted reading for longer than usual, so that the tank's level is an estimate. */
  isSilent: boolean
  /** Number of consecutive jumps. */
  jumps: number
}

/**
 * A sensor that is frozen, or without a trusted reading for so long that the level is an estimate; closes with the next trusted
 * reading. A single jump is inconclusive: after a silence it may be a delivery, and the next reading decides.
 */
export function judgeSensor(
  open: Open,
  quality: (typeof QUALITIES)[number],
  { isSilent, jumps }: Doubt,
  reportsFrozen = true,
): AlertChanges {
  const isDoubted = quality === 'out_of_range' || quality === 'jump'
  const isLong = isSilent && (quality !== 'jump' || jumps > 1)
  const isImplausible = isDoubted && (isLong || open.has('implausible_sensor'))
  return changesTo(open, {
    frozen_sensor: reportsFrozen && quality === 'frozen',
    implausible_sensor: isImplausible,
  })
}

/** Offline: opens when the device is, closes with its next record. A device without any record is not judged. */
export function judgeConnection(open: Open, status: ConnectionStatus): AlertChanges {
  if (status === 'never') return { open: [], close: [] }
  return changesTo(open, { offline: status === 'offline' })
}

function isUnder(percent: number, threshold: number | null, isOpen: boolean): boolean {
  if (threshold === null) return false
  return isOpen ? percent < threshold + HYSTERESIS : percent <= threshold
}

function changesTo(open: Open, next: Partial<Record<AlertKind, boolean>>): AlertChanges {
  const kinds = keysOf(next)
  return {
    open: kinds.filter((kind) => next[kind] && !open.has(kind)),
    close: kinds.filter((kind) => !next[kind] && open.has(kind)),
  }
}
