import { sql } from 'kysely'
import { netVolume } from '#core/domains/tanks/temperatureCorrection.ts'
import { readGauges } from '#server/domains/telemetry/readVolumeMargin.ts'
import type { Context } from '#server/platform/context.ts'
import { LONGEST_WAIT_DAYS, type TankDelivery } from './readDeliveries.ts'

/** What a tank itself showed of a delivery, L. */
export interface MeasuredRise {
  rise: number
  /** Standard deviation of the rise by gauge, warmth, and the use meanwhile. */
  gauge: number
  began_at: string
  ended_at: string
  before: number
  after: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A liquid settles, and two further readings must confirm a rise before it is found. */
const SETTLING = '10 minutes'
const CONFIRMED_BY = 3
/** The sensor's part of the ± of a level is 1.96 standard deviations, and a rise lies between two levels. */
const OF_MARGIN = Math.SQRT2 / 1.96
/** Where nothing is known of a sensor: of the capacity. */
const UNKNOWN_GAUGE = 0.01
/** How well the use during a delivery is known, as a share of it. */
const USE_SPREAD = 0.5
/** The liquid from the truck and that in the tank are as warm as each other to within this, °C. */
const WARMTH_SPREAD = 5
const MEAN_WARMTH = 15

/**
 * By how much a tank rose between the moments of a delivery: by the rise that was found in its level, or where none was found by
 * the readings before and after.
 * @returns 'waiting' while readings may still come, 'unseen' where none has told
 */
export async function measureRise(
  context: Context,
  delivery: TankDelivery,
): Promise<MeasuredRise | 'waiting' | 'unseen'> {
  const { db, now } = context
  if (await isSharedWithOthers(db, delivery)) return 'unseen'
  const isOver = now.getTime() - Date.parse(delivery.until) > LONGEST_WAIT_DAYS * DAY
  const gauge = await gaugeOf(db, delivery)
  const { rows: rises } = await sql<{
    began_at: string
    ended_at: string
    rise: number
    before: number
    after: number
    lasted: number
  }>`
    select min(started_at) as began_at, max(ended_at) as ended_at, sum(volume)::float8 as rise,
      (array_agg(before_volume order by started_at))[1]::float8 as before,
      (array_agg(after_volume order by started_at desc))[1]::float8 as after,
      sum(extract(epoch from ended_at - started_at))::float8 * 1000 as lasted
    from tank_changes
    where device_id = ${delivery.device_id} and port_number = ${delivery.port_number} and kind = 'fill'
      and ended_at >= ${delivery.since}::timestamptz and started_at <= ${delivery.until}::timestamptz + interval '2 hours'
    having count(*) > 0`.execute(db)
  const [found] = rises
  const usedIn = (milliseconds: number) => ((delivery.use_per_day ?? 0) * milliseconds) / DAY
  if (found) {
    const { lasted, ...rise } = found
    const used = usedIn(lasted)
    return { ...rise, rise: rise.rise + used, gauge: Math.hypot(gauge, used * USE_SPREAD) }
  }
  const { rows } = await sql<{ at: string; volume: number; is_after: boolean }>`
    (select at, volume::float8 as volume, false as is_after from readings
      where device_id = ${delivery.device_id} and port_number = ${delivery.port_number} and quality = 0
        and volume is not null and at <= ${delivery.since}::timestamptz
        and at > ${delivery.since}::timestamptz - interval '3 days' order by at desc limit 1)
    union all
    (select at, volume::float8, true from readings
      where device_id = ${delivery.device_id} and port_number = ${delivery.port_number} and quality = 0
        and volume is not null and at >= ${delivery.until}::timestamptz + ${sql.lit(SETTLING)}::interval
        and at < ${delivery.until}::timestamptz + make_interval(days => ${LONGEST_WAIT_DAYS}) order by at limit ${CONFIRMED_BY})`.execute(
    db,
  )
  const before = rows.find(({ is_after }) => !is_after)
  const later = rows.filter(({ is_after }) => is_after)
  if (!before || later.length < CONFIRMED_BY) return isOver || !before ? 'unseen' : 'waiting'
  const [after] = later
  const used = usedIn(Date.parse(after!.at) - Date.parse(before.at))
  return {
    rise: after!.volume - before.volume + used,
    gauge: Math.hypot(gauge, used * USE_SPREAD),
    ...{ began_at: before.at, ended_at: after!.at, before: before.volume, after: after!.volume },
  }
}

/** Whether another round may have filled the tank at the same time: whose rise it was nobody can tell. */
async function isSharedWithOthers(db: Context['db'], delivery: TankDelivery): Promise<boolean> {
  const { rows } = await sql`
    select from shipment_planner_details l join shipment_planners s using (shipment_id)
    where l.device_ports_id = ${delivery.device_ports_id} and s.shipment_id <> ${delivery.shipment_id}
      and l.delivered_liters > 0 and s.delivered_at >= ${delivery.since}::timestamptz
      and coalesce(s.left_at, s.delivered_at - interval '1 day') <= ${delivery.until}::timestamptz limit 1`.execute(
    db,
  )
  return rows.length > 0
}

async function gaugeOf(db: Context['db'], delivery: TankDelivery): Promise<number> {
  const sensor = (await readGauges(db, [delivery])).get(delivery.device_ports_id)
  const gauge = sensor === undefined ? UNKNOWN_GAUGE * delivery.capacity * Math.SQRT2 : sensor * OF_MARGIN
  return Math.hypot(gauge, delivery.ticket * warmthSpread(delivery))
}

/** Share by which an amount may have grown or shrunk on its way from the truck's meter into the tank's liquid. */
function warmthSpread({ product_group, specific_gravity }: TankDelivery): number {
  const liquid = (celsius: number) =>
    netVolume(1, { group: product_group, specificGravity: specific_gravity, celsius }, MEAN_WARMTH)
  const warmer = liquid(MEAN_WARMTH + WARMTH_SPREAD)
  return warmer === null ? 0 : Math.abs(1 - warmer)
}
