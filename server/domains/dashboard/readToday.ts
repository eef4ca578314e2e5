import { sql } from 'kysely'
import type { readToday as definition } from '#core/domains/dashboard/calls.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { volumeIn } from '#core/platform/numbers/units.ts'
import { isOwed, OWED_SUMS } from '#server/domains/orders/readOwed.ts'
import type { Context } from '#server/platform/context.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'

type Today = ResponseOf<typeof definition>['today']

/** Delay after its planned time from which a stop is late. */
const GRACE = sql`interval '15 minutes'`

const { draft, in_route, delivered, finalized, cancelled } = SHIPMENT_STATUS

/** When a truck reached a stop `st`, or is expected there; an expected time that has passed is now. */
const REACHED_AT = sql`coalesce(st.arrived_at, st.done_at, greatest(st.expected_arrival, now()))`

/** Whether this is after the site's last window of that day has closed. */
const isAfterWindow = sql<boolean>`coalesce(to_char(here.at, 'HH24:MI') > (
  select max(w."to") from jsonb_to_recordset(z.delivery_windows) as w (day int, "to" text)
  where w.day = extract(isodow from here.at)), false)`

/** Days before and after its own day within which a round may deliver. */
const DAYS_AROUND = sql.lit(14)

/**
 * The day of a stop `st` of a round `s`, or of a delivery without one: the day of delivery, else the planned day. Open deliveries of a
 * late round belong to today.
 */
const DAY_OF_STOP = sql`coalesce((coalesce(st.done_at, s.delivered_at) at time zone business_time_zone())::date,
  case when s.status_id = ${in_route} then greatest(s.deliver_date, business_today()) else s.deliver_date end)`

const isNear = sql`s.deliver_date between business_today() - ${DAYS_AROUND}::int and business_today() + ${DAYS_AROUND}::int
  and s.status_id <> ${cancelled}`

/**
 * The rounds of the business's day that the actor may see, and the debts of customers whose invoices they may see. Stops and volumes
 * belong to the day on which they are delivered: a round of another day that delivers today counts with these stops.
 */
export async function readToday(context: Context): Promise<Today> {
  const { db, actor } = context
  const { rows } = await sql<Omit<Today, keyof Volumes | 'unit' | 'owed'>>`
    select business_today()::text as day, count(*)::int as rounds,
      (count(*) filter (where s.status_id = ${draft}))::int as drafts,
      (count(*) filter (where s.status_id in (${delivered}, ${finalized})))::int as finished,
      coalesce(sum(t.stops), 0)::int as stops, coalesce(sum(t.closed), 0)::int as closed_stops,
      coalesce(sum(t.late), 0)::int as late_stops
    from shipment_planners s
      left join lateral (select count(*) as stops, count(*) filter (where st.status in ('done', 'not_delivered') or s.status_id = ${finalized}) as closed,
          count(*) filter (where (s.status_id = ${in_route} and st.status in ('planned', 'arrived')
              and (${REACHED_AT} > st.planned_arrival + ${GRACE} or ${isAfterWindow}))
            or (st.status = 'done' and st.done_at is not null and ${isAfterWindow})) as late
        from shipment_stops st left join sites z using (site_id)
          cross join lateral (select ${REACHED_AT} at time zone coalesce(z.time_zone, business_time_zone()) as at) here
        where st.shipment_id = s.shipment_id and ${DAY_OF_STOP} = business_today()) t on true
    where ${isNear} and (s.deliver_date = business_today() or t.stops > 0) and ${visible(actor, shipment_planners, 's')}`.execute(
    db,
  )
  const today = { ...firstOf(rows), ...(await readVolumes(context)) }
  return {
    ...today,
    planned: volumeIn(actor.units, today.planned),
    delivered: volumeIn(actor.units, today.delivered),
    unit: actor.units === 'imperial' ? 'gal' : 'L',
    owed: mayRead(actor, transaction_documents) ? await readOwed(context) : null,
  }
}

type Volumes = Pick<Today, 'planned' | 'delivered'>

/** Litres planned and delivered on the business's day. */
async function readVolumes({ db, actor }: Context): Promise<Volumes> {
  const { rows } = await sql<Volumes>`
    select coalesce(sum(d.quantity_liters), 0)::float8 as planned,
      coalesce(sum(d.delivered_liters), 0)::float8 as delivered
    from shipment_planners s join shipment_planner_details d using (shipment_id)
      left join shipment_stops st on st.stop_id = d.stop_id
    where ${isNear} and ${DAY_OF_STOP} = business_today() and ${visible(actor, shipment_planners, 's')}`.execute(
    db,
  )
  return firstOf(rows)
}

async function readOwed({ db, actor }: Context): Promise<NonNullable<Today['owed']>> {
  const { rows } = await sql<NonNullable<Today['owed']>[number]>`
    select c.currency_id, ${OWED_SUMS} from transaction_documents i join companies c using (company_id)
    where ${isOwed(actor)} group by c.currency_id order by count(*) desc`.execute(db)
  return rows
}
