import type pg from 'pg'
import { curveIfKnown, type TankCurve, type TankGeometry } from '#core/domains/tanks/volume/tankVolume.ts'
import type { ChangeState } from '#core/domains/telemetry/levels/detectLevelChange.ts'
import type { TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import type { Measure } from '#core/domains/telemetry/levels/rawToHeight.ts'
import type { TrustState } from '#core/domains/telemetry/levels/trust.ts'
import { TANK_COLUMNS } from '#server/domains/devices/tankColumns.ts'

/** Facts of a device that storing its records requires. */
export interface DeviceSetup {
  device_id: number
  company_id: number
  status: string
  key_hash: Buffer | null
  upload_interval: number
  /** Firmware version of its record. */
  firmware: number | null
  battery_empty: number | null
  battery_full: number | null
  /** Time of its newest record, epoch milliseconds; 0 = none. */
  last_time: number
  /** Latest future time that it reported, epoch milliseconds; null = never. */
  ahead_until: number | null
  ports: Map<number, PortSetup>
}

/** A port's tank and sensor, and the state after its last readings. Lengths mm, volumes L. */
export interface PortSetup extends TankGeometry {
  port_number: number
  measure: Measure | null
  sensor_offset: number
  specific_gravity: number
  product_group: string | null
  /** Maximum fill by product and by tank, percent of capacity; null if not set. */
  product_max_fill: number | null
  tank_max_fill: number | null
  reorder_yellow: number | null
  reorder_red: number | null
  last_time: number
  /** Last known temperature of its liquid, °C; a reading may lack it. */
  last_temperature: number | null
  /** Its previous level; a level lasts until its alert closes. */
  level: TankLevel
  /** The last delivery that the level does not show yet, epoch milliseconds. */
  delivered_at: number | null
  trust_state: TrustState | null
  change_state: ChangeState | null
  /** Undefined if the port has no tank, or one whose formula cannot be computed. */
  curve: TankCurve | undefined
}

type DeviceRow = Omit<DeviceSetup, 'ports' | 'last_time'> & { last_time: number | null }
type PortRow = Omit<PortSetup, 'last_time' | 'curve'> & { device_id: number; last_time: number | null }

const DEVICES = `select d.device_id, d.company_id, d.status, d.key_hash, d.upload_interval,
    f.version as firmware, f.battery_empty::float8, f.battery_full::float8,
    (extract(epoch from d.last_record_date) * 1000)::float8 as last_time,
    (extract(epoch from d.clock_ahead_until) * 1000)::float8 as ahead_until
  from devices d left join firmware_versions f using (firmware_version_id)
  where d.device_id = any($1) order by d.device_id for no key update of d`

const PORTS = `select p.device_id, p.port_number, s.measure, ${TANK_COLUMNS}, p.sensor_offset::float8,
    coalesce(pr.specific_gravity, 1)::float8 as specific_gravity, pr.product_group,
    pr.max_fill::float8 as product_max_fill, p.max_fill::float8 as tank_max_fill,
    p.reorder_yellow::float8, p.reorder_red::float8,
    (extract(epoch from st.at) * 1000)::float8 as last_time, st.temperature as last_temperature, coalesce(st.level, 'unknown') as level,
    (extract(epoch from st.delivered_at) * 1000)::float8 as delivered_at, st.trust_state, st.change_state
  from device_ports p
    left join tank_types t using (tank_type_id)
    left join sensor_types s using (sensor_type_id)
    left join tank_products pr using (product_id)
    left join port_states st on st.device_id = p.device_id and st.port_number = p.port_number
  where p.device_id = any($1) and p.active = 1`

/**
 * The devices of a batch, locked until the transaction ends, so that two servers never process the same device at
 * once. Locks in order of ids, so that two batches cannot deadlock.
 */
export async function loadDevices(client: pg.ClientBase, ids: number[]): Promise<Map<number, DeviceSetup>> {
  const { rows } = await client.query<DeviceRow>({ name: 'load_devices', text: DEVICES, values: [ids] })
  const devices = new Map<number, DeviceSetup>(
    rows.map((row) => [row.device_id, { ...row, last_time: row.last_time ?? 0, ports: new Map() }]),
  )
  const { rows: ports } = await client.query<PortRow>({ name: 'load_ports', text: PORTS, values: [ids] })
  for (const port of ports) {
    const setup = Object.assign(port, { last_time: port.last_time ?? 0, curve: curveOf(port) })
    devices.get(port.device_id)?.ports.set(port.port_number, setup)
  }
  return devices
}

function curveOf(port: PortRow): TankCurve | undefined {
  if (port.measure === null || (port.formula === null && port.strapping === null)) return undefined
  return curveIfKnown(port)
}
