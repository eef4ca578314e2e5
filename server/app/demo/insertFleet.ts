import { type RawBuilder, sql } from 'kysely'
import { withBothUnits } from '#core/domains/devices/bothUnits.ts'
import type { Database } from '#server/platform/database.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { demoFleet } from './demoFleet.ts'
import { deviceKey } from './deviceKey.ts'
import type { PlannedDevice, PlannedPort } from './plannedDevice.ts'
import { seededRandom } from './seededRandom.ts'

const DAY = 86_400_000

type Ids = ReadonlyMap<string, number>

/** Writes the planned devices with their ports, keys, owners and tags. @returns the devices' ids by public id. */
export async function insertFleet(db: Database, companies: Ids, now: number): Promise<Ids> {
  const devices = await insertDevices(db, companies, now)
  await sql`insert into device_ownerships (device_id, company_id)
    select device_id, company_id from devices where device_id = any(${[...devices.values()]})`.execute(db)
  await insertPorts(db, companies, devices)
  await insertTags(db, companies, devices)
  await sql`update tank_products p set total_active_sensors =
      (select count(*) from device_ports d where d.product_id = p.product_id and d.active = 1)
    where company_id = any(${[...companies.values()]})`.execute(db)
  return devices
}

async function insertDevices(db: Database, companies: Ids, now: number): Promise<Ids> {
  const types = await idsOf(db, sql`select device_type_id as id, device_type as name from device_types`)
  const providers = await idsOf(
    db,
    sql`select mobile_provider_id as id, mobile_provider as name from mobile_providers`,
  )
  const versions = await idsOf(
    db,
    sql`select firmware_version_id as id, version::text as name from firmware_versions`,
  )
  const rows = demoFleet().map((device) => ({
    ...columnsOf(device, now),
    company_id: companies.get(device.company),
    device_type_id: idOf(types, device.device_type),
    mobile_provider_id: idOf(providers, device.provider),
    firmware_version_id: idOf(versions, String(device.firmware)),
  }))
  const { rows: inserted } = await sql<{ id: number; name: string }>`
    insert into devices (public_id, label, company_id, device_type_id, status, firmware_version_id,
      mobile_provider_id, imei, sim, sim_state, hologram_device_id, hologram_link_id, record_interval,
      upload_interval, power_mode, surge_protection, purchase_date, warranty_period, latitude, longitude, key_hash)
    select public_id, label, company_id, device_type_id, status, firmware_version_id,
      mobile_provider_id, imei, sim, sim_state, hologram_device_id, hologram_link_id, record_interval,
      upload_interval, power_mode, surge_protection, purchase_date, warranty_period, latitude, longitude, key_hash
    from jsonb_populate_recordset(null::devices, ${JSON.stringify(rows)}::jsonb)
    returning device_id as id, public_id as name`.execute(db)
  return new Map(inserted.map(({ id, name }) => [name, id]))
}

function columnsOf(device: PlannedDevice, now: number) {
  const random = seededRandom(device.seed + 60)
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random.next() * 10)).join('')
  const isHologram = device.provider === 'Hologram'
  return {
    public_id: device.public_id,
    label: device.label,
    status: device.condition === 'suspended' || device.condition === 'retired' ? device.condition : 'normal',
    imei: `35693${digits(10)}`,
    sim: `894450${digits(13)}`,
    sim_state: device.condition === 'retired' ? 'paused' : 'live',
    hologram_device_id: isHologram ? digits(7) : null,
    hologram_link_id: isHologram ? digits(7) : null,
    record_interval: device.record_interval,
    upload_interval: device.upload_interval,
    power_mode: device.power_mode,
    surge_protection: device.power_mode === 2 ? 1 : 0,
    purchase_date: new Date(now - (380 + random.next() * 720) * DAY).toISOString().slice(0, 10),
    warranty_period: 3,
    latitude: device.latitude.toFixed(6),
    longitude: device.longitude.toFixed(6),
    key_hash: `\\x${hashToken(deviceKey(device.public_id)).toString('hex')}`,
  }
}

async function insertPorts(db: Database, companies: Ids, devices: Ids): Promise<void> {
  const shapes = await idsOf(db, sql`select tank_type_id as id, slug as name from tank_types`)
  const sensors = await idsOf(db, sql`select sensor_type_id as id, sensor_type as name from sensor_types`)
  const specs = await idsOf(db, sql`select tank_spec_id as id, tank_name as name from tank_specs`)
  const products = await idsOf(
    db,
    sql`select p.product_id as id, c.company_id || '/' || p.product_name as name
      from companies c join tank_products p on is_at_or_above(p.company_id, c.company_id)`,
  )
  const rows = demoFleet().flatMap((device) =>
    device.ports.map((port) => ({
      device_id: devices.get(device.public_id),
      product_id: products.get(`${companies.get(device.company)}/${port.product}`),
      tank_type_id: port.slug && shapes.get(port.slug),
      sensor_type_id: sensors.get(port.sensor),
      template: port.spec && specs.get(port.spec.tank_name),
      port_number: port.port_number,
      reorder_yellow: port.yellow,
      reorder_red: port.red,
      ...sizeOf(port),
    })),
  )
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = sql.join([...names, 'active'].map((name) => sql.ref(name)))
  await sql`insert into device_ports (${columns})
    select ${columns} from jsonb_populate_recordset(null::device_ports, ${JSON.stringify(
      rows.map((row) => ({ ...NO_SIZE, ...row, active: 1 })),
    )}::jsonb)`.execute(db)
}

const NO_SIZE = {
  ...{ def_liters: 0, metric_diameter: 0, metric_height: 0, metric_width: 0, metric_length: 0 },
  ...{ def_us_gallons: 0, imperial_diameter: 0, imperial_height: 0, imperial_width: 0, imperial_length: 0 },
}

/** The tank's size in both unit systems, as a form would have saved it. */
function sizeOf({ spec, tank, sensorOffset }: PlannedPort): Record<string, unknown> {
  const { tank_name: _, manufacturer: __, slug: ___, ...size } = spec ?? {}
  const measured = tank?.strapping && {
    def_liters: tank.capacity.toFixed(6),
    metric_height: tank.height.toFixed(6),
    strapping: tank.strapping,
  }
  return withBothUnits({
    ...size,
    strapping: null,
    ...measured,
    sensor_offset: sensorOffset.toFixed(3),
  }).values
}

async function insertTags(db: Database, companies: Ids, devices: Ids): Promise<void> {
  const pairs = demoFleet().flatMap(({ public_id, company, tags }) =>
    tags.map((tag) => ({ device_id: devices.get(public_id), company_id: companies.get(company), tag })),
  )
  await sql`insert into device_tags (device_id, tag_id)
    select given.device_id, tags.tag_id
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given (device_id int8, company_id int8, tag text)
      join tags using (company_id, tag)`.execute(db)
  await sql`update tags t set device_count = (select count(*) from device_tags d where d.tag_id = t.tag_id)
    where company_id = any(${[...companies.values()]})`.execute(db)
}

async function idsOf(db: Database, query: RawBuilder<unknown>): Promise<Ids> {
  const { rows } = await (query as RawBuilder<{ id: number; name: string }>).execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** What people renamed is replaced by another of its kind: the demo only needs one. */
function idOf(ids: Ids, name: string): number | undefined {
  return ids.get(name) ?? ids.values().next().value
}
