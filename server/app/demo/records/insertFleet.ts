import { sql } from 'kysely'
import { withBothUnits } from '#core/domains/devices/bothUnits.ts'
import { HOME_COUNTRY } from '#core/platform/countries.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { addresses } from '#server/domains/people/contacts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { type Ids, PRODUCTS } from '../facts.ts'
import { demoFleet, deviceKey, type PlannedDevice, type PlannedPort } from '../fleet.ts'
import { insertRows, readIds } from './insertRows.ts'

const DAY = 86_400_000

/** Writes products, and the planned devices with their ports, keys, owners, addresses and tags. @returns the devices' ids by public id. */
export async function insertFleet(db: Database, ids: Map<string, number>, now: number): Promise<Ids> {
  for (const { owners, sold, use: _, ...product } of PRODUCTS.values())
    for (const owner of owners) {
      const row = { ...product, ...sold, company_id: ids.get(owner), list_price_unit_id: ids.get('gal') }
      const [id] = await insertRows(db, 'tank_products', [row])
      // Tags have the names of products, after a slash.
      if (id !== undefined) ids.set(`${owner}: ${product.product_name}`, id)
    }
  const types = await readIds(db, 'device_types', 'device_type_id', 'device_type')
  const providers = await readIds(db, 'mobile_providers', 'mobile_provider_id', 'mobile_provider')
  const versions = await readIds(db, 'firmware_versions', 'firmware_version_id', 'version')
  const devices = new Map<string, number>()
  for (const device of demoFleet()) {
    const { public_id, company, site, label, tags, address } = device
    const company_id = ids.get(company)
    const kinds = {
      device_type_id: idOf(types, device.device_type),
      mobile_provider_id: idOf(providers, device.provider),
      firmware_version_id: idOf(versions, String(device.firmware)),
    }
    const row = { ...columnsOf(device, now), ...kinds, company_id, site_id: ids.get(site) }
    const device_id = firstOf(await insertRows(db, 'devices', [row]))
    devices.set(public_id, device_id)
    await insertRows(db, 'device_ownerships', [{ device_id, company_id }])
    const owned = { object_ref: 'device', object_id: device_id, address_type: 'shipping', prime: 1 }
    const place = { ...owned, ...address, location_label: label, country_id: HOME_COUNTRY }
    await insertRows(db, 'entity_addresses', [{ ...place, ...addresses.derive(place) }])
    const tagged = tags.map((tag) => ({ device_id, tag_id: ids.get(`${company}/${tag}`) }))
    await insertRows(db, 'device_tags', tagged)
  }
  await insertPorts(db, ids, devices)
  await sql`update tags t set device_count = (select count(*) from device_tags d where d.tag_id = t.tag_id)`.execute(
    db,
  )
  await sql`update tank_products p set total_active_sensors =
      (select count(*) from device_ports d where d.product_id = p.product_id and d.active = 1)`.execute(db)
  return devices
}

function columnsOf(device: PlannedDevice, now: number) {
  const { public_id, label, imei, sim, hologram, record_interval, upload_interval, power_mode } = device
  const { condition, latitude, longitude } = device
  const bought = new Date(now - device.bought * DAY)
  return {
    ...{ public_id, label, imei, sim, record_interval, upload_interval, power_mode, latitude, longitude },
    status: condition === 'suspended' || condition === 'retired' ? condition : 'normal',
    sim_state: condition === 'retired' ? 'paused' : 'live',
    ...{ hologram_device_id: hologram?.[0] ?? null, hologram_link_id: hologram?.[1] ?? null },
    ...{ surge_protection: power_mode === 2 ? 1 : 0, warranty_period: 3 },
    ...{ purchase_date: bought.toISOString().slice(0, 10), created_at: bought, updated_at: bought },
    key_hash: hashToken(deviceKey(public_id)),
  }
}

async function insertPorts(db: Database, ids: Ids, devices: Ids): Promise<void> {
  const shapes = await readIds(db, 'tank_types', 'tank_type_id', 'slug')
  const sensors = await readIds(db, 'sensor_types', 'sensor_type_id', 'sensor_type')
  const specs = await readIds(db, 'tank_specs', 'tank_spec_id', 'tank_name')
  const { rows } = await sql<{ id: number; name: string }>`
    select p.product_id as id, c.company_id || '/' || p.product_name as name
    from companies c join tank_products p on is_at_or_above(p.company_id, c.company_id)`.execute(db)
  const products = new Map(rows.map(({ id, name }) => [name, id]))
  for (const { public_id, company, ports } of demoFleet()) {
    for (const port of ports) {
      const { tank, spec, product, sensor, port_number, reorder_yellow = null, reorder_red = null } = port
      const kinds = {
        device_id: devices.get(public_id),
        product_id: products.get(`${ids.get(company)}/${product}`),
        tank_type_id: tank && shapes.get(tank.strapping ? 'strapping_table' : tank.shape),
        sensor_type_id: sensors.get(sensor),
        template: spec && !tank?.strapping ? specs.get(spec.tank_name) : null,
      }
      await insertRows(db, 'device_ports', [
        { ...kinds, port_number, active: 1, reorder_yellow, reorder_red, ...sizeOf(port) },
      ])
    }
  }
}

/** The tank's size in both unit systems, as a form would save it. */
function sizeOf({ spec, tank, geometry, sensor_offset }: PlannedPort): Record<string, unknown> {
  const { tank_name: _, manufacturer: __, slug: ___, ...size } = spec ?? {}
  const strapping = tank?.strapping ?? null
  const measured = { def_liters: geometry?.capacity.toFixed(6), metric_height: geometry?.height.toFixed(6) }
  return {
    ...withBothUnits({ ...(strapping ? measured : size), sensor_offset: sensor_offset.toFixed(3) }).values,
    strapping,
  }
}

/** A record that people renamed is replaced by another of its kind: the demo only needs one. */
function idOf(ids: Ids, name: string): number {
  return ids.get(name) ?? firstOf([...ids.values()])
}
