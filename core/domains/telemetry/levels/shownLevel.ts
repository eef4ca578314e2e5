import type { PortSummary } from '../portSummary.ts'
import type { TankLevel } from './quality.ts'

/** The badge of a tank: an open loss alert takes precedence over every level except urgent. */
export function shownLevel({ level, loss_alert }: Pick<PortSummary, 'level' | 'loss_alert'>): string {
  return level === 'urgent' ? level : (loss_alert ?? level)
}

/** The badge of a device: by its worst level, and by the alerts of all its tanks. */
export function shownLevelOf(level: TankLevel, tanks: readonly Pick<PortSummary, 'loss_alert'>[]): string {
  return shownLevel({ level, loss_alert: tanks.find(({ loss_alert }) => loss_alert)?.loss_alert ?? null })
}
