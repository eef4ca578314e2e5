import { type RawBuilder, sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { type Contract, KEEP_FULL_SHARE } from '#core/domains/dispatch/judgeNeed.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { LONGEST_FORECAST } from '#core/domains/telemetry/forecast.ts'
import type { TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import type { Context } from '#server/platform/context.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'

const DAY = 86_400_000
/** Limit of one board; of a larger fleet, the tanks that run out first. */
const MAX_TANKS = 20_000

/** Facts that determine how urgently a tank needs a delivery. */
export interface NeedTank {
  device_ports_id: number
  company_id: number
  company_title: string
  product_id: number
  product_title: string
  level: TankLevel | null
  percent: number | null
  room_share: number
  dry_from: string | null
  /** When its estimate reached the unusable bottom. */
  dry_at: string | null
  reorder_from: string | null
  contract: Contract
  /** Weekdays on which its site accepts deliveries, 0 = Sunday; null for all delivery days. */
  weekdays: number[] | null
}

interface TankRow extends Omit<NeedTank, 'dry_from' | 'dry_at' | 'reorder_from' | 'room_share'> {
  time_zone: string | null
  capacity: number
  /** Room by its level, L. */
  room: number | null
  /** Epoch milliseconds. */
  forecast_at: number | null
  /** Days from then, by the low end of the forecast. */
  days_to_dry: number | null
  /** When an estimated level reached the unusable bottom, epoch milliseconds. */
  dry_at: number | null
  days_to_reorder: number | null
}

/** Days until undrawable, and until the reorder level, by the low end of the forecast of the state `s`. */
const daysToDry = sql<number | null>`s.days_to_empty_low`
const daysToReorder = sql<
  number | null
>`s.days_to_red * coalesce(s.days_to_empty_low / nullif(s.days_to_empty, 0), 1)`

/**
 * The watched tanks in the actor's reach that may need something before a time: low ones, those that will be by the
 * low end of their forecasts, and tanks under a keep-full contract that have room. Reads only the newest state of a tank, never
 * its history.
 */
export async function readNeedTanks(
  context: Context,
  { until, matching, ports }: { until: Date; matching: RawBuilder<boolean>; ports: readonly number[] },
): Promise<NeedTank[]> {
  const { db, actor } = context
  if (!mayRead(actor, devices)) return []
  const { rows } = await sql<TankRow>`
    select t.device_ports_id, v.company_id, c.company as company_title, p.product_id,
      ${titleSql(actor, tank_products, 'p')} as product_title, s.level, s.percent::float8 as percent,
      v.time_zone, t.def_liters::float8 as capacity, s.room::float8 as room,
      (extract(epoch from s.forecast_at) * 1000)::float8 as forecast_at, ${daysToDry}::float8 as days_to_dry,
      case when s.estimated_at is not null then (extract(epoch from s.dry_at) * 1000)::float8 end as dry_at,
      ${daysToReorder}::float8 as days_to_reorder, coalesce(st.contract, 'automatic') as contract,
      (select array_agg(distinct (w.day % 7)) from jsonb_to_recordset(st.delivery_windows) as w (day int)) as weekdays
    from port_states s join device_ports t using (device_id, port_number) join devices v using (device_id)
      join tank_products p on p.product_id = t.product_id join companies c on c.company_id = v.company_id
      left join sites st on st.site_id = v.site_id
    where t.active = 1 and t.def_liters > 0 and s.volume is not null and v.status in ('normal', 'demo')
      and ((s.level = 'urgent'
          or s.forecast_at + least(${daysToDry}, ${daysToReorder}) * interval '1 day' < ${until}
          or st.contract = 'keep_full' and s.room >= t.def_liters * ${sql.lit(KEEP_FULL_SHARE)}) and ${matching}
        or t.device_ports_id = any(${ports}))
      and ${visible(actor, devices, 'v')}
    order by s.forecast_at + ${daysToDry} * interval '1 day' nulls first limit ${MAX_TANKS}`.execute(db)
  return rows.map((row) => {
    const dayAt = (time: number) => dayInZone(time, row.time_zone, actor.timeZone)
    const dayOf = (days: number | null) =>
      days === null || days >= LONGEST_FORECAST || row.forecast_at === null
        ? null
        : dayAt(row.forecast_at + days * DAY)
    const { device_ports_id, company_id, company_title, product_id, product_title, level, percent } = row
    const { contract, weekdays } = row
    return {
      ...{ device_ports_id, company_id, company_title, product_id, product_title, level, percent },
      ...{ contract, weekdays },
      room_share: row.capacity > 0 ? (row.room ?? 0) / row.capacity : 0,
      dry_from: row.dry_at === null ? dayOf(row.days_to_dry) : dayAt(row.dry_at),
      dry_at: row.dry_at === null ? null : new Date(row.dry_at).toISOString(),
      reorder_from: dayOf(row.days_to_reorder),
    }
  })
}
