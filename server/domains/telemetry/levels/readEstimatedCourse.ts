import { sql } from 'kysely'
import { curveIfKnown, type TankGeometry } from '#core/domains/tanks/volume/tankVolume.ts'
import type { UseCourse } from '#core/domains/telemetry/forecast.ts'
import { type CoursePoint, estimatedCourse } from '#core/domains/telemetry/levels/estimateLevel.ts'
import {
  type BroughtSince,
  clockAhead,
  isFilledSince,
  measuredAt,
  measuredVolume,
  unusableVolumeOf,
} from '#server/domains/devices/measuredLevel.ts'
import { TANK_COLUMNS } from '#server/domains/devices/tankColumns.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'

/** Points of a graph of some days. */
const MAX_POINTS = 120
const MAX_POINTS_AHEAD = 60
const DAY = 86_400_000
/** Horizon of a stored course of use. */
const HORIZON_MS = 60 * DAY

/** A point of the course: epoch milliseconds, L, percent of capacity, mm; and the remaining level after heavy and light use. */
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
  unusable: number
  deliveries: BroughtSince[] | null
  use_course: UseCourse | null
  is_estimated: boolean
  has_forecast: boolean
}

export interface EstimatedCourse {
  /** Time of the last measured level, epoch milliseconds; null if the level shown is measured. */
  since: number | null
  points: Estimated[]
  /** Estimates from now, or the newest level, until even light use has emptied the tank; empty if the span ends now. */
  ahead: Estimated[]
}

/**
 * Expected course of a tank's level from its last measurement to now (empty if the level is measured), and on to the
 * end of the span.
 */
export async function readEstimatedCourse(
  { db, now }: Context,
  { from, to, ...port }: { device_id: number; port_number: number; from: number; to: number },
): Promise<EstimatedCourse> {
  const row = await readPort(db, port)
  if (!row) return { since: null, points: [], ahead: [] }
  const { volume, clock_ahead, unusable } = row
  const measured = {
    ...{
      volume,
      at: Date.parse(row.at),
      clockAhead: clock_ahead,
      unusable,
      deliveries: row.deliveries ?? [],
    },
    ...(row.capacity > 0 && { capacity: row.capacity }),
  }
  const today = now.getTime()
  const course = (span: { from: number; to: number; most: number }) =>
    estimatedCourse(measured, row.use_course, span).map(pointOf(row))
  const points = row.is_estimated ? course({ from, to: Math.min(to, today), most: MAX_POINTS }) : []
  const ahead = row.has_forecast
    ? course({
        from: row.is_estimated ? today : measured.at,
        to: to > today ? Math.min(to, today + HORIZON_MS) : 0,
        most: MAX_POINTS_AHEAD,
      })
    : []
  const dry = ahead.findIndex(({ max_volume }) => max_volume <= Math.min(volume, unusable))
  return {
    since: row.is_estimated ? measured.at : null,
    points,
    ahead: dry === -1 ? ahead : ahead.slice(0, dry + 1),
  }
}

async function readPort(
  db: Context['db'],
  { device_id, port_number }: { device_id: number; port_number: number },
): Promise<Row | undefined> {
  const [row] = await runPrepared(
    db,
    sql<Row>`
    select ${measuredVolume} as volume, ${measuredAt} as at, ${clockAhead} as clock_ahead, s.use_course,
      case when ${isFilledSince} then s.deliveries end as deliveries,
      ${unusableVolumeOf('p')} as unusable,
      s.estimated_at is not null as is_estimated, s.no_forecast is null and s.use_course is not null as has_forecast,
      ${sql.raw(TANK_COLUMNS)}
    from port_states s join devices d on d.device_id = s.device_id
      join device_ports p on p.device_id = s.device_id and p.port_number = s.port_number and p.active = 1
      left join tank_types t on t.tank_type_id = p.tank_type_id
      left join tank_products pr on pr.product_id = p.product_id
    where s.device_id = ${device_id} and s.port_number = ${port_number}
      and (s.use_course is not null or ${isFilledSince}) and ${measuredVolume} is not null`,
  )
  return row
}

function pointOf(row: Row): (point: CoursePoint) => Estimated {
  const curve = curveIfKnown(row)
  const capacity = row.capacity > 0 ? row.capacity : (curve?.shellCapacity ?? 0)
  const percent = (litres: number) => (capacity > 0 ? (litres / capacity) * 100 : null)
  return ({ time, volume, low, high }) => ({
    ...{ time, volume, min_volume: low, max_volume: high },
    ...{ percent: percent(volume), min_percent: percent(low), max_percent: percent(high) },
    height: curve ? curve.heightAt(volume) : null,
  })
}
