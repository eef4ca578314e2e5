import { qualityCode } from '#core/domains/telemetry/levels/quality.ts'
import type { Reading } from '../levels/deriveReading.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const GOOD = qualityCode('good')

/** A port's trusted readings of an hour or a day, in a form to which late readings can be added. */
export interface Bucket {
  device_id: number
  port_number: number
  /** Epoch milliseconds of the start. */
  at: number
  count: number
  sum_volume: number
  min_volume: number
  max_volume: number
  sum_percent: number
  min_percent: number
  max_percent: number
  sum_height: number
  first_at: number
  first_volume: number
  last_at: number
  last_volume: number
}

export interface Buckets {
  hourly: Bucket[]
  daily: Bucket[]
}

/** Aggregates new readings by hour and by day in UTC. Untrusted ones do not count. */
export function rollUp(readings: readonly Reading[]): Buckets {
  const hourly = new Map<number, PortBuckets>()
  const daily = new Map<number, PortBuckets>()
  for (const reading of readings) {
    if (reading.quality !== GOOD || reading.volume === null) continue
    addTo(hourly, HOUR, reading, reading.volume)
    addTo(daily, DAY, reading, reading.volume)
  }
  const all = (ports: ReadonlyMap<number, PortBuckets>) => [...ports.values()].flatMap(({ list }) => list)
  return { hourly: all(hourly), daily: all(daily) }
}

const MAX_PORTS = 128

/** A port's buckets in order of arrival, and the start of the newest. */
interface PortBuckets {
  list: Bucket[]
  newest: number
}

/** Readings mostly arrive in order, so a bucket is nearly always the last of its port, or newer than all. */
function addTo(buckets: Map<number, PortBuckets>, span: number, reading: Reading, volume: number): void {
  const at = reading.time - (((reading.time % span) + span) % span)
  const port = reading.device_id * MAX_PORTS + reading.port_number
  const percent = reading.percent ?? 0
  const ofPort = buckets.get(port)
  if (!ofPort) {
    buckets.set(port, { list: [firstOf(reading, at, volume, percent)], newest: at })
    return
  }
  const bucket = at > ofPort.newest ? undefined : ofPort.list.findLast((each) => each.at === at)
  if (!bucket) {
    ofPort.list.push(firstOf(reading, at, volume, percent))
    ofPort.newest = Math.max(ofPort.newest, at)
    return
  }
  bucket.count += 1
  bucket.sum_volume += volume
  bucket.min_volume = Math.min(bucket.min_volume, volume)
  bucket.max_volume = Math.max(bucket.max_volume, volume)
  bucket.sum_percent += percent
  bucket.min_percent = Math.min(bucket.min_percent, percent)
  bucket.max_percent = Math.max(bucket.max_percent, percent)
  bucket.sum_height += reading.height ?? 0
  if (reading.time < bucket.first_at) {
    bucket.first_at = reading.time
    bucket.first_volume = volume
  }
  if (reading.time >= bucket.last_at) {
    bucket.last_at = reading.time
    bucket.last_volume = volume
  }
}

function firstOf(reading: Reading, at: number, volume: number, percent: number): Bucket {
  return {
    device_id: reading.device_id,
    port_number: reading.port_number,
    at,
    count: 1,
    sum_volume: volume,
    min_volume: volume,
    max_volume: volume,
    sum_percent: percent,
    min_percent: percent,
    max_percent: percent,
    sum_height: reading.height ?? 0,
    first_at: reading.time,
    first_volume: volume,
    last_at: reading.time,
    last_volume: volume,
  }
}
