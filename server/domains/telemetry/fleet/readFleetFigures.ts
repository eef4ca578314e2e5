import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type {
  BatteryHealth,
  BatteryRange,
  FleetDeliveries,
  FleetDelivery,
  ProductUsage,
} from '#core/domains/telemetry/fleetFigures.ts'
import { BATTERY_RANGES } from '#core/domains/telemetry/fleetFigures.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { deviceFilters } from '#server/domains/devices/deviceFilters.ts'
import { unusableVolumeOf } from '#server/domains/devices/measuredLevel.ts'
import { DEVICE_LABEL } from '#server/domains/devices/places/devicePlace.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { matchingRows } from '#server/resources/lists/matchingRows.ts'
import { changesOf, isDelivery } from '../levels/countedChanges.ts'

const MAX_PRODUCTS = 12
const MAX_BATTERIES = 8
const DAYS = 7

const volumeOf = ({ units }: Actor) => {
  const of = (litres: number) => volumeIn(units, litres)
  return { of, unit: volumeUnit(units) }
}

interface UsageRow {
  product: string | null
  color: string | null
  tanks: number
  estimated: number
  capacity: number
  volume: number
  use: number | null
  covered: number
  yellow: number | null
  red: number | null
}

/**
 * Use, content and room by product over the tanks with a known content, most used first. Products of one name are
 * combined. In the user's units.
 */
export async function readUsage(context: Context, query: ListQuery): Promise<ProductUsage[]> {
  const rows = await readUsageRows(context, query)
  const { of, unit } = volumeOf(context.actor)
  return rows.map(({ product, color, tanks, estimated, capacity, volume, use, covered, yellow, red }) => ({
    product,
    color,
    tanks: Number(tanks),
    estimated: Number(estimated),
    user_capacity: of(capacity),
    user_fill_volume: of(volume),
    user_symbol: unit,
    reorder_yellow: yellow,
    reorder_red: red,
    use_per_day: use === null ? null : of(use),
    days_left: use !== null && use > 0 ? covered / use : null,
  }))
}

function readUsageRows(context: Context, query: ListQuery): Promise<UsageRow[]> {
  return matchingRows(context, devices, query, deviceFilters)
    .innerJoin('device_ports as dp', 'dp.device_id', 'devices.device_id')
    .innerJoin('port_states as p', (join) =>
      join.onRef('p.device_id', '=', 'dp.device_id').onRef('p.port_number', '=', 'dp.port_number'),
    )
    .leftJoin('tank_products as pr', 'pr.product_id', 'dp.product_id')
    .select([
      sql<string | null>`min(pr.product_name)`.as('product'),
      sql<string | null>`min(pr.color)`.as('color'),
      sql<number>`count(*)`.as('tanks'),
      sql<number>`count(*) filter (where p.estimated_at is not null)`.as('estimated'),
      sql<number>`sum(dp.def_liters)::float8`.as('capacity'),
      sql<number>`sum(p.volume)::float8`.as('volume'),
      sql<number | null>`sum(p.use_per_day)::float8`.as('use'),
      // Days left count only tanks with a known use.
      sql<number>`coalesce(sum(greatest(p.volume - ${unusableVolumeOf('dp')}, 0)) filter (where p.use_per_day > 0), 0)::float8`.as(
        'covered',
      ),
      // A tank without a threshold counts as zero.
      sql<number | null>`(sum(dp.def_liters * dp.reorder_yellow) / nullif(sum(dp.def_liters), 0))::float8`.as(
        'yellow',
      ),
      sql<number | null>`(sum(dp.def_liters * dp.reorder_red) / nullif(sum(dp.def_liters), 0))::float8`.as(
        'red',
      ),
    ])
    .where('dp.active', '=', 1)
    .where(sql<boolean>`p.volume is not null and dp.def_liters > 0`)
    .groupBy(sql`lower(pr.product_name)`)
    .orderBy(sql`sum(p.use_per_day) desc nulls last`)
    .orderBy(sql`sum(p.volume) desc`)
    .limit(MAX_PRODUCTS)
    .$castTo<UsageRow>()
    .execute()
}

interface DeliveryRow extends Omit<FleetDelivery, 'volume'> {
  volume: number
  total: number
  times: number
}

/** Deliveries of the last 7 days, newest first, as measured; in the user's units. */
export async function readDeliveries(
  context: Context,
  query: ListQuery,
  limit: number,
): Promise<FleetDeliveries> {
  const rows = await readDeliveryRows(context, query, limit)
  const { of, unit } = volumeOf(context.actor)
  return {
    total: of(rows[0]?.total ?? 0),
    times: Number(rows[0]?.times ?? 0),
    unit,
    deliveries: rows.map(({ total: _, times: __, ...row }) => ({ ...row, volume: of(row.volume) })),
  }
}

function readDeliveryRows(context: Context, query: ListQuery, limit: number): Promise<DeliveryRow[]> {
  const { actor, now } = context
  return matchingRows(context, devices, query, deviceFilters)
    .innerJoin(sql`(${changesOf()})`.as('c'), (join) => join.onRef('c.device_id', '=', 'devices.device_id'))
    .innerJoin('companies as co', 'co.company_id', 'devices.company_id')
    .leftJoin('device_ports as dp', (join) =>
      join.onRef('dp.device_id', '=', 'c.device_id').onRef('dp.port_number', '=', 'c.port_number'),
    )
    .leftJoin('tank_products as pr', 'pr.product_id', 'dp.product_id')
    .select([
      'c.tank_change_id',
      'devices.device_id',
      'devices.public_id',
      DEVICE_LABEL.as('label'),
      'co.company',
      'pr.product_name as product',
      'c.ended_at as at',
      sql<number>`c.volume::float8`.as('volume'),
      sql<number>`sum(c.volume) over ()::float8`.as('total'),
      sql<number>`count(*) over ()`.as('times'),
    ])
    .where(isDelivery)
    .where(sql<boolean>`c.ended_at > ${now}::timestamptz - make_interval(days => ${DAYS})`)
    .where(ownedThen(actor))
    .orderBy('c.ended_at', 'desc')
    .orderBy('c.tank_change_id', 'desc')
    .limit(limit)
    .$castTo<DeliveryRow>()
    .execute()
}

/** Owners see nothing from before they got a device; staff see all. */
function ownedThen(actor: Actor) {
  if (actor.companies === 'all') return sql<boolean>`true`
  return sql<boolean>`exists (select from device_ownerships o where o.device_id = devices.device_id
    and o.until_at = 'infinity' and c.started_at >= o.from_at)`
}

/** Battery states, and the weakest batteries; devices on mains power have none. */
export async function readBatteryHealth(context: Context, query: ListQuery): Promise<BatteryHealth> {
  const matching = () =>
    matchingRows(context, devices, query, deviceFilters).where('devices.power_mode', '<>', MAINS)
  const range = sql<number | null>`width_bucket(devices.battery, ${BATTERY_RANGES.slice(1)}::numeric[])`
  const counted = await matching()
    .select([range.as('range'), sql<number>`count(*)`.as('count')])
    .groupBy(sql`1`)
    .$castTo<{ range: number | null; count: number }>()
    .execute()
  const weakest = await matching()
    .leftJoin('device_states as s', 's.device_id', 'devices.device_id')
    .innerJoin('companies as co', 'co.company_id', 'devices.company_id')
    .select([
      'devices.device_id',
      'devices.public_id',
      DEVICE_LABEL.as('label'),
      'co.company',
      sql<number>`devices.battery::float8`.as('battery'),
      's.battery_voltage',
    ])
    .where('devices.battery', 'is not', null)
    .orderBy('devices.battery')
    .orderBy('devices.device_id')
    .limit(MAX_BATTERIES)
    .$castTo<BatteryHealth['weakest'][number]>()
    .execute()
  const countOf = (index: number | null) => Number(counted.find((item) => item.range === index)?.count ?? 0)
  return {
    ranges: BATTERY_RANGES.map(
      (from, index): BatteryRange => ({
        from,
        to: BATTERY_RANGES[index + 1] ?? 100,
        count: countOf(index),
      }),
    ),
    unknown: countOf(null),
    weakest,
  }
}

const MAINS = 2
