import { sql } from 'kysely'
import { type MeteredRise, riseAsMetered } from '#core/domains/shipments/matching/riseAsMetered.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { readGauges } from '#server/domains/telemetry/levels/readVolumeMargin.ts'
import type { Context } from '#server/platform/context.ts'
import { MAX_WAIT_DAYS, type TankDelivery } from './readDeliveries.ts'

/** Rise of a tank from a delivery, L: after − before + used + warmth. */
export interface MeasuredRise extends Pick<MeteredRise, 'rise' | 'warmth'> {
  /** Standard deviation of the rise from gauge, temperature correction and use in the meantime. */
  gauge: number
  began_at: string
  ended_at: string
  before: number
  after: number
  used: number
  /** Temperature of the tank's liquid, °C, if known. */
  before_celsius: number | null
  after_celsius: number | null
}

type Levels = Omit<MeasuredRise, 'rise' | 'warmth' | 'gauge'>

const DAY = 86_400_000
/** A liquid settles, and two more readings must confirm a rise before it is detected. */
const SETTLING = '10 minutes'
const CONFIRMED_BY = 3
/** The sensor's share of a level's ± is 1.96 standard deviations, and a rise is the difference of two levels. */
const OF_MARGIN = Math.SQRT2 / 1.96
/** Share of the capacity, for an unknown sensor. */
const UNKNOWN_GAUGE = 0.01
/** Standard deviation of the use during a delivery, as a share of it. */
const USE_SPREAD = 0.5

/**
 * Measures how much a tank rose during a delivery: from the rise detected in its level, or else from the readings
 * before and after.
 * @returns 'waiting' while readings may still come, 'unseen' if none shows the delivery
 */
export async function measureRise(
  context: Context,
  delivery: TankDelivery,
): Promise<MeasuredRise | 'waiting' | 'unseen'> {
  const { db } = context
  if (await isSharedWithOthers(db, delivery)) return 'unseen'
  const levels = (await readFoundRise(db, delivery)) ?? (await readLevels(context, delivery))
  if (typeof levels === 'string') return levels
  const { product_group: group, specific_gravity: specificGravity, ticket, ticket_celsius } = delivery
  const { rise, warmth, spread } = riseAsMetered(
    { ...levels, ticket },
    { group, specificGravity },
    { ticket: ticket_celsius, before: levels.before_celsius, after: levels.after_celsius },
  )
  const sensor = await readSensor(db, delivery)
  return { ...levels, rise, warmth, gauge: Math.hypot(sensor, spread, levels.used * USE_SPREAD) }
}

/** Measures by the detected rise, whose volume already includes the usual use in the meantime. */
async function readFoundRise(db: Context['db'], delivery: TankDelivery): Promise<Levels | null> {
  const { device_id, port_number, since, delivered_at } = delivery
  const celsius = (at: 'began_at' | 'ended_at') => sql<
    number | null
  >`(select r.temperature::float8 from readings r
    where r.device_id = ${device_id} and r.port_number = ${port_number} and r.at = ${sql.ref(at)} limit 1)`
  const { rows } = await sql<Levels>`
    with rise as (
      select min(started_at) as began_at, max(ended_at) as ended_at, sum(volume)::float8 as volume,
        (array_agg(before_volume order by started_at))[1]::float8 as before,
        (array_agg(after_volume order by started_at desc))[1]::float8 as after
      from tank_changes
      where device_id = ${device_id} and port_number = ${port_number} and kind = 'fill'
        and ended_at >= ${since}::timestamptz and started_at <= ${delivered_at}::timestamptz + interval '2 hours'
      having count(*) > 0)
    select began_at, ended_at, before, after, volume - (after - before) as used,
      ${celsius('began_at')} as before_celsius, ${celsius('ended_at')} as after_celsius
    from rise`.execute(db)
  return rows[0] ?? null
}

/** Measures by the readings before and after, with the tank's usual use per day. */
async function readLevels(
  { db, now }: Context,
  { device_id, port_number, since, delivered_at, use_per_day }: TankDelivery,
): Promise<Levels | 'waiting' | 'unseen'> {
  const isOver = now.getTime() - Date.parse(delivered_at) > MAX_WAIT_DAYS * DAY
  const { rows } = await sql<{ at: string; volume: number; celsius: number | null; is_after: boolean }>`
    (select at, volume::float8 as volume, temperature::float8 as celsius, false as is_after from readings
      where device_id = ${device_id} and port_number = ${port_number} and quality = 0
        and volume is not null and at <= ${since}::timestamptz
        and at > ${since}::timestamptz - interval '3 days' order by at desc limit 1)
    union all
    (select at, volume::float8, temperature::float8, true from readings
      where device_id = ${device_id} and port_number = ${port_number} and quality = 0
        and volume is not null and at >= ${delivered_at}::timestamptz + ${sql.lit(SETTLING)}::interval
        and at < ${delivered_at}::timestamptz + make_interval(days => ${MAX_WAIT_DAYS}) order by at limit ${CONFIRMED_BY})`.execute(
    db,
  )
  const before = rows.find(({ is_after }) => !is_after)
  const later = rows.filter(({ is_after }) => is_after)
  if (!before || later.length < CONFIRMED_BY) return isOver || !before ? 'unseen' : 'waiting'
  const after = firstOf(later)
  const used = ((use_per_day ?? 0) * (Date.parse(after.at) - Date.parse(before.at))) / DAY
  return {
    ...{ began_at: before.at, ended_at: after.at, before: before.volume, after: after.volume, used },
    ...{ before_celsius: before.celsius, after_celsius: after.celsius },
  }
}

/** Whether another round may have filled the tank at the same time; the rise then belongs to neither. */
async function isSharedWithOthers(db: Context['db'], delivery: TankDelivery): Promise<boolean> {
  const { rows } = await sql`
    select from shipment_planner_details l join shipment_planners s using (shipment_id)
    where l.device_ports_id = ${delivery.device_ports_id} and s.shipment_id <> ${delivery.shipment_id}
      and l.delivered_liters > 0 and s.delivered_at >= ${delivery.since}::timestamptz
      and coalesce(s.left_at, s.delivered_at - interval '1 day') <= ${delivery.delivered_at}::timestamptz limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Standard deviation of a rise from the sensor alone, L. */
async function readSensor(db: Context['db'], delivery: TankDelivery): Promise<number> {
  const sensor = (await readGauges(db, [delivery])).get(delivery.device_ports_id)
  return sensor === undefined ? UNKNOWN_GAUGE * delivery.capacity * Math.SQRT2 : sensor * OF_MARGIN
}
