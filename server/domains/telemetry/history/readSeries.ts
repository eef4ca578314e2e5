import { type RawBuilder, sql } from 'kysely'
import type { readPortHistory } from '#core/domains/telemetry/calls.ts'
import { typicalGap } from '#core/domains/telemetry/typicalGap.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { celsiusToFahrenheit, litresToUsGallons, mmToInches, volumeIn } from '#core/platform/numbers/units.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { notFound } from '#server/platform/refusal.ts'
import { visibleHistoryStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { changesOf } from '../levels/countedChanges.ts'
import { type Estimated, type EstimatedCourse, readEstimatedCourse } from '../levels/readEstimatedCourse.ts'

/** Epoch milliseconds, value, and its minimum and maximum; a null value is a gap. */
type History = ResponseOf<typeof readPortHistory>
type Marks = History['marks']

type Values = [value: number | null, min: number | null, max: number | null]

export type Point = [time: number, ...Values]

export interface Series {
  name: string
  unit: string
  points: Point[]
  /** Estimates from the last measurement to now while the level is an estimate; the range is between heavy and light use. */
  estimated?: Point[]
  /** Expected course from now on, if the span ends later. */
  ahead?: Point[]
}

export interface Range {
  from: number
  to: number
  max_points: number
}

type Resolution = 'raw' | 'hour' | 'day'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Longest spans shown from single readings and from hours; longer ones use days. */
const MAX_RAW_SPAN = 15 * DAY
const MAX_HOURLY_SPAN = 120 * DAY

interface Bucket {
  time: number
  volume: number
  min_volume: number
  max_volume: number
  percent: number | null
  min_percent: number | null
  max_percent: number | null
  height: number | null
  temperature: number | null
}

/**
 * A tank's history as a graph: at most `max_points`, each with its range, gaps as gaps, in the user's units.
 * @throws Refusal 404 for a port that the device never had
 */
export async function readSeries(context: Context, device_id: number, port_number: number, range: Range) {
  const [port, since] = await Promise.all([
    readPort(context, device_id, port_number),
    visibleHistoryStart(context, device_id),
  ])
  const from = Math.max(range.from, since)
  // A span into the future does not reduce the resolution of the past.
  const to = Math.min(range.to, Math.max(context.now.getTime(), from + 1))
  const resolution = resolutionOf(to - from)
  const width = widthOf(resolution, to - from, range.max_points)
  const ofPort = sql`device_id = ${device_id} and port_number = ${port_number}`
  const [measured, usual, course, marks, entered] = await Promise.all([
    from < range.to
      ? readBuckets(context, { device_id, port_number, from, to: range.to, resolution, width })
      : [],
    readTypicalGap(context, sql`readings`, ofPort, range.to),
    readEstimatedCourse(context, { device_id, port_number, from, to: range.to }),
    readMarks(context, device_id, port_number, from, range.to),
    readEnteredPoints(context, { device_id, port_number, from, to: range.to }),
  ])
  // Entered levels and deliveries are inserted among the sensor's readings by time.
  const buckets = [...measured, ...entered].sort((one, other) => one.time - other.time)
  const gap = Math.max(width * 2.5, port.record_interval * 3_000, usual)
  return {
    series: seriesOf(context.actor, buckets, gap, course),
    marks,
    thresholds: thresholdsOf(context.actor, port),
    resolution,
    /** Time of the last measurement if the level is an estimate, epoch milliseconds. */
    estimated_since: course.since,
  }
}

/** Newest times that determine a device's reporting interval. */
const MOMENTS = 300
/** Searched first: readings are partitioned by month, and planning over all years takes long. */
const RECENT = 40 * DAY

/** How long this device may be silent before the line breaks, ms, from its newest rows up to a time. */
export async function readTypicalGap(
  { db }: Context,
  table: RawBuilder<unknown>,
  ofDevice: RawBuilder<unknown>,
  until: number,
): Promise<number> {
  const newest = (within: RawBuilder<unknown>) =>
    runPrepared(
      db,
      sql<{ time: number }>`select extract(epoch from at)::float8 * 1000 as time from ${table}
        where ${ofDevice} and at < ${new Date(until)} ${within} order by at desc limit ${sql.lit(MOMENTS)}`,
    )
  const recent = await newest(sql`and at >= ${new Date(Math.max(until - RECENT, 0))}`)
  const rows = recent.length < MOMENTS ? await newest(sql``) : recent
  return typicalGap(rows.map(({ time }) => time).reverse()) ?? 0
}

interface PortRow {
  yellow: number | null
  red: number | null
  capacity: number
  record_interval: number
}

async function readPort({ db }: Context, device_id: number, port_number: number): Promise<PortRow> {
  const [port] = await runPrepared(
    db,
    sql<PortRow>`select p.reorder_yellow::float8 as yellow, p.reorder_red::float8 as red,
        p.def_liters::float8 as capacity, d.record_interval
      from device_ports p join devices d using (device_id)
      where p.device_id = ${device_id} and p.port_number = ${port_number}`,
  )
  if (!port) throw notFound()
  return port
}

function resolutionOf(span: number): Resolution {
  if (span <= MAX_RAW_SPAN) return 'raw'
  return span <= MAX_HOURLY_SPAN ? 'hour' : 'day'
}

/** Width of a point: that of the stored rows, or more if there would be too many. */
function widthOf(resolution: Resolution, span: number, max_points: number): number {
  const stored = resolution === 'raw' ? 1 : resolution === 'hour' ? HOUR : DAY
  return Math.max(stored, Math.ceil(span / max_points / stored) * stored)
}

interface BucketQuery {
  device_id: number
  port_number: number
  from: number
  to: number
  resolution: Resolution
  width: number
}

async function readBuckets({ db }: Context, query: BucketQuery): Promise<Bucket[]> {
  const { device_id, port_number, from, to, resolution, width } = query
  const seconds = width / 1000
  const bucket = sql`floor(extract(epoch from at)::float8 / ${seconds}::float8) * ${seconds}::float8 * 1000`
  const where = sql`device_id = ${device_id} and port_number = ${port_number}
    and at >= ${new Date(from)} and at < ${new Date(to)}`
  const statement =
    resolution === 'raw'
      ? sql<Bucket>`select ${width > 1 ? bucket : sql`extract(epoch from at)::float8 * 1000`} as time,
          avg(volume)::float8 as volume, min(volume) as min_volume, max(volume) as max_volume,
          avg(percent)::float8 as percent, min(percent) as min_percent, max(percent) as max_percent,
          avg(height)::float8 as height, avg(temperature)::float8 as temperature
        from readings where ${where} and quality = 0 and volume is not null group by 1 order by 1`
      : sql<Bucket>`select ${bucket} as time,
          sum(sum_volume) / sum(count) as volume, min(min_volume) as min_volume, max(max_volume) as max_volume,
          sum(sum_percent) / sum(count) as percent, min(min_percent) as min_percent, max(max_percent) as max_percent,
          sum(sum_height) / sum(count) as height, null::float8 as temperature
        from ${sql.table(resolution === 'hour' ? 'readings_hourly' : 'readings_daily')}
        where ${where} group by 1 order by 1`
  return runPrepared(db, statement)
}

function seriesOf(actor: Actor, buckets: Bucket[], gap: number, course: EstimatedCourse): Series[] {
  const imperial = actor.units === 'imperial'
  const volume = imperial ? litresToUsGallons : same
  const height = imperial ? mmToInches : same
  const temperature = imperial ? celsiusToFahrenheit : same
  const measured = buckets.filter((bucket) => bucket.temperature !== null)
  const shown = (name: string, unit: string, of: (one: Bucket | Estimated) => Values): Series => {
    const pointsOf = (ones: readonly Estimated[]) =>
      ones.map((item): Point => [Math.round(item.time), ...of(item)])
    return {
      ...{ name, unit, points: points(buckets, gap, of) },
      ...(course.points.length > 0 && { estimated: pointsOf(course.points) }),
      ...(course.ahead.length > 0 && { ahead: pointsOf(course.ahead) }),
    }
  }
  const celsius = (b: Bucket): Values => [temperature(b.temperature ?? 0), null, null]
  const ofTemperature = {
    name: 'temperature',
    unit: imperial ? '°F' : '°C',
    points: points(measured, gap, celsius),
  }
  return [
    shown('volume', imperial ? 'gal' : 'L', (b) => [
      volume(b.volume),
      volume(b.min_volume),
      volume(b.max_volume),
    ]),
    shown('percent', '%', (b) => [b.percent, b.min_percent, b.max_percent]),
    shown('height', imperial ? 'in' : 'mm', (b) => [b.height === null ? null : height(b.height), null, null]),
    ...(measured.length > 0 ? [ofTemperature] : []),
  ]
}

const same = (value: number) => value

/** One point per bucket, and an empty one where the device was silent. */
export function points<B extends { time: number }>(
  buckets: readonly B[],
  gap: number,
  valuesOf: (bucket: B) => Values,
): Point[] {
  return buckets.flatMap((bucket, index): Point[] => {
    const point: Point = [Math.round(bucket.time), ...valuesOf(bucket)]
    const before = buckets[index - 1]
    if (!before || bucket.time - before.time <= gap) return [point]
    return [[Math.round(before.time + gap / 2), null, null, null], point]
  })
}

/** Levels entered without a sensor. */
async function readEnteredPoints(
  { db }: Context,
  { device_id, port_number, from, to }: Pick<BucketQuery, 'device_id' | 'port_number' | 'from' | 'to'>,
): Promise<Bucket[]> {
  const rows = await runPrepared(
    db,
    sql<{ time: number; volume: number; percent: number | null }>`
      select extract(epoch from e.at)::float8 * 1000 as time, e.volume::float8 as volume,
        (100 * e.volume / nullif(p.def_liters, 0))::float8 as percent
      from entered_levels e join device_ports p using (device_id, port_number)
      where e.device_id = ${device_id} and e.port_number = ${port_number} and e.at >= ${new Date(from)}
        and e.at < ${new Date(to)} order by e.at`,
  )
  return rows.map(({ time, volume, percent }) => ({
    ...{ time, volume, min_volume: volume, max_volume: volume },
    ...{ percent, min_percent: percent, max_percent: percent, height: null, temperature: null },
  }))
}

async function readMarks(
  { db, actor }: Context,
  device_id: number,
  port_number: number,
  from: number,
  to: number,
) {
  const [changes, alerts] = await Promise.all([
    runPrepared(
      db,
      sql<Marks['changes'][number]>`
        select kind, started_at, ended_at, volume, verdict
        from (${changesOf({ device_id: sql`${device_id}`, port_number: sql`${port_number}` })}) c
        where ended_at >= ${new Date(from)} and started_at < ${new Date(to)} order by started_at`,
    ),
    runPrepared(
      db,
      sql<Marks['alerts'][number]>`select alert_id, level, status, opened_at, closed_at from alerts
        where device_id = ${device_id} and port_number = ${port_number}
          and opened_at < ${new Date(to)} and opened_at >= ${new Date(from)} order by opened_at`,
    ),
  ])
  return {
    changes: changes.map((change) => ({
      ...change,
      volume: volumeIn(actor.units, change.volume),
    })),
    alerts,
  }
}

function thresholdsOf({ units }: Actor, { yellow, red, capacity }: PortRow): History['thresholds'] {
  const imperial = units === 'imperial'
  const volume = volumeIn(units, capacity)
  const share = (percent: number | null) => (percent === null ? null : (volume * percent) / 100)
  return {
    yellow: share(yellow),
    red: share(red),
    yellow_percent: yellow,
    red_percent: red,
    capacity: volume,
    unit: imperial ? 'gal' : 'L',
  }
}
