import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { hashToken } from '#server/platform/secrets.ts'

export interface BenchDevice {
  public_id: string
  key: string
}

/** Creates devices with two configured tanks each, in one customer's company; they report once a day. */
export async function makeFleet(db: Database, count: number, prefix: string): Promise<BenchDevice[]> {
  const devices = Array.from({ length: count }, (_, index) => ({
    public_id: `${prefix}-${String(index).padStart(6, '0')}`,
    key: `bench-key-${prefix}-${String(index).padStart(12, '0')}`,
  }))
  await sql`insert into devices (public_id, label, company_id, device_type_id, mobile_provider_id, firmware_version_id,
      key_hash, latitude, longitude, upload_interval)
    select public_id, 'Tank yard ' || row, 103, (select min(device_type_id) from device_types where num_ports >= 2),
      (select min(mobile_provider_id) from mobile_providers), (select min(firmware_version_id) from firmware_versions),
      key, 30 + (row % 1800) / 100.0, -120 + (row % 5000) / 100.0, 24
    from unnest(${devices.map(({ public_id }) => public_id)}::text[], ${devices.map(({ key }) => hashToken(key))}::bytea[])
      with ordinality as device (public_id, key, row)`.execute(db)
  await sql`insert into device_ports (device_id, port_number, tank_type_id, sensor_type_id, def_liters, metric_diameter,
      metric_length, sensor_offset, imperial_sensor_offset, reorder_yellow, reorder_red)
    select device_id, port, (select tank_type_id from tank_types where slug = 'horizontal_cylinder_elliptical'),
      (select min(sensor_type_id) from sensor_types where measure = 'distance'), 17802, 2000, 5000, 100, 3.937008, 30, 15
    from devices, generate_series(1, 2) as port where public_id like ${`${prefix}-%`}`.execute(db)
  await sql`analyze devices, device_ports`.execute(db)
  return devices
}
