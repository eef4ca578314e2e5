import { isStale } from '#web/platform/format.ts'
import type { LevelGaugeProps } from './LevelGauge.tsx'
import type { TankSummary } from './TankSummary.ts'

/** Hours between two reports of a device whose setting is not at hand. */
const USUAL_INTERVAL = 8

/** What the gauge has to know of a tank at a moment. */
export function tankState(tank: TankSummary, uploadHours: number | undefined, now: number): LevelGaugeProps {
  return {
    percent: tank.percent,
    level: tank.level,
    yellow: tank.reorder_yellow,
    red: tank.reorder_red,
    isStale: isStale(tank.reading_at, uploadHours ?? USUAL_INTERVAL, now),
    isDoubted: tank.trust !== 'good' && tank.trust !== 'none',
  }
}
