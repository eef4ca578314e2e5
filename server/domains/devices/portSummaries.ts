import { sql } from 'kysely'
import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { QUALITIES, tankLevel } from '#core/domains/telemetry/quality.ts'
import { celsiusToFahrenheit, litresToUsGallons, mmToInches, type UnitSystem } from '#core/platform/units.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'

interface Row {
  device_id: number
  device_ports_id: number
  port_number: number
  product_id: number | null
  product: string | null
  color: string | null
  product_group: string | null
  specific_gravity: number | null
  tank_type: string | null
  capacity: number
  reorder_yellow: number | null
  reorder_red: number | null
  at: string | null
  trusted_at: string | null
  height: number | null
  volume: number | null
  percent: number | null
  temperature: number | null
  quality: number | null
  use_per_day: number | null
  days_to_empty: number | null
  days_to_empty_low: number | null
  days_to_empty_high: number | null
  days_to_red: number | null
  no_forecast: PortSummary['no_forecast']
}

/** The tanks of devices whose rows the caller has already been shown; by device, in the order of their ports. */
export async function portSummaries(
  db: Database,
  actor: Actor,
  deviceIds: readonly number[],
): Promise<Map<number, PortSummary[]>> {
  const summaries = new Map<number, PortSummary[]>(deviceIds.map((id) => [id, []]))
  if (deviceIds.length === 0) return summaries
  const { rows } = await sql<Row>`
    select p.device_id, p.device_ports_id, p.port_number, p.product_id, pr.product_name as product, pr.color,
      pr.product_group, pr.specific_gravity::float8,
      t.tank_type, p.def_liters::float8 as capacity, p.reorder_yellow::float8, p.reorder_red::float8,
      s.at, s.trusted_at, s.height, s.volume, s.percent, s.temperature, s.quality, s.use_per_day,
      s.days_to_empty, s.days_to_empty_low, s.days_to_empty_high, s.days_to_red, s.no_forecast
    from device_ports p
      left join tank_products pr using (product_id)
      left join tank_types t using (tank_type_id)
      left join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
    where p.device_id = any(${deviceIds as number[]}) and p.active = 1
    order by p.device_id, p.port_number`.execute(db)
  for (const row of rows) summaries.get(row.device_id)?.push(summaryOf(row, actor.units))
  return summaries
}

function summaryOf(row: Row, units: UnitSystem): PortSummary {
  const imperial = units === 'imperial'
  const volume = (litres: number | null) =>
    litres === null ? null : imperial ? litresToUsGallons(litres) : litres
  const ullage = row.volume === null ? null : Math.max(0, row.capacity - row.volume)
  return {
    device_ports_id: row.device_ports_id,
    port_number: row.port_number,
    product_id: row.product_id,
    product: row.product,
    color: row.color,
    tank_type: row.tank_type,
    percent: row.percent,
    volume: volume(row.volume),
    net_volume: netVolume(
      volume(row.volume),
      { group: row.product_group, specificGravity: row.specific_gravity ?? 1, celsius: row.temperature },
      REFERENCE_CELSIUS[units],
    ),
    capacity: volume(row.capacity) ?? 0,
    ullage: volume(ullage),
    height: row.height === null ? null : imperial ? mmToInches(row.height) : row.height,
    volume_unit: imperial ? 'gal' : 'L',
    length_unit: imperial ? 'in' : 'mm',
    temperature:
      row.temperature === null ? null : imperial ? celsiusToFahrenheit(row.temperature) : row.temperature,
    temperature_unit: imperial ? '°F' : '°C',
    level: tankLevel(row.percent, row),
    trust: row.quality === null ? 'none' : (QUALITIES[row.quality] ?? 'none'),
    reading_at: row.at,
    trusted_at: row.trusted_at,
    reorder_yellow: row.reorder_yellow,
    reorder_red: row.reorder_red,
    use_per_day: volume(row.use_per_day),
    days_to_empty: row.days_to_empty,
    days_to_empty_range:
      row.days_to_empty_low === null || row.days_to_empty_high === null
        ? null
        : [row.days_to_empty_low, row.days_to_empty_high],
    days_to_red: row.days_to_red,
    no_forecast: row.no_forecast,
  }
}
