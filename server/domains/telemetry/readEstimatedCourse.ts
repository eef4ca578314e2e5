import { sql } from 'kysely'
import { curveIfKnown, type TankGeometry } from '#core/domains/tanks/tankVolume.ts'
import { estimatedCourse } from '#core/domains/telemetry/estimateLevel.ts'
import type { UseCourse } from '#core/domains/telemetry/forecast.ts'
import { clockAhead, measuredAt, measuredVolume } from '#server/domains/devices/measuredLevel.ts'
import { TANK_COLUMNS } from '#server/domains/devices/tankColumns.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/prepared.ts'

/** Points of a course: what a graph shows of some days. */
const MOST_POINTS = 120

/** A moment of the course: epoch milliseconds, L, percent of the capacity, mm; what is left after heavy and light use. */
export interface Estimated {
  time: number
  volume: number
  min_volume: number
  max_volume: number
  percent: number | null
  min_percent: number | null
  max_percent: number | null
  height: number | null
}

interface Row extends TankGeometry {
  volume: number
  at: string
  clock_ahead: number
  use_course: UseCourse
}

export interface EstimatedCourse {
  /** When the level was measured last, epoch milliseconds; null where what is shown was measured. */
  since: number | null
  points: Estimated[]
}

/** How a tank's level should have gone since it was measured last, up to now; nothing of a level that was measured. */
export async function readEstimatedCourse(
  { db, now }: Context,
  { device_id, port_number, from, to }: { device_id: number; port_number: number; from: number; to: number },
): Promise<EstimatedCourse> {
  const [row] = await runPrepared(
    db,
    sql<Row>`
    select ${measuredVolume} as volume, ${measuredAt} as at, ${clockAhead} as clock_ahead, s.use_course,
      ${sql.raw(TANK_COLUMNS)}
    from port_states s join devices d on d.device_id = s.device_id
      join device_ports p on p.device_id = s.device_id and p.port_number = s.port_number and p.active = 1
      left join tank_types t on t.tank_type_id = p.tank_type_id
    where s.device_id = ${device_id} and s.port_number = ${port_number} and s.estimated_at is not null
      and s.use_course is not null and ${measuredVolume} is not null`,
  )
  if (!row) return { since: null, points: [] }
  const curve = curveIfKnown(row)
  const capacity = row.capacity > 0 ? row.capacity : (curve?.shellCapacity ?? 0)
  const percent = (litres: number) => (capacity > 0 ? (litres / capacity) * 100 : null)
  const measured = { volume: row.volume, at: Date.parse(row.at), clockAhead: row.clock_ahead }
  const span = { from, to: Math.min(to, now.getTime()), most: MOST_POINTS }
  const points = estimatedCourse(measured, row.use_course, span).map(({ time, volume, low, high }) => ({
    ...{ time, volume, min_volume: low, max_volume: high },
    ...{ percent: percent(volume), min_percent: percent(low), max_percent: percent(high) },
    height: curve ? curve.heightAt(volume) : null,
  }))
  return { since: measured.at, points }
}
