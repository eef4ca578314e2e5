import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { isStale } from '#web/platform/format.ts'
import type { LevelGaugeProps } from './LevelGauge.tsx'

/** What the gauge has to know of a tank at a moment. */
export function tankState(tank: PortSummary, uploadHours: number, now: number): LevelGaugeProps {
  return {
    percent: tank.percent,
    level: tank.level,
    yellow: tank.reorder_yellow,
    red: tank.reorder_red,
    isStale: isStale(tank.reading_at, uploadHours, now),
    isDoubted: tank.trust !== 'good' && tank.trust !== 'none',
  }
}
