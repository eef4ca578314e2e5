import type { AlertChanges, AlertKind } from './alertRule.ts'

/** One time that a rule would have opened its alert: epoch milliseconds; it goes on where it has no end. */
export interface Fired {
  from: number
  until: number | null
  value: number | null
}

/** What was known at a moment, as the rule judges it. */
export interface PastValue {
  at: number
  value: number | null
}

/** When a rule would have opened and closed its alert, had it judged these values one after the other. */
export function replayRule(
  kind: AlertKind,
  values: readonly PastValue[],
  judge: (open: ReadonlySet<AlertKind>, value: number | null) => AlertChanges,
): Fired[] {
  const fired: Fired[] = []
  let open = new Set<AlertKind>()
  for (const { at, value } of values) {
    const changes = judge(open, value)
    open = new Set([...open, ...changes.open].filter((one) => !changes.close.includes(one)))
    if (changes.open.includes(kind)) fired.push({ from: at, until: null, value })
    if (changes.close.includes(kind) && fired.length > 0) fired.at(-1)!.until = at
  }
  return fired
}

/** When a device would have been called offline: `allowed` milliseconds after a record that none followed. */
export function replaySilence(records: readonly number[], allowed: number, now: number): Fired[] {
  return records.flatMap((at, i) => {
    const next = records[i + 1] ?? now
    if (next - at <= allowed) return []
    return [{ from: at + allowed, until: i + 1 < records.length ? next : null, value: null }]
  })
}
