import type pg from 'pg'
import { dueAt } from '#core/domains/devices/connection.ts'
import { batteryOf } from '#core/domains/telemetry/levels/quality.ts'
import type { UplinkRecord } from '#core/domains/telemetry/uplink.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { levelRank } from '#server/domains/devices/levels.ts'
import type { DeviceSetup } from './loadDevices.ts'

const DEVICES = `update devices d set
    last_record_date = to_timestamp(n.at / 1000.0), battery = coalesce(n.battery::numeric(5,2), d.battery),
    signal_quality = coalesce(n.signal, d.signal_quality), queued_records = coalesce(n.queued, d.queued_records),
    temperature_metric = coalesce(n.temperature::numeric(6,2), d.temperature_metric),
    ip_address = coalesce(n.address, d.ip_address),
    firmware_version_id = coalesce(
      (select f.firmware_version_id from firmware_versions f where f.version = n.firmware), d.firmware_version_id)
  from unnest($1::int8[], $2::float8[], $3::float8[], $4::int4[], $5::int4[], $6::float8[], $7::text[], $8::int4[])
    as n (device_id, at, battery, signal, queued, temperature, address, firmware)
  where d.device_id = n.device_id`

const STATES = `insert into device_states as s
    (device_id, company_id, last_at, due_at, battery_voltage, temperature, latitude, longitude, level, percent,
      room, is_estimated, battery, signal_quality)
  select n.device_id, n.company_id, to_timestamp(n.at / 1000.0), to_timestamp(n.due / 1000.0), n.voltage,
    n.temperature, n.latitude, n.longitude, coalesce(p.level, 'unknown'), p.percent,
    p.room, coalesce(p.is_estimated, false), d.battery, d.signal_quality
  from unnest($1::int8[], $2::int8[], $3::float8[], $4::float8[], $5::float4[], $6::float4[], $7::float8[], $8::float8[])
    as n (device_id, company_id, at, due, voltage, temperature, latitude, longitude)
  join devices d on d.device_id = n.device_id
  left join lateral (
    select level, percent, room, estimated_at is not null as is_estimated from port_states where device_id = n.device_id
    order by ${levelRank('level')}, percent limit 1) p on true
  on conflict (device_id) do update set company_id = excluded.company_id, last_at = excluded.last_at,
    due_at = excluded.due_at, level = excluded.level, percent = excluded.percent, room = excluded.room, is_estimated = excluded.is_estimated,
    battery = excluded.battery, signal_quality = excluded.signal_quality,
    battery_voltage = coalesce(excluded.battery_voltage, s.battery_voltage),
    temperature = coalesce(excluded.temperature, s.temperature),
    latitude = coalesce(excluded.latitude, s.latitude), longitude = coalesce(excluded.longitude, s.longitude)`

interface NewState {
  device: DeviceSetup
  record: UplinkRecord
  address: string | null
  battery: ReturnType<typeof batteryOf>
}

/** The parameters of `DEVICES`. */
const DEVICE_VALUES: ((state: NewState) => unknown)[] = [
  ({ device }) => device.device_id,
  ({ record }) => record.time,
  ({ battery }) => battery.percent,
  ({ record }) => record.signal,
  ({ record }) => record.queued,
  ({ record }) => record.temperature,
  ({ address }) => address,
  ({ record }) => record.firmware,
]

/** The parameters of `STATES`. */
const STATE_VALUES: ((state: NewState) => unknown)[] = [
  ({ device }) => device.device_id,
  ({ device }) => device.company_id,
  ({ record }) => record.time,
  ({ device, record }) => dueAt(record.time, device.upload_interval),
  ({ battery }) => battery.volts,
  ({ record }) => record.temperature,
  ({ record }) => record.position?.[0] ?? null,
  ({ record }) => record.position?.[1] ?? null,
]

/** Writes the newest state of each device: into its record, and into the row that lists and maps read. */
export async function writeDeviceStates(
  client: pg.ClientBase,
  devices: Map<number, DeviceSetup>,
  newest: Map<number, { record: UplinkRecord; address: string | null }>,
): Promise<void> {
  if (newest.size === 0) return
  const rows = [...newest].map(([id, one]) => ({ ...one, device: getOrThrow(devices, id) }))
  const curves = await batteryCurves(client, rows)
  const states = rows.map((row): NewState => {
    const { battery_empty, battery_full } = curves.get(row.record.firmware ?? -1) ?? row.device
    return { ...row, battery: batteryOf(row.record, battery_empty ?? 0, battery_full ?? 0) }
  })
  const columns = (values: readonly ((state: NewState) => unknown)[]) => values.map((of) => states.map(of))
  await client.query({ name: 'update_devices', text: DEVICES, values: columns(DEVICE_VALUES) })
  await client.query({ name: 'upsert_device_states', text: STATES, values: columns(STATE_VALUES) })
}

/**
 * Stores the latest future time that devices with a wrong clock reported.
 * @param ahead epoch milliseconds by device
 */
export async function writeClocksAhead(
  client: pg.ClientBase,
  ahead: ReadonlyMap<number, number>,
): Promise<void> {
  if (ahead.size === 0) return
  await client.query({
    name: 'write_clocks_ahead',
    text: `update devices d set clock_ahead_until = greatest(d.clock_ahead_until, to_timestamp(n.at / 1000.0))
      from unnest($1::int8[], $2::float8[]) as n (device_id, at) where d.device_id = n.device_id`,
    values: [[...ahead.keys()], [...ahead.values()]],
  })
}

type Curve = Pick<DeviceSetup, 'battery_empty' | 'battery_full'>

/** Creates an unknown firmware version with the battery voltages of the nearest one, preferring an earlier version. */
const ENTER_VERSIONS = `insert into firmware_versions (version, battery_empty, battery_full)
  select n.version, coalesce(near.battery_empty, 0), coalesce(near.battery_full, 0)
  from unnest($1::int4[]) as n (version) left join lateral (
    select f.battery_empty, f.battery_full from firmware_versions f where f.battery_full > f.battery_empty
    order by f.version > n.version, abs(f.version - n.version) limit 1) near on true
  on conflict do nothing`

/** Battery curves of reported firmware versions that differ from the device's record. */
async function batteryCurves(
  client: pg.ClientBase,
  rows: readonly { device: DeviceSetup; record: UplinkRecord }[],
): Promise<Map<number, Curve>> {
  const changed = rows.flatMap(({ device, record: { firmware } }) =>
    firmware !== null && firmware !== device.firmware ? firmware : [],
  )
  // Sorted, so that two servers that create the same versions never deadlock.
  const versions = [...new Set(changed)].sort((a, b) => a - b)
  if (versions.length === 0) return new Map()
  const find = async () => {
    const { rows: found } = await client.query<Curve & { version: number }>({
      name: 'firmware_curves',
      text: `select version, battery_empty::float8, battery_full::float8 from firmware_versions
        where version = any($1)`,
      values: [versions],
    })
    return new Map(found.map((row) => [row.version, row]))
  }
  const known = await find()
  if (known.size === versions.length) return known
  await client.query({
    name: 'enter_firmware',
    text: ENTER_VERSIONS,
    values: [versions.filter((version) => !known.has(version))],
  })
  return find()
}
