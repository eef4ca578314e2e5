import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { trendStep } from '#core/domains/finance/reports.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { unusableVolumeOf } from '#server/domains/devices/measuredLevel.ts'
import type { Context } from '#server/platform/context.ts'
import { placeSql } from '#server/resources/names/placeNameSql.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { isInEither, type Question, type ReportContent } from './question.ts'

interface RunOut {
  device_id: number
  title: string
  customer: string
  product: string | null
  since: string
  until: string | null
  days: number
  reason: string
  is_now: boolean
  bucket: string
}

/**
 * The tanks of a seller's customers that reached their unusable bottom in a period, the latest first. A run-out ends with the delivery that
 * found the tank so low; it began on the first day that ended at or below the unusable bottom. The reason is the first of these that
 * applies: a delivery was planned or ordered and came later; no one ordered at a will-call site; the customer is on credit hold; the tank
 * sent no readings for days; the forecast expected it later; the forecast was right, and nothing was planned.
 */
export async function readRunOuts(context: Context, question: Question): Promise<ReportContent> {
  const { limit } = question
  const all = await findRunOuts(context, question)
  const now = all.filter(({ is_now }) => is_now)
  const totalOf = (some: readonly RunOut[]) => ({
    run_outs: String(some.length),
    tanks: String(new Set(some.map(({ device_id, product }) => `${device_id} ${product}`)).size),
    days: String(some.reduce((sum, { days }) => sum + days, 0)),
  })
  return {
    totals:
      all.length === 0
        ? []
        : [{ currency_id: null, now: totalOf(now), before: totalOf(all.filter(({ is_now }) => !is_now)) }],
    rows: now.slice(0, limit).map(({ device_id, title, customer, product, since, until, days, reason }) => ({
      ...{ key: String(device_id), title, currency_id: null },
      figures: { customer, product, since, until, days: String(days), reason },
    })),
    left_out: Math.max(0, now.length - limit),
    trend: [...groupBy(now.toReversed(), ({ bucket }) => bucket)].map(([day, some]) => ({
      day,
      value: some.length,
    })),
  }
}

/** Why no delivery came in time for the run-out `found`. */
const REASON = sql`case
        when exists (select from shipment_planner_details d join shipment_planners s using (shipment_id) left join shipment_stops p using (stop_id)
          where d.device_ports_id = f.device_ports_id and s.status_id <> ${SHIPMENT_STATUS.cancelled} and s.created_at < f.since
            and s.created_at > f.since - interval '30 days' and coalesce(p.done_at, s.delivered_at, 'infinity') > f.since)
          or exists (select from transaction_documents o join transaction_document_details l using (document_id)
            where o.device_id = f.device_id and o.document_type = 'sales_order' and l.product_id = f.product_id
              and o.status_id <> ${DOCUMENT_STATUS.cancelled} and o.created_at < f.since and o.created_at > f.since - interval '30 days'
              and not exists (select from shipment_planner_details d join shipment_planners s using (shipment_id)
                where d.document_detail_id = l.document_detail_id and s.delivered_at < f.since)) then 'late'
        when z.contract = 'will_call' then 'not_ordered'
        when c.credit_hold = 1 and f.ended is null then 'credit_hold'
        when f.is_unseen then 'unseen'
        when w.made_at + make_interval(secs => w.empty_low * w.scale_low * 86400) > f.since + interval '1 day' then 'unexpected'
        when w.made_at is not null then 'not_planned'
        else 'unknown' end`

/** The run-outs of the period and of the previous one. */
async function findRunOuts({ db, actor }: Context, question: Question): Promise<RunOut[]> {
  const { seller_id, period, before } = question
  const { rows } = await sql<RunOut>`
    with tanks as (
      select p.device_id, p.port_number, p.device_ports_id, p.product_id, v.company_id, v.site_id, ${placeSql(devices, 'v')} as title,
        ${titleSql(actor, tank_products, 'pr')} as product, ${unusableVolumeOf('p')} as bottom
      from device_ports p join devices v using (device_id) join tank_products pr using (product_id)
      where p.active = 1 and v.status = 'normal' and p.def_liters > 0 and ${visible(actor, devices, 'v')}),
    low as (
      select t.*, c.started_at as until, null::timestamptz as dry_at from tanks t join tank_changes c using (device_id, port_number)
      where c.kind = 'fill' and c.before_volume <= t.bottom and c.started_at >= ${before.from}::date
      union all
      select t.*, 'infinity', s.dry_at from tanks t join port_states s using (device_id, port_number) where s.volume <= t.bottom),
    dry as (
      select l.*, coalesce(b.at, l.dry_at, l.until) as since,
        coalesce(b.at, l.until) > a.last_at + interval '3 days' as is_unseen
      from low l cross join lateral (
        select r.at, r.last_at from readings_daily r where r.device_id = l.device_id and r.port_number = l.port_number
          and r.at < l.until and r.last_at < l.until and r.last_volume > l.bottom order by r.at desc limit 1) a
        left join lateral (
        select r.first_at as at from readings_daily r where r.device_id = l.device_id and r.port_number = l.port_number and r.at > a.at
          and r.at < l.until and r.last_at < l.until order by r.at limit 1) b on true),
    found as (
      select d.*, d.since::date as day, nullif(d.until, 'infinity')::date as ended from dry d
      where d.since >= ${before.from}::date and d.since < ${period.to}::date + 1
        and ${isInEither(question, sql`d.since::date`)})
    select f.device_id, f.title, c.company as customer, f.product, f.day as since, f.ended as until,
      greatest(1, coalesce(f.ended, business_today()) - f.day) as days, f.day >= ${period.from}::date as is_now,
      date_trunc(${trendStep(period)}, f.day)::date as bucket, ${REASON} as reason
    from found f join companies c using (company_id) left join sites z on z.site_id = f.site_id
      left join lateral (select r.made_at, r.empty_low, r.scale_low from forecast_records r
        where r.device_id = f.device_id and r.port_number = f.port_number and r.day between f.day - 10 and f.day - 2
        order by r.day desc limit 1) w on true
    where ${seller_id}::int8 is null or f.company_id in (
      select o.company_id from (select distinct company_id from found) o
      where o.company_id = ${seller_id} or seller_of(o.company_id) = ${seller_id})
    order by f.since desc, f.device_id`.execute(db)
  return rows
}
