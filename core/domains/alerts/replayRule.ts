import type { TankLevel, Thresholds } from '#core/domains/telemetry/levels/quality.ts'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import type { AlertChanges, AlertKind } from './alertRule.ts'
import { alertsOfLevel, levelWithHysteresis } from './levelWithHysteresis.ts'

/** One time that a rule would have opened its alert: epoch milliseconds; null as the end means still open. */
export interface Fired {
  from: number
  until: number | null
  value: number | null
}

/** A past value, as the rule judges it. */
export interface PastValue {
  at: number
  value: number | null
}

/** When a rule would have opened and closed its alert, given these values in order. */
export function replayRule<Past extends PastValue>(
  kind: AlertKind,
  values: readonly Past[],
  judge: (open: ReadonlySet<AlertKind>, value: number | null, past: Past) => AlertChanges,
): Fired[] {
  const fired: Fired[] = []
  let open = new Set<AlertKind>()
  for (const past of values) {
    const { at, value } = past
    const changes = judge(open, value, past)
    open = new Set([...open, ...changes.open].filter((item) => !changes.close.includes(item)))
    if (changes.open.includes(kind)) fired.push({ from: at, until: null, value })
    if (changes.close.includes(kind) && fired.length > 0) lastOf(fired).until = at
  }
  return fired
}

/** Like `replayRule`, for level alerts; `thresholds` returns the thresholds for judging each reading. */
export function replayLevel(
  kind: AlertKind,
  readings: readonly (PastValue & { thresholds: Thresholds })[],
): Fired[] {
  let level: TankLevel = 'unknown'
  return replayRule(kind, readings, (open, percent, { thresholds }) => {
    level = levelWithHysteresis(level, percent, thresholds)
    return alertsOfLevel(open, level)
  })
}

/** When a device would have been offline: `allowed` milliseconds after a record without a successor. */
export function replaySilence(records: readonly number[], allowed: number, now: number): Fired[] {
  return records.flatMap((at, i) => {
    const next = records[i + 1] ?? now
    if (next - at <= allowed) return []
    return [{ from: at + allowed, until: i + 1 < records.length ? next : null, value: null }]
  })
}
