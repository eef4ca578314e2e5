import { sql } from 'kysely'
import { withBothUnits } from '#core/domains/devices/bothUnits.ts'
import type { Database } from '#server/platform/database.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { namedTables } from '#server/resources/namedTables.ts'
import type { Ids } from './facts.ts'
import { demoFleet, deviceKey, type PlannedDevice, type PlannedPort } from './fleet.ts'

const DAY = 86_400_000

/** Writes the planned devices with their ports, keys, owners and tags. @returns the devices' ids by public id. */
export async function insertFleet(db: Database, companies: Ids, now: number): Promise<Ids> {
  const types = await readIds(db, 'device_types', 'device_type_id', 'device_type')
  const providers = await readIds(db, 'mobile_providers', 'mobile_provider_id', 'mobile_provider')
  const versions = await readIds(db, 'firmware_versions', 'firmware_version_id', 'version')
  const rows = demoFleet().map((device) => ({
    ...columnsOf(device, now),
    company_id: companies.get(device.company)!,
    device_type_id: idOf(types, device.device_type),
    mobile_provider_id: idOf(providers, device.provider),
    firmware_version_id: idOf(versions, String(device.firmware)),
  }))
  const inserted = await db.insertInto('devices').values(rows).returning(['device_id', 'public_id']).execute()
  const devices = new Map(inserted.map(({ device_id, public_id }) => [public_id, device_id]))
  await sql`insert into device_ownerships (device_id, company_id)
    select device_id, company_id from devices where device_id = any(${[...devices.values()]})`.execute(db)
  await insertPorts(db, companies, devices)
  await insertTags(db, companies, devices)
  await sql`update tank_products p set total_active_sensors =
      (select count(*) from device_ports d where d.product_id = p.product_id and d.active = 1)
    where company_id = any(${[...companies.values()]})`.execute(db)
  return devices
}

function columnsOf(device: PlannedDevice, now: number) {
  const { public_id, label, imei, sim, hologram, record_interval, upload_interval, power_mode } = device
  const { condition } = device
  const bought = new Date(now - device.bought * DAY)
  return {
    ...{ public_id, label, imei, sim, record_interval, upload_interval, power_mode },
    status: condition === 'suspended' || condition === 'retired' ? condition : ('normal' as const),
    sim_state: condition === 'retired' ? 'paused' : 'live',
    hologram_device_id: hologram?.[0] ?? null,
    hologram_link_id: hologram?.[1] ?? null,
    surge_protection: power_mode === 2 ? 1 : 0,
    ...{ purchase_date: bought.toISOString().slice(0, 10), created_at: bought },
    warranty_period: 3,
    latitude: device.latitude.toFixed(6),
    longitude: device.longitude.toFixed(6),
    key_hash: hashToken(deviceKey(public_id)),
  }
}

async function insertPorts(db: Database, companies: Ids, devices: Ids): Promise<void> {
  const shapes = await readIds(db, 'tank_types', 'tank_type_id', 'slug')
  const sensors = await readIds(db, 'sensor_types', 'sensor_type_id', 'sensor_type')
  const specs = await readIds(db, 'tank_specs', 'tank_spec_id', 'tank_name')
  const { rows } = await sql<{ id: number; name: string }>`
    select p.product_id as id, c.company_id || '/' || p.product_name as name
    from companies c join tank_products p on is_at_or_above(p.company_id, c.company_id)`.execute(db)
  const products = new Map(rows.map(({ id, name }) => [name, id]))
  const ports = demoFleet().flatMap((device) =>
    device.ports.map((port) => ({
      device_id: devices.get(device.public_id),
      product_id: products.get(`${companies.get(device.company)}/${port.product}`),
      tank_type_id: port.slug && shapes.get(port.slug),
      sensor_type_id: sensors.get(port.sensor),
      template: port.spec && specs.get(port.spec.tank_name),
      port_number: port.port_number,
      reorder_yellow: port.reorder_yellow,
      reorder_red: port.reorder_red,
      active: 1,
      ...sizeOf(port),
    })),
  )
  // The sides in both systems of units are named at run time.
  await namedTables(db).insertInto('device_ports').values(ports).execute()
}

/** The tank's size in both unit systems, as a form would have saved it. */
function sizeOf({ spec, tank, sensor_offset }: PlannedPort): Record<string, unknown> {
  const { tank_name: _, manufacturer: __, slug: ___, ...size } = spec ?? {}
  const { strapping = null, capacity, height } = tank ?? {}
  const measured = strapping && { def_liters: capacity?.toFixed(6), metric_height: height?.toFixed(6) }
  const { values } = withBothUnits({
    ...size,
    ...measured,
    sensor_offset: sensor_offset.toFixed(3),
  })
  return { ...values, strapping: strapping && JSON.stringify(strapping) }
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

async function readIds(db: Database, table: string, id: string, name: string): Promise<Ids> {
  const rows = await namedTables(db).selectFrom(table).select([id, name]).execute()
  return new Map(rows.map((row) => [String(row[name]), row[id]]))
}

/** What people renamed is replaced by another of its kind: the demo only needs one. */
function idOf(ids: Ids, name: string): number {
  return ids.get(name) ?? ids.values().next().value!
}
