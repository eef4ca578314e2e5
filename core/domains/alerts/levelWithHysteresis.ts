import {
  ALERTING_LEVELS,
  type TankLevel,
  type Thresholds,
  worstLevel,
} from '#core/domains/telemetry/levels/quality.ts'
import { type AlertChanges, type AlertKind, judgeLevel } from './alertRule.ts'

/**
 * The level of a tank by its fill and its previous level: it leaves an alerting level only when the alert closes, inside the
 * hysteresis. So a tank with an open alert is never shown as fine.
 */
export function levelWithHysteresis(
  before: TankLevel,
  percent: number | null,
  thresholds: Thresholds,
): TankLevel {
  if (percent === null || !Number.isFinite(percent)) return 'unknown'
  const had = ALERTING_LEVELS.filter((level) => level === before)
  const { open, close } = judgeLevel(new Set(had), percent, thresholds)
  const now = ALERTING_LEVELS.filter(
    (level) => open.includes(level) || (had.includes(level) && !close.includes(level)),
  )
  return worstLevel([...now, 'fine'])
}

/** The alert changes of a tank's level: its own alert opens, the alerts of other levels close. `unknown` changes nothing. */
export function alertsOfLevel(open: ReadonlySet<AlertKind>, level: TankLevel): AlertChanges {
  if (level === 'unknown') return { open: [], close: [] }
  return {
    open: ALERTING_LEVELS.filter((kind) => kind === level && !open.has(kind)),
    close: ALERTING_LEVELS.filter((kind) => kind !== level && open.has(kind)),
  }
}
