import type pg from 'pg'
import type { ChangeState } from '#core/domains/telemetry/levels/detectLevelChange.ts'
import { qualityCode } from '#core/domains/telemetry/levels/quality.ts'
import type { TrustState } from '#core/domains/telemetry/levels/trust.ts'
import { type CopyTarget, copyRows } from '#server/platform/database/copyRows.ts'
import { insertOf, insertRows, isTime } from '#server/platform/database/insertRows.ts'
import type { Bucket, Buckets } from '../history/rollUp.ts'
import type { Reading } from '../levels/deriveReading.ts'

const CLOCK_AHEAD = qualityCode('clock_ahead')

// Rows known to be new are copied in. Others are sent as one array per column: one statement and one plan for any number.

type ReadingRow = Omit<Reading, 'time'> & { at: number }

const READING_COLUMNS = [
  ['device_id', 'int8'],
  ['port_number', 'int2'],
  ['at', 'float8'],
  ['raw', 'float4'],
  ['height', 'float4'],
  ['volume', 'float4'],
  ['percent', 'float4'],
  ['temperature', 'float4'],
  ['quality', 'int2'],
] as const

const NEW_READINGS: CopyTarget<Reading> = {
  table: 'readings',
  columns: [
    ['device_id', 'device_id', 'int8'],
    ['port_number', 'port_number', 'int2'],
    ['at', 'time', 'timestamptz'],
    ['raw', 'raw', 'float4'],
    ['height', 'height', 'float4'],
    ['volume', 'volume', 'float4'],
    ['percent', 'percent', 'float4'],
    ['temperature', 'temperature', 'float4'],
    ['quality', 'quality', 'int2'],
  ],
}

const LATE_READINGS = insertOf<ReadingRow>(
  'late_readings',
  'readings',
  READING_COLUMNS,
  `on conflict do nothing
   returning device_id, port_number, (extract(epoch from at) * 1000)::float8 as time`,
)

/** Stores readings known to be new; one that is stored already fails them all (23505). */
export function insertReadings(client: pg.ClientBase, readings: readonly Reading[]): Promise<void> {
  return copyRows(client, NEW_READINGS, readings)
}

/**
 * Stores readings that may be stored already, or repeated.
 * @returns the new ones, each once
 */
export async function insertLateReadings(
  client: pg.ClientBase,
  readings: readonly Reading[],
): Promise<Reading[]> {
  if (readings.length === 0) return []
  const stored = await insertRows(client, LATE_READINGS, readings.map(rowOf))
  const keys = new Set(
    stored.map(({ device_id, port_number, time }) => `${device_id}/${port_number}/${Math.round(time)}`),
  )
  return readings.filter(({ device_id, port_number, time }) =>
    keys.delete(`${device_id}/${port_number}/${time}`),
  )
}

/** Deletes readings from the future by devices with a wrong clock, at the times of these readings. */
export async function deleteAheadOf(client: pg.ClientBase, readings: readonly Reading[]): Promise<void> {
  if (readings.length === 0) return
  await client.query({
    name: 'delete_ahead',
    text: `delete from readings r using unnest($1::int8[], $2::int2[], $3::float8[]) as n (device_id, port_number, at)
      where r.device_id = n.device_id and r.port_number = n.port_number and r.at = to_timestamp(n.at / 1000.0)
        and r.quality = ${CLOCK_AHEAD}`,
    values: [
      readings.map(({ device_id }) => device_id),
      readings.map(({ port_number }) => port_number),
      readings.map(({ time }) => time),
    ],
  })
}

function rowOf(reading: Reading): ReadingRow {
  const { device_id, port_number, time, raw, height, volume, percent, temperature, quality } = reading
  return { device_id, port_number, at: time, raw, height, volume, percent, temperature, quality }
}

const BUCKET_COLUMNS = [
  ['device_id', 'int8'],
  ['port_number', 'int2'],
  ['at', 'float8'],
  ['count', 'int4'],
  ['sum_volume', 'float8'],
  ['min_volume', 'float4'],
  ['max_volume', 'float4'],
  ['sum_percent', 'float8'],
  ['min_percent', 'float4'],
  ['max_percent', 'float4'],
  ['sum_height', 'float8'],
  ['first_at', 'float8'],
  ['first_volume', 'float4'],
  ['last_at', 'float8'],
  ['last_volume', 'float4'],
] as const

const ADD_UP = (table: string) => `on conflict (device_id, port_number, at) do update set
  count = ${table}.count + excluded.count,
  sum_volume = ${table}.sum_volume + excluded.sum_volume,
  min_volume = least(${table}.min_volume, excluded.min_volume),
  max_volume = greatest(${table}.max_volume, excluded.max_volume),
  sum_percent = ${table}.sum_percent + excluded.sum_percent,
  min_percent = least(${table}.min_percent, excluded.min_percent),
  max_percent = greatest(${table}.max_percent, excluded.max_percent),
  sum_height = ${table}.sum_height + excluded.sum_height,
  first_volume = case when excluded.first_at < ${table}.first_at then excluded.first_volume else ${table}.first_volume end,
  first_at = least(${table}.first_at, excluded.first_at),
  last_volume = case when excluded.last_at >= ${table}.last_at then excluded.last_volume else ${table}.last_volume end,
  last_at = greatest(${table}.last_at, excluded.last_at)`

const HOURLY = insertOf<Bucket>('add_hourly', 'readings_hourly', BUCKET_COLUMNS, ADD_UP('readings_hourly'))
const DAILY = insertOf<Bucket>('add_daily', 'readings_daily', BUCKET_COLUMNS, ADD_UP('readings_daily'))

const NEW_HOURLY = newBuckets('readings_hourly')
const NEW_DAILY = newBuckets('readings_daily')

function newBuckets(table: string): CopyTarget<Bucket> {
  return {
    table,
    columns: BUCKET_COLUMNS.map(([key, type]) => [key, key, isTime(key) ? 'timestamptz' : type] as const),
  }
}

/** Adds to the buckets of hours or days. New buckets are only inserted; one that exists after all fails them all (23505). */
export async function addToBuckets(
  client: pg.ClientBase,
  { hourly, daily }: Buckets,
  isNew: (bucket: Bucket) => boolean = () => false,
): Promise<void> {
  await copyRows(client, NEW_HOURLY, hourly.filter(isNew))
  await insertRows(
    client,
    HOURLY,
    hourly.filter((bucket) => !isNew(bucket)),
  )
  await copyRows(client, NEW_DAILY, daily.filter(isNew))
  await insertRows(
    client,
    DAILY,
    daily.filter((bucket) => !isNew(bucket)),
  )
}

export interface DeviceRecord {
  device_id: number
  at: number
  battery_voltage: number | null
  battery: number | null
  signal_quality: number | null
  temperature: number | null
  queued_records: number | null
  latitude: number | null
  longitude: number | null
}

const NEW_RECORDS: CopyTarget<DeviceRecord> = {
  table: 'device_records',
  columns: [
    ['device_id', 'device_id', 'int8'],
    ['at', 'at', 'timestamptz'],
    ['battery_voltage', 'battery_voltage', 'float4'],
    ['battery', 'battery', 'float4'],
    ['signal_quality', 'signal_quality', 'int2'],
    ['temperature', 'temperature', 'float4'],
    ['queued_records', 'queued_records', 'int4'],
    ['latitude', 'latitude', 'float8'],
    ['longitude', 'longitude', 'float8'],
  ],
}

const LATE_RECORDS = insertOf<DeviceRecord>(
  'late_records',
  'device_records',
  NEW_RECORDS.columns.map(([, key, type]) => [key, type === 'timestamptz' ? 'float8' : type] as const),
  'on conflict do nothing',
)

/** Stores device records known to be new; one that is stored already fails them all (23505). */
export function insertDeviceRecords(client: pg.ClientBase, rows: readonly DeviceRecord[]): Promise<void> {
  return copyRows(client, NEW_RECORDS, rows)
}

/** Stores device records that may be stored already: the first one of a time stays. */
export async function insertLateRecords(client: pg.ClientBase, rows: readonly DeviceRecord[]): Promise<void> {
  await insertRows(client, LATE_RECORDS, rows)
}

export interface RawUplink {
  device_id: number
  received_at: number
  door: string
  accepted: number
  duplicates: number
  refused: number
  body: string
  outcome: string
}

const RAW_UPLINKS: CopyTarget<RawUplink> = {
  table: 'raw_uplinks',
  columns: [
    ['device_id', 'device_id', 'int8'],
    ['received_at', 'received_at', 'timestamptz'],
    ['door', 'door', 'text'],
    ['accepted', 'accepted', 'int4'],
    ['duplicates', 'duplicates', 'int4'],
    ['refused', 'refused', 'int4'],
    ['body', 'body', 'text'],
    ['outcome', 'outcome', 'text'],
  ],
}

export function insertRawUplinks(client: pg.ClientBase, rows: readonly RawUplink[]): Promise<void> {
  return copyRows(client, RAW_UPLINKS, rows)
}

export interface TankChange {
  device_id: number
  port_number: number
  kind: string
  started_at: number
  ended_at: number
  volume: number
  before_volume: number
  after_volume: number
}

const TANK_CHANGES = insertOf<TankChange>(
  'tank_changes',
  'tank_changes',
  [
    ['device_id', 'int8'],
    ['port_number', 'int2'],
    ['kind', 'text'],
    ['started_at', 'float8'],
    ['ended_at', 'float8'],
    ['volume', 'float4'],
    ['before_volume', 'float4'],
    ['after_volume', 'float4'],
  ],
  'on conflict do nothing',
)

export async function insertTankChanges(client: pg.ClientBase, rows: readonly TankChange[]): Promise<void> {
  await insertRows(client, TANK_CHANGES, rows)
}

export interface PortState extends Omit<Reading, 'time'> {
  at: number
  trusted_at: number | null
  level: string
  /** Litres of room; null if its content is unknown. */
  room: number | null
  trust_state: TrustState | null
  change_state: ChangeState | null
}

type WrittenPortState = Omit<PortState, 'trust_state' | 'change_state'> &
  Record<'trust_state' | 'change_state', string>

/** An entered level stays until a later reading. */
const IS_NEWEST = `excluded.trusted_at is not null
  and not coalesce(port_states.told_by is not null and excluded.trusted_at < port_states.trusted_at, false)`
const IS_BEFORE_DELIVERY = `${IS_NEWEST} and coalesce(excluded.trusted_at < port_states.delivered_at, false)`
const IS_SHOWN = `${IS_NEWEST} and not (${IS_BEFORE_DELIVERY})`

const PORT_STATES = insertOf<WrittenPortState>(
  'port_states',
  'port_states',
  [
    ...READING_COLUMNS,
    ['trusted_at', 'float8'],
    ['level', 'text'],
    ['room', 'float4'],
    ['trust_state', 'text'],
    ['change_state', 'text'],
  ],
  // An untrusted reading updates the time of the state, never the tank's content. A trusted one ends an estimate and
  // its forecast. If it is older than a delivery, the estimate stays until it is recomputed.
  `on conflict (device_id, port_number) do update set at = excluded.at, raw = excluded.raw,
    quality = excluded.quality, trust_state = excluded.trust_state, change_state = excluded.change_state,
    temperature = coalesce(excluded.temperature, port_states.temperature),
    height = case when ${IS_SHOWN} then excluded.height else port_states.height end,
    volume = case when ${IS_SHOWN} then excluded.volume else port_states.volume end,
    percent = case when ${IS_SHOWN} then excluded.percent else port_states.percent end,
    level = case when ${IS_SHOWN} then excluded.level else port_states.level end,
    room = case when ${IS_SHOWN} then excluded.room else port_states.room end,
    measured_height = case when ${IS_BEFORE_DELIVERY} then excluded.height else port_states.measured_height end,
    measured_volume = case when ${IS_BEFORE_DELIVERY} then excluded.volume else port_states.measured_volume end,
    measured_percent = case when ${IS_BEFORE_DELIVERY} then excluded.percent else port_states.measured_percent end,
    forecast_at = case when ${IS_SHOWN} and port_states.estimated_at is not null then null else port_states.forecast_at end,
    estimated_at = case when ${IS_SHOWN} then null when ${IS_BEFORE_DELIVERY} then to_timestamp(0)
      else port_states.estimated_at end,
    delivered_at = case when ${IS_SHOWN} then null else port_states.delivered_at end,
    deliveries = case when ${IS_SHOWN} then null else port_states.deliveries end,
    told_by = case when ${IS_NEWEST} then null else port_states.told_by end,
    trusted_at = case when ${IS_NEWEST} then excluded.trusted_at else port_states.trusted_at end`,
  `device_id, port_number, to_timestamp(at / 1000.0), raw, height, volume, percent, temperature, quality,
   to_timestamp(trusted_at / 1000.0), level, room, trust_state::json, change_state::json`,
)

export async function upsertPortStates(client: pg.ClientBase, rows: readonly PortState[]): Promise<void> {
  const written = rows.map((row) => ({
    ...row,
    trust_state: JSON.stringify(row.trust_state),
    change_state: JSON.stringify(row.change_state),
  }))
  await insertRows(client, PORT_STATES, written)
}
