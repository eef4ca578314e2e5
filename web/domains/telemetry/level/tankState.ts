import { dueAt } from '#core/domains/devices/connection.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { LevelGaugeProps } from './LevelGauge.tsx'

/** The props of a gauge for a tank at a moment. */
export function tankState(tank: PortSummary, uploadHours: number, now: number): LevelGaugeProps {
  // An estimate is current, regardless of the last reading.
  const isEstimated = tank.level_source === 'estimated'
  return {
    percent: tank.percent,
    level: tank.level,
    yellow: tank.reorder_yellow,
    red: tank.reorder_red,
    isEstimated,
    isStale: !isEstimated && isStale(tank.reading_at, uploadHours, now),
    isDoubted: !isEstimated && tank.trust !== 'good' && tank.trust !== 'none',
  }
}

/** A reading of an offline device is out of date. */
function isStale(instant: string | null, uploadHours: number, now: number): boolean {
  return !instant || now > dueAt(Date.parse(instant), uploadHours)
}

/** The time of the displayed level: for an estimate, that of the last measurement. */
export function levelMeasuredAt(
  { level_source, level_age, reading_at }: PortSummary,
  now: number,
): string | number | null {
  return level_source === 'estimated' && level_age !== null ? now - level_age * 1000 : reading_at
}
