import { sql } from 'kysely'
import { loadIssueParams } from '#core/domains/shipments/loadIssueParams.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS, UNFINISHED_STATUSES } from '#core/domains/shipments/shipmentStatus.ts'
import { ROOM_ROUNDING } from '#core/domains/tanks/room.ts'
import type { Issue } from '#core/platform/issue.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import type { Rule } from '#core/platform/texts/textKeys.ts'
import type { Context } from '#server/platform/context.ts'
import { localeOfActor } from '#server/resources/names/textFormats.ts'
import { visible } from '#server/resources/rights/visible.ts'

interface Round {
  shipment_id: number
  truck_id: number | null
  trailer_id: number | null
  delivered_by: number | null
  load_date: string
  deliver_date: string | null
}

/** A shipment to compare with. */
type Other = Pick<Round, 'truck_id' | 'trailer_id' | 'delivered_by'> & { shipment_number: string | null }

/**
 * Warnings about a draft: a vehicle or driver planned twice on a day, more for an order's line than ordered, less
 * for a site than justifies a stop.
 */
export async function readWarnings(context: Context, round: Round): Promise<Issue[]> {
  const { db } = context
  const days = sql`daterange(s.load_date, coalesce(s.deliver_date, s.load_date), '[]')
    && daterange(${round.load_date}::date, ${round.deliver_date ?? round.load_date}::date, '[]')`
  const { rows } = await sql<{ index: number; left: number }>`
    select index, available as left from (
      select row_number() over (order by d.sort_order, d.shipment_detail_id) - 1 as index, d.document_detail_id,
        sum(d.quantity_liters) over (partition by d.document_detail_id order by d.sort_order, d.shipment_detail_id) as together,
        (l.quantity_liters * (1 - l.quantity_delivered / l.quantity) - coalesce((
          select sum(o.quantity_liters) from shipment_planner_details o join shipment_planners s using (shipment_id)
          where o.document_detail_id = d.document_detail_id and s.shipment_id <> ${round.shipment_id}
            and s.status_id = any(${UNFINISHED_STATUSES})), 0))::float8 as available
      from shipment_planner_details d left join transaction_document_details l using (document_detail_id)
      where d.shipment_id = ${round.shipment_id}) loads
    where document_detail_id is not null and together > available + 1 order by index`.execute(db)
  return [
    ...(await readOthers(context, round, days, ['vehicle_twice', 'driver_twice'])),
    ...rows.map(
      ({ index, left }): Issue => ({
        field: `details.${index}.quantity_ordered`,
        rule: 'over_line',
        params: loadIssueParams({ rule: 'over_line', params: { limit: Math.max(left, 0) } }, context.actor),
      }),
    ),
    ...(await readSmallDrops(context, round)),
  ]
}

/** A warning at the first load of each stop that gets less than its site's smallest drop. */
async function readSmallDrops({ db, actor }: Context, { shipment_id }: Round): Promise<Issue[]> {
  const { rows } = await sql<{ index: number; found: number; limit: number }>`
    select min(index)::int as index, sum(liters)::float8 as found, z.smallest_drop::float8 as limit from (
      select row_number() over (order by sort_order, shipment_detail_id) - 1 as index, stop_id, quantity_liters as liters
      from shipment_planner_details where shipment_id = ${shipment_id}) loads
    join shipment_stops t using (stop_id) join sites z using (site_id)
    group by stop_id, z.smallest_drop having sum(liters) < z.smallest_drop - ${ROOM_ROUNDING} order by 1`.execute(
    db,
  )
  const volume = (litres: number) =>
    quantityText(String(volumeIn(actor.units, litres)), volumeUnit(actor.units), localeOfActor(actor), 1)
  return rows.map(({ index, found, limit }) => ({
    field: `details.${index}.quantity_ordered`,
    rule: 'small_drop',
    params: { found: volume(found), limit: volume(limit) },
  }))
}

/** Why a round cannot leave now: its vehicle or driver is out with another. A round whose stops are all done counts as back. */
export function readConflictingShipments(context: Context, round: Round): Promise<Issue[]> {
  const isOut = sql`s.status_id = ${SHIPMENT_STATUS.in_route} and (
    exists (select from shipment_stops t where t.shipment_id = s.shipment_id and t.done_at is null)
    or not exists (select from shipment_stops t where t.shipment_id = s.shipment_id))`
  return readOthers(context, round, isOut, ['vehicle_out', 'driver_out'])
}

async function readOthers(
  { db, actor }: Context,
  round: Round,
  condition: ReturnType<typeof sql>,
  [ofVehicle, ofDriver]: readonly [Rule, Rule],
): Promise<Issue[]> {
  const { rows } = await sql<Other>`
    select s.truck_id, s.trailer_id, s.delivered_by,
      case when ${visible(actor, shipment_planners, 's')} then s.shipment_number end as shipment_number
    from shipment_planners s
    where s.shipment_id <> ${round.shipment_id} and s.status_id in (${SHIPMENT_STATUS.draft}, ${SHIPMENT_STATUS.in_route})
      and ${condition} order by s.shipment_id`.execute(db)
  const issues: Issue[] = []
  const addIf = (
    field: 'truck_id' | 'trailer_id' | 'delivered_by',
    rule: Rule,
    isIt: (other: Other) => boolean,
  ) => {
    const other = round[field] === null ? undefined : rows.find(isIt)
    if (other) issues.push({ field, rule, params: { other: other.shipment_number ?? '–' } })
  }
  for (const field of ['truck_id', 'trailer_id'] as const) {
    addIf(field, ofVehicle, (one) => one.truck_id === round[field] || one.trailer_id === round[field])
  }
  addIf('delivered_by', ofDriver, (one) => one.delivered_by === round.delivered_by)
  return issues
}
