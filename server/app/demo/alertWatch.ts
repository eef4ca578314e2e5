import {
  type AlertChanges,
  type AlertKind,
  judgeBattery,
  judgeLevel,
} from '#core/domains/alerts/alertRule.ts'
import { settings } from '#core/domains/settings/settings.ts'
import type { LevelChange } from '#core/domains/telemetry/detectLevelChange.ts'
import type { Thresholds } from '#core/domains/telemetry/quality.ts'

/** An alert as the history implies it; times in epoch milliseconds, null = still open. */
export interface PastAlert {
  device_id: number
  company_id: number
  port_number: number | null
  level: AlertKind
  value: number | null
  opened_at: number
  closed_at: number | null
}

/** Judges a port or a device reading by reading, by the rules of the live product. */
export interface AlertWatch {
  level: (time: number, percent: number, levels: Thresholds) => void
  battery: (time: number, percent: number) => void
  change: (found: LevelChange) => void
  /** What was open when the watch began is left out: nobody knows since when. */
  alerts: () => PastAlert[]
}

type Owner = Pick<PastAlert, 'device_id' | 'company_id' | 'port_number'>

/** Watches from `since` on. */
export function alertWatch(owner: Owner, since: number): AlertWatch {
  const all: PastAlert[] = []
  const open = new Map<AlertKind, PastAlert>()
  const kinds = new Set<AlertKind>()
  let first: number | undefined

  function apply(changes: AlertChanges, time: number, value: number): void {
    for (const kind of changes.close) close(kind, time)
    for (const kind of changes.open) start(kind, time, value)
  }

  function start(kind: AlertKind, time: number, value: number): void {
    const alert = { ...owner, level: kind, value, opened_at: time, closed_at: null }
    all.push(alert)
    open.set(kind, alert)
    kinds.add(kind)
  }

  function close(kind: AlertKind, time: number): void {
    const alert = open.get(kind)
    if (alert) alert.closed_at = time
    open.delete(kind)
    kinds.delete(kind)
  }

  return {
    level: (time, percent, levels) => {
      if (time < since) return
      first ??= time
      apply(judgeLevel(kinds, percent, levels), time, percent)
    },
    battery: (time, percent) => {
      if (time < since) return
      first ??= time
      apply(judgeBattery(kinds, percent, settings.fields.battery_low.default), time, percent)
    },
    change: ({ kind, ended, volume }) => {
      if (kind === 'fill') close('sudden_loss', ended)
      else if (ended >= since && !kinds.has('sudden_loss')) start('sudden_loss', ended, volume)
    },
    alerts: () => all.filter(({ opened_at, closed_at }) => opened_at !== first || closed_at === null),
  }
}
