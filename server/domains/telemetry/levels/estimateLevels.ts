import { sql } from 'kysely'
import { levelWithHysteresis } from '#core/domains/alerts/levelWithHysteresis.ts'
import { type LimitedTank, thresholdsOf } from '#core/domains/tanks/fullness.ts'
import { roomOf } from '#core/domains/tanks/room.ts'
import { curveIfKnown } from '#core/domains/tanks/volume/tankVolume.ts'
import type { UseCourse } from '#core/domains/telemetry/forecast.ts'
import { estimateLevel } from '#core/domains/telemetry/levels/estimateLevel.ts'
import type { TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { lockDevices } from '#server/domains/devices/lockDevices.ts'
import {
  type BroughtSince,
  clockAhead,
  isFilledSince,
  isForecastContradicted,
  measuredAt,
  measuredVolume,
  typicalGapSql,
  unusableVolumeOf,
} from '#server/domains/devices/measuredLevel.ts'
import { renewDeviceStates } from '#server/domains/devices/renewDeviceStates.ts'
import { renewLevels } from '#server/domains/devices/renewLevels.ts'
import { TANK_COLUMNS } from '#server/domains/devices/tankColumns.ts'
import type { Context } from '#server/platform/context.ts'
import { publishLive } from '#server/platform/database/notify.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { forecastRunOut, measuredLevelOf, runOutByCourse } from '../forecasts/forecastRunOut.ts'
import { storeDeliveries } from './storeDeliveries.ts'

const BATCH_SIZE = 2000
/** How long an estimate stays valid; it changes slowly. */
const ESTIMATE_MINUTES = 15

interface Port extends LimitedTank {
  device_id: number
  company_id: number
  port_number: number
  volume: number
  at: string
  clock_ahead: number
  trusted_at: string | null
  deliveries: BroughtSince[] | null
  use_course: UseCourse | null
  level: TankLevel
  is_estimated: boolean
  /** Undrawable litres. */
  unusable: number
  temperature: number | null
}

/** Scheduled: estimates all silent tanks, and judges their alerts by the estimates. */
export function estimateSilentTanks(context: Context): Promise<void> {
  return inTransaction(context, async (own) => {
    await endEstimates(own)
    const device_ids = await estimateLevels(own)
    if (device_ids.length > 0) await emit(own, 'levels.estimated', [{ device_ids }])
  })
}

/**
 * Restores the measured level of devices that are no longer overdue, because their allowed silence has become longer, or whose readings
 * show all deliveries.
 */
async function endEstimates(context: Context, device_ids: readonly number[] | null = null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select p.device_ports_id as id from port_states s join devices d on d.device_id = s.device_id
      join device_ports p on p.device_id = s.device_id and p.port_number = s.port_number and p.active = 1
    where s.estimated_at is not null and ${measuredAt} >= ${context.now}::timestamptz - ${typicalGapSql}
      and not ${isFilledSince} and (${device_ids}::int8[] is null or d.device_id = any(${device_ids}::int8[]))
    order by d.device_id limit ${BATCH_SIZE} for no key update of d skip locked`.execute(context.db)
  if (rows.length === 0) return
  await renewLevels(
    context,
    rows.map(({ id }) => id),
    { isSameTank: true },
  )
}

/**
 * Estimates current levels of devices whose newest readings are old, because a device may send days of stored
 * readings. Computes the forecasts before it locks the devices, so that their uplinks do not wait.
 */
export async function estimateOutdated(
  context: Context,
  { device_ids }: { device_ids: number[] },
): Promise<void> {
  const { outdated, filled } = await findDoubted(context, device_ids)
  if (outdated.length > 0) await forecastRunOut(context, outdated, device_ids)
  await lockDevices(context, device_ids)
  if (filled.length > 0) {
    // Readings between an arrival and its ticket may have come after the ticket.
    await storeDeliveries(context, sql<boolean>`p.device_id = any(${filled}) and ${isFilledSince}`)
    await endEstimates(context, filled)
  }
  if (outdated.length > 0) await estimateLevels(context, outdated)
}

/**
 * Finds the devices whose stored state needs a check.
 * @returns `outdated`: the newest trusted reading is older than usual, or than a delivery; `filled`: those older than a delivery;
 * `contradicted`: it is not outdated, but the level contradicts the forecast
 */
export async function findDoubted(
  { db, now }: Context,
  device_ids: readonly number[],
): Promise<{ outdated: number[]; filled: number[]; contradicted: number[] }> {
  const rows = await runPrepared(
    db,
    sql<{ device_id: number; is_outdated: boolean; is_filled: boolean; is_contradicted: boolean }>`
      select * from (
        select s.device_id, bool_or(${measuredAt} < ${now}::timestamptz - ${typicalGapSql} or ${isFilledSince}) as is_outdated,
          bool_or(${isFilledSince}) as is_filled,
          coalesce(bool_or(${isForecastContradicted}), false) as is_contradicted
        from port_states s join devices d on d.device_id = s.device_id
          left join device_ports p on p.device_id = s.device_id and p.port_number = s.port_number
        where s.device_id = any(${device_ids}) group by s.device_id) found
      where is_outdated or is_contradicted`,
  )
  const idsOf = (some: typeof rows) => some.map(({ device_id }) => device_id)
  return {
    outdated: idsOf(rows.filter(({ is_outdated }) => is_outdated)),
    filled: idsOf(rows.filter(({ is_filled }) => is_filled)),
    contradicted: idsOf(rows.filter(({ is_outdated }) => !is_outdated)),
  }
}

/**
 * Writes estimated levels of tanks without a trusted reading for longer than usual, if their use is known, and of
 * tanks filled since their last measurement. Skips a device whose report is being stored.
 * @returns the devices with a changed or new estimate
 */
export async function estimateLevels(context: Context, device_ids?: readonly number[]): Promise<number[]> {
  const { db, now } = context
  const { rows: ports } = await sql<Port>`
    select d.device_id, d.company_id, s.port_number, ${measuredVolume} as volume, ${measuredAt} as at, s.trusted_at,
      ${clockAhead} as clock_ahead,
      case when ${isFilledSince} then s.deliveries end as deliveries, s.use_course, s.level,
      s.estimated_at is not null as is_estimated,
      p.reorder_yellow::float8, p.reorder_red::float8, ${unusableVolumeOf('p')} as unusable,
      pr.product_group, pr.specific_gravity::float8, pr.max_fill::float8 as product_max_fill,
      p.max_fill::float8 as tank_max_fill, s.temperature, s.change_state -> 'usual' as usual,
      ${sql.raw(TANK_COLUMNS)}
    from port_states s join devices d on d.device_id = s.device_id
      join device_ports p on p.device_id = s.device_id and p.port_number = s.port_number and p.active = 1
      left join tank_products pr on pr.product_id = p.product_id
      left join tank_types t on t.tank_type_id = p.tank_type_id
    where ${measuredVolume} is not null and d.status <> 'retired'
      and (s.use_course is not null and ${measuredAt} < ${now}::timestamptz - ${typicalGapSql} or ${isFilledSince})
      and (s.estimated_at is null or s.estimated_at < ${now}::timestamptz - make_interval(mins => ${ESTIMATE_MINUTES})
        or s.estimated_at < s.forecast_at)
      and (${device_ids ?? null}::int8[] is null or s.device_id = any(${device_ids ?? null}::int8[]))
    order by d.device_id limit ${BATCH_SIZE} for no key update of d skip locked`.execute(db)
  if (ports.length === 0) return []
  const estimates = ports.map((port) => estimateOf(port, now))
  await lockDevices(
    context,
    ports.map(({ device_id }) => device_id),
  )
  await writeEstimates(context, ports, estimates)
  await renewDeviceStates(db, [...new Set(ports.map(({ device_id }) => device_id))])
  await publishLive(
    db,
    'devices',
    ports.map(({ device_id, company_id }) => [device_id, company_id]),
  )
  const changed = ports.filter((port, i) => !port.is_estimated || itemAt(estimates, i).level !== port.level)
  return [...new Set(changed.map(({ device_id }) => device_id))]
}

function estimateOf(port: Port, now: Date) {
  const curve = curveIfKnown(port)
  const { volume, low, high, dryAt } = estimateLevel(measuredLevelOf(port), port.use_course, now.getTime())
  const capacity = port.capacity > 0 ? port.capacity : (curve?.shellCapacity ?? 0)
  const percent = capacity > 0 ? (volume / capacity) * 100 : null
  return {
    ...{ volume, low, high, percent },
    room: roomOf({ ...port, shell: curve?.shellCapacity ?? null, volume, celsius: port.temperature }).litres,
    height: curve ? curve.heightAt(volume) : null,
    level: levelWithHysteresis(
      port.level,
      percent,
      thresholdsOf(port, { percent, celsius: port.temperature }),
    ),
    dry_at: dryAt === null ? null : new Date(dryAt),
    left: runOutByCourse({ ...port, red: port.reorder_red }, port.use_course, now),
  }
}

type Estimate = ReturnType<typeof estimateOf>

/** The first estimate preserves the last measured level. A reading that arrived in the meantime takes precedence. */
async function writeEstimates(
  { db, now }: Context,
  ports: readonly Port[],
  estimates: readonly Estimate[],
): Promise<void> {
  const figures = (of: (estimate: Estimate) => number | null) => estimates.map(of)
  await sql`update port_states s set
      measured_volume = ${measuredVolume},
      measured_percent = case when s.estimated_at is null then s.percent else s.measured_percent end,
      measured_height = case when s.estimated_at is null then s.height else s.measured_height end,
      volume = e.volume, percent = e.percent, height = e.height, room = e.room, volume_low = e.low, volume_high = e.high,
      level = e.level, dry_at = e.dry_at, days_to_empty = case when s.use_per_day is not null then e.empty end,
      days_to_empty_low = case when s.use_per_day is not null then e.days_low end,
      days_to_empty_high = case when s.use_per_day is not null then e.days_high end,
      days_to_red = case when s.use_per_day is not null then e.days_red end,
      estimated_at = ${now}, forecast_at = ${now}, forecast_volume = e.volume, forecast_level = e.level
    from unnest(${ports.map((p) => p.device_id)}::int8[], ${ports.map((p) => p.port_number)}::int2[],
      ${ports.map((p) => p.trusted_at)}::timestamptz[],
      ${figures((e) => e.volume)}::float8[], ${figures((e) => e.percent)}::float8[], ${figures((e) => e.height)}::float8[],
      ${figures((e) => e.low)}::float8[], ${figures((e) => e.high)}::float8[], ${estimates.map((e) => e.level)}::text[],
      ${estimates.map((e) => e.dry_at)}::timestamptz[], ${figures((e) => e.left.empty)}::float8[],
      ${figures((e) => e.left.low)}::float8[], ${figures((e) => e.left.high)}::float8[],
      ${figures((e) => e.left.red)}::float8[], ${figures((e) => e.room)}::float8[])
      as e (device_id, port_number, trusted_at, volume, percent, height, low, high, level, dry_at, empty, days_low,
        days_high, days_red, room)
    where s.device_id = e.device_id and s.port_number = e.port_number 
      and abs(extract(epoch from s.trusted_at - e.trusted_at)) < 0.01`.execute(db)
}
