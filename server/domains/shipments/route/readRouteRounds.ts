import { sql } from 'kysely'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import type { HoursRuleName } from '#core/domains/dispatch/hours/hoursRules.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { ShipmentStop } from '#core/domains/shipments/shipmentStops.ts'
import { momentAt } from '#core/platform/time/momentAt.ts'
import type { WeekWindow } from '#core/platform/time/weekWindows.ts'
import type { Context } from '#server/platform/context.ts'
import { middleOfPostalCode } from '#server/platform/postalCodes.ts'
import { zoneOfHome } from './zoneOfHome.ts'

/** A round with its shift, the start and end of its route, and the hours-of-service rule that applies. */
export interface RouteRound {
  shipment_id: number
  /** YYYY-MM-DD */
  day: string
  starts_at: Date
  ends_at: Date | null
  /** Time zone of its shift, its start and its end. */
  time_zone: string
  /** The shift ends on the next day. */
  is_overnight: boolean
  left_at: Date | null
  delivered_at: Date | null
  latitude: number | null
  longitude: number | null
  hours_rule: HoursRuleName
  /** Rounds with the same key follow each other: of one driver, or of one truck without a driver yet. */
  chain: string
}

/** The row as read: instants are texts. */
interface HeadRow
  extends Omit<RouteRound, 'starts_at' | 'ends_at' | 'time_zone' | 'left_at' | 'delivered_at'> {
  shift_start: string | null
  shift_end: string | null
  business_zone: string
  left_at: string | null
  delivered_at: string | null
}

/** A stop with its site's delivery rules, and the quantity delivered there. */
export interface RouteStop
  extends Pick<
    ShipmentStop,
    'stop_id' | 'place' | 'company_title' | 'latitude' | 'longitude' | 'service_minutes' | 'status'
  > {
  shipment_id: number
  /** The ZIP code whose center stands for its unknown position. */
  near_zip_code: string | null
  time_zone: string | null
  delivery_windows: WeekWindow[] | null
  smallest_drop: number | null
  quantity_liters: number
}

/** Departure if the truck's shift does not say. */
export const LEAVES_AT = '08:00'
/** Days before a round whose duty counts: the longest week of a rule. */
const LOOKBACK_DAYS = 8
/** Days between loading and delivery within which a round's duty is found. */
const MAX_DAYS_ON_THE_ROAD = 14
const DRIVEN = [
  SHIPMENT_STATUS.draft,
  SHIPMENT_STATUS.in_route,
  SHIPMENT_STATUS.delivered,
  SHIPMENT_STATUS.finalized,
]

/**
 * The requested rounds and earlier rounds whose duty counts, in driving order. The caller has checked that the
 * actor may see the requested rounds; of the others only hours may be disclosed.
 */
export async function readRouteRounds(
  context: Context,
  ids: readonly number[],
): Promise<{ rounds: RouteRound[]; stops: RouteStop[] }> {
  const requested = await readHeads(context, sql`s.shipment_id = any(${ids})`)
  const back = requested.some(({ hours_rule }) => hours_rule !== 'none') ? LOOKBACK_DAYS : 0
  const before = (isSame: ReturnType<typeof sql>) => sql`
    select o.shipment_id from shipment_planners a
      cross join lateral (select coalesce(a.deliver_date, a.load_date) as day) b
      join shipment_planners o on ${isSame}
        and o.load_date between b.day - ${back + MAX_DAYS_ON_THE_ROAD}::int and b.day
        and coalesce(o.deliver_date, o.load_date) between b.day - ${back}::int and b.day
    where a.shipment_id = any(${ids})`
  const others = await readHeads(
    context,
    sql`s.shipment_id <> all(${ids}) and s.status_id = any(${DRIVEN}) and s.shipment_id = any(array(
      ${before(sql`o.delivered_by = a.delivered_by`)} union all
      ${before(sql`o.truck_id = a.truck_id and o.delivered_by is null and a.delivered_by is null`)}))`,
  )
  const rounds = [...requested, ...others].toSorted(
    (one, other) =>
      (one.day < other.day ? -1 : Number(one.day > other.day)) || one.shipment_id - other.shipment_id,
  )
  return { rounds, stops: await readRouteStops(context, rounds) }
}

async function readHeads({ db }: Context, condition: ReturnType<typeof sql>): Promise<RouteRound[]> {
  const { rows } = await sql<HeadRow>`
    select s.shipment_id, d.day::text as day, s.left_at, s.delivered_at,
      t.shift_start, t.shift_end, business_time_zone() as business_zone,
      coalesce(t.shift_end <= t.shift_start, false) as is_overnight,
      t.home_latitude::float8 as latitude, t.home_longitude::float8 as longitude,
      coalesce((with recursive above as (
          select c.parent_id, c.hours_rule, 1 as height from companies c where c.company_id = s.company_id
          union all
          select c.parent_id, c.hours_rule, above.height + 1 from companies c join above on c.company_id = above.parent_id
            where above.hours_rule is null and above.height < 20)
        select hours_rule from above where hours_rule is not null order by height limit 1), 'none') as hours_rule,
      case when s.delivered_by is not null then 'driver ' || s.delivered_by
        when s.truck_id is not null then 'truck ' || s.truck_id else 'round ' || s.shipment_id end as chain
    from shipment_planners s cross join lateral (select coalesce(s.deliver_date, s.load_date) as day) d
      left join tanker_trucks t on t.truck_id = s.truck_id
    where ${condition}`.execute(db)
  return rows.map(({ shift_start, shift_end, business_zone, ...row }) => {
    const time_zone = zoneOfHome(row, business_zone)
    const lastDay = row.is_overnight ? addDays(row.day, 1) : row.day
    return {
      ...row,
      time_zone,
      starts_at: momentAt(time_zone, row.day, shift_start ?? LEAVES_AT),
      ends_at: shift_end === null ? null : momentAt(time_zone, lastDay, shift_end),
      left_at: momentOf(row.left_at),
      delivered_at: momentOf(row.delivered_at),
    }
  })
}

const momentOf = (text: string | null) => (text === null ? null : new Date(text))

async function readRouteStops({ db }: Context, rounds: readonly RouteRound[]): Promise<RouteStop[]> {
  const { rows } = await sql<RouteStop & { zip_code: string | null; country_id: number | null }>`
    select s.shipment_id, s.stop_id, s.place, c.company as company_title, s.latitude::float8 as latitude,
      s.longitude::float8 as longitude, s.service_minutes, s.status, z.time_zone, z.delivery_windows,
      z.smallest_drop::float8 as smallest_drop, z.zip_code, z.country_id, null as near_zip_code,
      coalesce((select sum(d.quantity_liters) from shipment_planner_details d where d.stop_id = s.stop_id), 0)::float8
        as quantity_liters
    from shipment_stops s left join sites z on z.site_id = s.site_id
      left join companies c on c.company_id = s.company_id
    where s.shipment_id = any(${rounds.map(({ shipment_id }) => shipment_id)})
    order by s.shipment_id, s.sequence`.execute(db)
  return rows.map(({ zip_code, country_id, ...stop }) => {
    const middle = stop.latitude === null ? middleOfPostalCode({ zip_code, country_id }) : undefined
    return middle ? { ...stop, ...middle, near_zip_code: zip_code } : stop
  })
}
