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
    isStale: !isEstimated && isStale(levelMeasuredAt(tank, now), uploadHours, now),
    isDoubted: !isEstimated && tank.trust !== 'good' && tank.trust !== 'none',
  }
}

/** A level of an offline device is out of date. */
function isStale(instant: string | number | null, uploadHours: number, now: number): boolean {
  return instant === null || now > dueAt(new Date(instant).getTime(), uploadHours)
}

/**
 * The time of the displayed level: for an estimate, of the last measurement; for a level that a person entered or a driver reported,
 * of the report, whenever the sensor last sent a reading.
 */
export function levelMeasuredAt(
  { level_source, level_age, told_by, reading_at }: PortSummary,
  now: number,
): string | number | null {
  const isReading = level_source !== 'estimated' && told_by === 'sensor'
  return isReading || level_age == null ? reading_at : now - level_age * 1000
}
