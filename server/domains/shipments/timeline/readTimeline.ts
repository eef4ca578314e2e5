import { type RawBuilder, sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type {
  readTimeline as definition,
  TimelineEntry,
} from '#core/domains/shipments/timeline/timelineCalls.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Resource } from '#core/resources/definition.ts'
import { NEXT_OF_FAMILY } from '#server/domains/orders/linkedFamily.ts'
import { changesOf, isDelivery } from '#server/domains/telemetry/levels/countedChanges.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'
import { ownershipStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { isFirm, seesLifts, seesRound, stopsInReach } from '../deliveries/stopsInReach.ts'
import { countingLift } from '../onTruck/readMovements.ts'

type Query = ReceivedBy<typeof definition>['query']

interface Row extends TimelineEntry {
  /** Time with microseconds, as the cursor of the next page. */
  exact: string
}

/** Upcoming entries of one tank or order. */
const MAX_AHEAD = 30
/** Intervals that link an alert to the order that answers it, and a rise to the delivery that caused it. */
const BEFORE_ORDER = '14 days'
const AROUND_DELIVERY = '1 day'

/**
 * Past and upcoming events of a tank or an order, in order of time. Includes an entry only if the actor may see its
 * record; for a round out of reach, only the stop at their own company.
 * @throws Refusal 404 for a tank or an order that they do not see
 */
export async function readTimeline(context: Context, query: Query): Promise<ResponseOf<typeof definition>> {
  const { now } = context
  const time_zone = await readZone(context, query)
  const found = await entriesOf(context, query, time_zone)
  const [at, key] = query.before?.split(' ') ?? []
  const past = await readEntries(context, found, {
    condition: at
      ? sql<boolean>`e.at <= ${now} and (e.at, e.key) < (${at}::timestamptz, ${key}::text)`
      : sql<boolean>`e.at <= ${now}`,
    limit: query.limit + 1,
  })
  const rows = past.slice(0, query.limit)
  const last = past.length > query.limit ? rows.at(-1) : undefined
  const ahead = query.before
    ? []
    : await readEntries(context, found, { condition: sql<boolean>`e.at > ${now}`, limit: MAX_AHEAD })
  return {
    time_zone,
    ahead: ahead.map(withoutExact),
    entries: rows.map(withoutExact),
    next: last ? `${last.exact} ${last.key}` : null,
  }
}

/** Time zone of the entries: the site's, or the device's. Rights are checked later. */
async function readZone({ db }: Context, { device_ports_id, document_id }: Query): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    select coalesce(t.time_zone, d.time_zone, business_time_zone()) as time_zone
    from (select ${document_id ?? null}::bigint as document_id) a
      left join transaction_documents o using (document_id)
      left join device_ports p on p.device_ports_id = ${device_ports_id ?? null}::bigint
      left join devices d on d.device_id = coalesce(p.device_id, o.device_id)
      left join sites t on t.site_id = coalesce(o.site_id, d.site_id)`.execute(db)
  return firstOf(rows).time_zone
}

const withoutExact = ({ exact: _, ...entry }: Row): TimelineEntry => entry

async function readEntries(
  { db }: Context,
  found: RawBuilder<unknown>,
  { condition, limit }: { condition: RawBuilder<boolean>; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${found}
    select e.key, e.kind, e.at, e.record_id, e.title, e.status, e.liters, e.percent, e.amount, e.currency_id,
      case when e.kind = 'ticket' then exists (select from delivery_tickets k join driver_events v using (event_id)
        where k.ticket_id = substr(e.key, 8)::bigint and v.phone_at is not null) else false end as is_time_corrected,
      to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact
    from entries e where ${condition} order by e.at desc, e.key desc limit ${limit}`.execute(db)
  return rows
}

/** Rows of a kind of record that the actor may see: by permission, by login type and by reach. */
function reach(actor: Actor, kind: Resource, alias: string): RawBuilder<boolean> {
  return mayRead(actor, kind) ? visible(actor, kind, alias) : sql<boolean>`false`
}

/** If only a day is known, an hour of it by the place's clock, so that it remains that day. */
const onDay = (zone: string, day: RawBuilder<unknown>, time: string) =>
  sql`((${day} + ${time}::time) at time zone ${zone}::text)`

function documentEntries({ now }: Context, zone: string): RawBuilder<unknown> {
  // A document belongs to its own day. The time it was stored is more exact if it falls on that day, here or where
  // the business is.
  const dated = (day: RawBuilder<unknown>, stored: RawBuilder<unknown>) =>
    sql`case when ${day} is null or ${day} in ((${stored} at time zone ${zone}::text)::date,
      (${stored} at time zone business_time_zone())::date) then ${stored} else ${onDay(zone, day, '12:00')} end`
  const documentAt = dated(sql`o.document_date`, sql`o.created_at`)
  const dueAt = onDay(zone, sql`o.due_date`, '23:59')
  return sql`select 'order:' || o.document_id as key, 'order' as kind, ${documentAt} as at, o.document_id as record_id,
        o.document_number::text as title, o.status_id::text as status,
        (select sum(l.quantity_liters) from transaction_document_details l where l.document_id = o.document_id)::float8 as liters,
        null::float8 as percent, null::text as amount, null::bigint as currency_id
      from transaction_documents o where o.document_id = any(array(select document_id from docs)) and o.document_type not in ('invoice', 'credit_note')
      union all
      select 'invoice:' || o.document_id, case o.document_type when 'invoice' then 'invoice' else 'credit' end, ${documentAt}, o.document_id, o.document_number, o.status_id::text, null,
        null, case when o.unpriced = 0 then o.document_grand_total::text end, o.currency_id
      from transaction_documents o where o.document_id = any(array(select document_id from docs)) and o.document_type in ('invoice', 'credit_note')
      union all
      select 'due:' || o.document_id, 'due', ${dueAt}, o.document_id, o.document_number, o.status_id::text,
        null, null, o.document_balance::text, o.currency_id
      from transaction_documents o
      where o.document_id = any(array(select document_id from docs)) and o.document_type = 'invoice' and o.document_balance > 0 and ${dueAt} > ${now}
      union all
      select 'payment:' || a.allocation_id, 'payment', ${dated(sql`a.allocated_on`, sql`a.created_at`)}, o.document_id, o.document_number,
        case when a.reversed_at is null then 'paid' else 'reversed' end, null, null, a.amount::text, y.currency_id
      from transaction_documents o join allocations a using (document_id) join payments y using (payment_id)
      where o.document_id = any(array(select document_id from docs))`
}

const ROUND_ENTRIES = sql`select 'load:' || s.shipment_id, 'load', s.created_at, s.shipment_id, s.shipment_number, s.status_id::text,
        (select sum(d.quantity_liters) from shipment_planner_details d
          where d.shipment_id = s.shipment_id and d.shipment_detail_id in (select shipment_detail_id from loads))::float8,
        null, null, null
      from shipment_planners s where s.shipment_id = any(array(select shipment_id from stops where is_seen))
      union all
      select 'stop:' || stop_id, 'stop', at, case when is_seen then shipment_id end, place,
        case when is_over and status in ('planned', 'arrived') then 'done' else status end, liters::float8, null, null, null
      from stops
      union all
      select 'ticket:' || k.ticket_id, 'ticket', k.at, case when st.is_seen then st.shipment_id end, k.number::text, null,
        k.gross_liters::float8, null, null, null
      from stops st join delivery_tickets k on k.stop_id = st.stop_id
      where k.stop_id = any(array(select stop_id from loads)) and k.shipment_detail_id in (select shipment_detail_id from loads) and k.voided_at is null
        and not exists (select from delivery_tickets n where n.correction_of = k.ticket_id and n.voided_at is null)`

/** A forecast is an entry only until its time has come. */
const REORDER_AT = sql`s.forecast_at + s.days_to_red * interval '1 day'`
const EMPTY_AT = sql`s.forecast_at + s.days_to_empty * interval '1 day'`

const tankEntries = (
  { actor, now }: Context,
  query: Query,
) => sql`select 'rise:' || p.device_ports_id || extract(epoch from c.started_at)::bigint, 'rise', c.ended_at, p.device_id, p.product, null,
        c.volume::float8, null, null, null
      from ports p cross join lateral (${changesOf({ device_id: sql`p.device_id`, port_number: sql`p.port_number` })}) c
      where ${isDelivery} and c.started_at >= p.since and ${risesOf(query)}
      union all
      select 'lift:' || l.lift_ticket_id, 'lift', l.lifted_at, l.shipment_id, l.number, null, l.gross_liters::float8, null, null, null
      from ports p join lift_tickets l on l.device_ports_id = p.device_ports_id join shipment_planners s using (shipment_id)
      where l.lifted_at >= p.since and l.gross > 0 and ${countingLift} and ${seesLifts(actor)}
        and ${query.document_id === undefined ? sql`true` : sql`false`}
      union all
      select 'alert:' || a.alert_id, 'alert', a.opened_at, a.device_id, case when a.port_number is not null then p.product end, a.level, null, null, null, null
      from ports p join alerts a on a.device_id = p.device_id and coalesce(a.port_number, p.port_number) = p.port_number
      where a.opened_at >= p.since and ${alertsOf(query)} and ${reach(actor, alerts, 'a')}
      union all
      select 'reorder:' || p.device_ports_id, 'reorder', ${REORDER_AT}, p.device_id, p.product, null,
        null, b.reorder_red::float8, null, null
      from ports p join device_ports b using (device_ports_id)
        join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
      where s.days_to_red <= 365 and ${REORDER_AT} > ${now} and ${isAhead(query)}
      union all
      select 'empty:' || p.device_ports_id, 'empty', ${EMPTY_AT}, p.device_id, p.product, null,
        null, null, null, null
      from ports p join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
      where s.days_to_empty <= 365 and ${EMPTY_AT} > ${now} and ${isAhead(query)}`

/** The entries of a tank or an order, as a common table expression of that name. */
async function entriesOf(context: Context, query: Query, zone: string): Promise<RawBuilder<unknown>> {
  const { actor, now } = context
  const isSeen = seesRound(actor)
  const isOver = sql<boolean>`(t.status in ('done', 'not_delivered')
    or s.status_id = any(${[SHIPMENT_STATUS.delivered, SHIPMENT_STATUS.finalized]}))`
  return sql`with recursive ${await subjectOf(context, query)},
    stops as (
      select t.stop_id, t.shipment_id, t.place, t.status, s.status_id, s.shipment_number, ${isOver} as is_over,
        case when ${isOver} then coalesce(t.done_at, s.delivered_at, s.updated_at) else coalesce(t.expected_arrival, t.planned_arrival,
          greatest(${onDay(zone, sql`coalesce(s.deliver_date, s.load_date)`, '12:00')}, ${now}::timestamptz + interval '1 minute')) end as at,
        ${isSeen} as is_seen,
        (select sum(coalesce(d.delivered_liters, d.quantity_liters)) from shipment_planner_details d
          where d.stop_id = t.stop_id and d.shipment_detail_id in (select shipment_detail_id from loads)) as liters
      from shipment_stops t join shipment_planners s using (shipment_id)
      where t.stop_id = any(array(select stop_id from loads)) and s.status_id <> ${SHIPMENT_STATUS.cancelled}
        and ${stopsInReach(actor)} and (${isSeen} or ${isFirm})),
    entries as (
      ${documentEntries(context, zone)}
      union all
      ${ROUND_ENTRIES}
      union all
      ${tankEntries(context, query)})`
}

const startOf = (actor: Actor) =>
  actor.companies === 'all'
    ? sql`'-infinity'::timestamptz`
    : sql`(${ownershipStart(sql`b.device_id`)})::timestamptz`

/** Documents, loads and tanks of the timeline, as three common table expressions. */
function subjectOf(context: Context, { device_ports_id, document_id }: Query): Promise<RawBuilder<unknown>> {
  return document_id === undefined
    ? subjectOfTank(context, device_ports_id ?? 0)
    : subjectOfDocument(context, document_id)
}

async function subjectOfDocument(context: Context, document_id: number): Promise<RawBuilder<unknown>> {
  const { actor } = context
  if (!mayRead(actor, transaction_documents)) throw notFound()
  await requireVisible(context, transaction_documents, document_id)
  return sql`family as (
        select ${document_id}::bigint as document_id
        union
        ${NEXT_OF_FAMILY}),
      docs as (select o.document_id from transaction_documents o
        where o.document_id = any(array(select document_id from family)) and ${reach(actor, transaction_documents, 'o')}),
      loads as (
        select d.shipment_detail_id, d.stop_id, d.shipment_id from shipment_planner_details d
        where d.document_detail_id = any(array(select l.document_detail_id from transaction_document_details l
          where l.document_id = any(array(select document_id from docs))))),
      ports as (
        select distinct b.device_ports_id, b.device_id, b.port_number, ${startOf(actor)} as since,
          (select product_name from tank_products where product_id = b.product_id) as product
        from transaction_document_details l
          cross join lateral unnest(load_ports(null, l.document_detail_id, l.product_id)) as port
          join device_ports b on b.device_ports_id = port join devices v on v.device_id = b.device_id and ${reach(actor, devices, 'v')}
        where l.document_id = any(array(select document_id from docs)))`
}

async function subjectOfTank(context: Context, device_ports_id: number): Promise<RawBuilder<unknown>> {
  const { actor, db } = context
  if (!mayRead(actor, devices)) throw notFound()
  const { rows } = await sql<{ device_id: number }>`
    select device_id from device_ports where device_ports_id = ${device_ports_id}`.execute(db)
  const [port] = rows
  if (!port) throw notFound()
  await requireVisible(context, devices, port.device_id)
  const isOfTank = sql<boolean>`${device_ports_id} = any(load_ports(null, l.document_detail_id, l.product_id))`
  return sql`lines as (
      select l.document_id, l.document_detail_id from transaction_document_details l
      where l.document_id = any(array(select document_id from transaction_documents where device_id = ${port.device_id}))
        and ${isOfTank}),
    docs as (select o.document_id from transaction_documents o
      where o.document_id = any(array(select document_id from lines)) and ${reach(actor, transaction_documents, 'o')} and o.created_at >= (select ${startOf(actor)} from device_ports b where b.device_ports_id = ${device_ports_id})),
    loads as (
      select shipment_detail_id, stop_id, shipment_id from shipment_planner_details where device_ports_id = ${device_ports_id}
      union
      select d.shipment_detail_id, d.stop_id, d.shipment_id from shipment_planner_details d
      where d.document_detail_id = any(array(select document_detail_id from lines)) and d.device_ports_id is null),
    ports as (
      select b.device_ports_id, b.device_id, b.port_number, ${startOf(actor)} as since, null::text as product from device_ports b
      where b.device_ports_id = ${device_ports_id})`
}

/** All rises of a tank; for an order, only the rises from its deliveries. */
const risesOf = ({ document_id }: Query): RawBuilder<boolean> =>
  document_id === undefined
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from stops st where st.is_over and c.ended_at between
        st.at - ${sql.lit(AROUND_DELIVERY)}::interval and st.at + ${sql.lit(AROUND_DELIVERY)}::interval)`

/** All alerts of a tank; for an order, the alerts that it answers, until it is delivered. */
const alertsOf = ({ document_id }: Query): RawBuilder<boolean> =>
  document_id === undefined
    ? sql<boolean>`true`
    : sql<boolean>`a.opened_at between (select min(created_at) from transaction_documents
        where document_id = any(array(select document_id from docs)))
        - ${sql.lit(BEFORE_ORDER)}::interval and coalesce((select max(st.at) from stops st where st.is_over), now())`

/** A tank's forecast concerns an order until some of it is delivered. */
const isAhead = ({ document_id }: Query): RawBuilder<boolean> =>
  document_id === undefined
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from stops st where st.is_over)`
