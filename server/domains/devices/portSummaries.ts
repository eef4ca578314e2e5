import { type RawBuilder, sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import { fillLimit, roomOf } from '#core/domains/tanks/room.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import { LONGEST_FORECAST } from '#core/domains/telemetry/forecast.ts'
import type { Because } from '#core/domains/telemetry/forecasting/because.ts'
import { QUALITIES, type TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import { LOSS_ALERTS, type PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import {
  celsiusToFahrenheit,
  mmToInches,
  type UnitSystem,
  usGallonsToLitres,
  volumeIn,
} from '#core/platform/numbers/units.ts'
import { recordOf } from '#core/platform/recordOf.ts'
import { type Actor, systemActor } from '#server/platform/context.ts'
import { type Database, toInstant } from '#server/platform/database/database.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'
import { type BroughtSince, isFilledSince, measuredAt } from './measuredLevel.ts'

/** A port with its related records, as read. */
interface PortRow {
  device_ports_id: number
  port_number: number
  product_id: number | null
  product: string | null
  color: string | null
  product_group: string | null
  specific_gravity: number | null
  product_max_fill: number | null
  tank_max_fill: number | null
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
  level: TankLevel | null
  loss_alert: PortSummary['loss_alert']
  level_age: number | null
  is_estimated: boolean
  measured_percent: number | null
  measured_volume: number | null
  volume_low: number | null
  volume_high: number | null
  dry_at: string | null
  deliveries: BroughtSince[] | null
  /** Days since the forecast was made. */
  passed: number | null
  use_per_day: number | null
  days_to_empty: number | null
  days_to_empty_low: number | null
  days_to_empty_high: number | null
  days_to_red: number | null
  no_forecast: PortSummary['no_forecast']
  because: Because | null
  told_by: Exclude<PortSummary['told_by'], 'sensor'> | null
  /** The room stored with its level, L. */
  room: number | null
}

/**
 * Joins of a port `p`: its product as `pr`, its tank's type as `t`, its state as `s`. The levels of a retired device are unknown: it has no
 * state.
 */
const aroundPort = (device: 'devices' | 'd') => sql`left join tank_products pr on pr.product_id = p.product_id
  left join tank_types t on t.tank_type_id = p.tank_type_id
  left join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
    and ${sql.ref(`${device}.status`)} <> 'retired'`

const STATE_COLUMNS = [
  ...(['at', 'trusted_at', 'height', 'volume', 'percent', 'temperature', 'quality', 'level'] as const),
  ...(['measured_percent', 'measured_volume', 'volume_low', 'volume_high', 'dry_at', 'use_per_day'] as const),
  ...(['days_to_empty', 'days_to_empty_low', 'days_to_empty_high', 'days_to_red'] as const),
  ...(['no_forecast', 'told_by', 'room'] as const),
]

/** Columns of a table in the statement, under their own names. */
const columnsOf = <Name extends string>(table: 'p' | 'pr' | 's', names: readonly Name[]) =>
  recordOf(names, (name): RawBuilder<unknown> => sql.ref(`${table}.${name}`))

/** The facts that are columns of a port `p`, of its product `pr` and of its state `s`. */
const COLUMNS = {
  ...columnsOf('p', ['device_ports_id', 'port_number', 'product_id', 'reorder_yellow', 'reorder_red']),
  ...columnsOf('pr', ['color', 'product_group', 'specific_gravity']),
  ...columnsOf('s', STATE_COLUMNS),
}

/** The facts from which a tank's summary is made, for a port `p` with its joins. */
function factsOf(actor: Actor): Record<keyof PortRow, RawBuilder<unknown>> {
  return {
    ...COLUMNS,
    product: titleSql(actor, tank_products, 'pr'),
    product_max_fill: sql`pr.max_fill`,
    tank_max_fill: sql`p.max_fill`,
    tank_type: sql`t.tank_type`,
    capacity: sql`p.def_liters`,
    loss_alert: lossAlert(actor),
    level_age: sql`extract(epoch from now() - ${measuredAt})`,
    is_estimated: sql`s.estimated_at is not null`,
    deliveries: sql`case when s.estimated_at is not null and ${isFilledSince} then s.deliveries end`,
    passed: sql`extract(epoch from now() - s.forecast_at) / 86400`,
    because: sql`s.forecast_because`,
  }
}

/** An open alert of a loss of a port `p`; the sudden one first. Null for actors who may not read alerts. */
function lossAlert(actor: Actor): RawBuilder<unknown> {
  if (!mayRead(actor, alerts)) return sql`null`
  const levels = sql.join(LOSS_ALERTS.map((level) => sql.lit(level)))
  return sql`(select a.level from alerts a where a.device_id = p.device_id and coalesce(a.port_number, 0) = p.port_number
    and a.level in (${levels}) and a.status <> 'closed' and ${visible(actor, alerts, 'a')} order by a.level limit 1)`
}

const FACTS = keysOf(factsOf(systemActor))
const INSTANTS = new Set<keyof PortRow>(['at', 'trusted_at', 'dry_at'])

/** The facts of a tank as one JSON array without names: writing and reading names costs more than the values. */
function portColumn(actor: Actor): RawBuilder<unknown> {
  return sql`json_build_array(${sql.join(Object.values(factsOf(actor)))})`
}

/** The watched tanks of each of `devices` as one column, ordered by port; `summariesOf` reads it. */
export function portsColumn(actor: Actor): RawBuilder<unknown> {
  return sql`(select json_agg(${portColumn(actor)} order by p.port_number) from device_ports p ${aroundPort('devices')}
    where p.device_id = devices.device_id and p.active = 1)`
}

/** The summaries of a device's tanks, from that column. */
export function summariesOf(ports: readonly unknown[][] | null, units: UnitSystem): PortSummary[] {
  return (ports ?? []).map((facts) => summaryOf(portOf(facts), units))
}

function portOf(facts: readonly unknown[]): PortRow {
  const row: Record<string, unknown> = {}
  for (const [index, name] of FACTS.entries()) {
    const fact = facts[index]
    row[name] = INSTANTS.has(name) && typeof fact === 'string' ? toInstant(fact) : fact
  }
  return row as unknown as PortRow
}

/** The tanks of devices that the caller may see; by device, ordered by port. */
export async function portSummaries(
  db: Database,
  actor: Actor,
  deviceIds: readonly number[],
): Promise<Map<number, PortSummary[]>> {
  const summaries = new Map<number, PortSummary[]>(deviceIds.map((id) => [id, []]))
  if (deviceIds.length === 0) return summaries
  const { rows } = await sql<{ device_id: number; port: unknown[] }>`
    select p.device_id, ${portColumn(actor)} as port from device_ports p join devices d using (device_id) ${aroundPort('d')}
    where p.device_id = any(${deviceIds}) and p.active = 1
    order by p.device_id, p.port_number`.execute(db)
  for (const { device_id, port } of rows) summaries.get(device_id)?.push(summaryOf(portOf(port), actor.units))
  return summaries
}

const UNIT_NAMES = {
  imperial: { volume_unit: 'gal', length_unit: 'in', temperature_unit: '°F' },
  metric: { volume_unit: 'L', length_unit: 'mm', temperature_unit: '°C' },
} as const

const leftAfter = (days: number | null, passed: number) =>
  days === null || days >= LONGEST_FORECAST ? days : Math.max(0, days - passed)

/** A tank whose shape holds less than its stated capacity has less room, which is stored with its level. */
function roomIn({ volume, ...row }: PortRow) {
  if (volume === null) return null
  const room = roomOf({ ...row, shell: null, celsius: row.temperature, volume })
  return { ...room, litres: Math.min(room.litres, row.room ?? room.litres) }
}

/** The summary of a tank, from its facts. */
function summaryOf(row: PortRow, units: UnitSystem): PortSummary {
  const imperial = units === 'imperial'
  const volume = (litres: number | null) => (litres === null ? null : volumeIn(units, litres))
  const left = (days: number | null) => leftAfter(days, Math.max(0, row.passed ?? 0))
  const ullage = row.volume === null ? null : Math.max(0, row.capacity - row.volume)
  const degrees = (celsius: number | null) =>
    celsius !== null && imperial ? celsiusToFahrenheit(celsius) : celsius
  const room = roomIn(row)
  const { device_ports_id, port_number, product_id, product, color, tank_type, percent } = row
  const { loss_alert, trusted_at, reorder_yellow, reorder_red, no_forecast } = row
  const { product_group: group, specific_gravity, temperature: celsius } = row
  const liquid = { group, specificGravity: specific_gravity ?? 1, celsius }
  return {
    ...{ device_ports_id, port_number, product_id, product, color, tank_type, percent },
    ...{ loss_alert, trusted_at, reorder_yellow, reorder_red, no_forecast },
    volume: volume(row.volume),
    net_volume: netVolume(volume(row.volume), liquid, REFERENCE_CELSIUS[units]),
    capacity: volume(row.capacity) ?? 0,
    ullage: volume(ullage),
    room: volume(room?.litres ?? null),
    room_temperature: degrees(room?.celsius ?? null),
    max_fill: fillLimit(row, celsius),
    height: row.height !== null && imperial ? mmToInches(row.height) : row.height,
    ...{ temperature: degrees(celsius), ...UNIT_NAMES[units] },
    level: row.level ?? 'unknown',
    level_source: row.is_estimated ? 'estimated' : 'measured',
    told_by: row.told_by ?? 'sensor',
    level_age: row.level_age === null ? null : Math.max(0, Math.round(row.level_age)),
    ...estimateOf(row, volume),
    trust: row.quality === null ? 'none' : (QUALITIES[row.quality] ?? 'none'),
    reading_at: row.at,
    use_per_day: volume(row.use_per_day),
    days_to_empty: left(row.days_to_empty),
    days_to_empty_range: rangeOf(left(row.days_to_empty_low), left(row.days_to_empty_high)),
    days_to_red: left(row.days_to_red),
    forecast_because: row.because && becauseIn(row.because, units),
  }
}

/** The facts of an estimate; all null for a measured level. */
function estimateOf(row: PortRow, volume: (litres: number | null) => number | null) {
  const { is_estimated, volume_low, volume_high, capacity } = row
  const percent = (litres: number | null) =>
    litres === null || !(capacity > 0) ? null : (litres / capacity) * 100
  return {
    volume_range: is_estimated ? rangeOf(volume(volume_low), volume(volume_high)) : null,
    percent_range: is_estimated ? aroundOf(row.percent, percent(volume_low), percent(volume_high)) : null,
    measured_percent: is_estimated ? row.measured_percent : null,
    measured_volume: is_estimated ? volume(row.measured_volume) : null,
    delivery: deliveryOf(row.deliveries, volume),
    dry_at: is_estimated ? row.dry_at : null,
  }
}

/** The last delivery included in an estimate, and the total of all of them. */
function deliveryOf(
  deliveries: readonly BroughtSince[] | null,
  volume: (litres: number | null) => number | null,
): PortSummary['delivery'] {
  const last = deliveries?.at(-1)
  if (!deliveries || !last) return null
  const litres = deliveries.reduce((sum, delivery) => sum + delivery.litres, 0)
  return { number: last.number, at: new Date(last.at).toISOString(), volume: volume(litres)! }
}

/** The reason of a forecast, with the K-factor in the trade's units: degree days (°F·d) a gallon, or °C·d a litre. */
function becauseIn(
  { k_factor, base, ...because }: Because,
  units: UnitSystem,
): PortSummary['forecast_because'] {
  const imperial = units === 'imperial'
  const degreeDays = (celsius: number) => (imperial ? celsius * DEGREES_F : celsius)
  return {
    ...because,
    ...(because.cold_before !== undefined && { cold_before: degreeDays(because.cold_before) }),
    ...(because.cold_ahead !== undefined && { cold_ahead: degreeDays(because.cold_ahead) }),
    ...(base !== undefined && { base: volumeIn(units, base) }),
    ...(k_factor !== undefined && {
      k_factor: imperial ? usGallonsToLitres(degreeDays(k_factor)) : k_factor,
    }),
  }
}

/** °F per °C. */
const DEGREES_F = 1.8

function rangeOf(low: number | null, high: number | null): [low: number, high: number] | null {
  return low === null || high === null ? null : [low, high]
}

/** A range stored in single precision must still contain its own middle. */
function aroundOf(middle: number | null, low: number | null, high: number | null) {
  if (middle === null || low === null || high === null) return null
  return rangeOf(Math.min(low, middle), Math.max(high, middle))
}
