import { sql } from 'kysely'
import { type DELIVERY_REASONS, delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { countDelivered } from '#server/domains/orders/invoices/settleOrder.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { reclose } from '../onTruck/closeBalances.ts'
import { compareDelivery } from './compareDeliveries.ts'
import { correctTickets } from './correctTickets.ts'
import { judgeMeter } from './judgeMeter.ts'
import { readDeliveryOfCheck } from './readDeliveries.ts'

type Check = RecordOf<typeof delivery_checks>

interface Explanation {
  reason: (typeof DELIVERY_REASONS)[number]
  note?: string | null | undefined
}

interface Correction extends Explanation {
  /** Actual delivery, in this unit or the load's. */
  delivered: string
  unit_id?: number | null | undefined
}

/** Stores why ticket and tank differ; the ticket stays unchanged. May be repeated. @throws Refusal 404, 409 */
export async function explainDelivery(context: Context, id: number, body: Explanation): Promise<Check> {
  const check = await lockUndecided(context, id)
  await decide(context, check, 'explained', body)
  if (check.truck_id !== null) await judgeMeter(context, check.truck_id)
  return readRecord(context, delivery_checks, id)
}

/**
 * Corrects the ticket; the round's loads to this tank, and their order lines, follow. Several loads to one tank keep
 * their shares.
 * @throws Refusal 404, 409 for a check that was not open, 422
 */
export async function correctDelivery(context: Context, id: number, body: Correction): Promise<Check> {
  const { db } = context
  const check = await lockUndecided(context, id)
  await lockRecord(context, shipment_planners, check.shipment_id)
  const { rows: units } = await sql<{ factor: number | null }>`
    select (select factor::float8 from units_of_measure u where u.id = coalesce(${body.unit_id ?? null}::int8, min(l.unit_id))
      and u.measure = 'volume') as factor
    from shipment_planner_details l
    where l.shipment_id = ${check.shipment_id} and l.device_ports_id = ${portOf(id)}`.execute(db)
  const factor = units[0]?.factor
  if (factor == null) throw invalid([{ field: 'unit_id', rule: 'unit_of_volume' }])
  if (!(await correctTickets(context, id, { ...body, factor })))
    await correctLoads(db, id, { ...body, factor })
  await audit(context, 'shipment_planners', check.shipment_id, 'correct_delivery', [
    { field: 'delivered', before: check.ticket_liters, after: await ticketOf(db, id) },
    { field: 'reason', before: null, after: body.note || body.reason },
  ])
  await countDelivered(context, check.shipment_id)
  await reclose(context, check.shipment_id)
  await decide(context, check, 'corrected', body)
  const delivery = await readDeliveryOfCheck(context, id)
  if (delivery) await compareDelivery(context, delivery)
  if (check.truck_id !== null) await judgeMeter(context, check.truck_id)
  return readRecord(context, delivery_checks, id)
}

async function lockUndecided(context: Context, id: number): Promise<Check> {
  const check = await lockRecord(context, delivery_checks, id)
  if (check.state !== 'open' && check.state !== 'explained') throw conflict('messages.delivery_check_decided')
  return check
}

/** Corrects loads without a driver's ticket. */
async function correctLoads(
  db: Context['db'],
  id: number,
  { delivered, factor }: Correction & { factor: number },
): Promise<void> {
  // Each load keeps its unit and its share; the largest takes the rounding difference.
  await sql`
    with loads as (
      select l.shipment_detail_id, l.delivered_liters, l.delivered_unit_id,
        ${delivered}::numeric * ${factor}::numeric as whole, sum(l.delivered_liters) over () as sum, u.factor
      from shipment_planner_details l join units_of_measure u on u.id = l.delivered_unit_id
      where l.shipment_id = ${shipmentOf(id)} and l.device_ports_id = ${portOf(id)}
    ), shares as (
      select shipment_detail_id, factor, whole, round(whole * delivered_liters / nullif(sum, 0) / factor, 3) as share,
        row_number() over (order by delivered_liters desc, shipment_detail_id) as place
      from loads
    ), others as (
      select coalesce(sum(share * factor) filter (where place > 1), 0) as litres from shares
    )
    update shipment_planner_details l
    set delivered = case when s.place = 1 then round((s.whole - o.litres) / s.factor, 3) else s.share end
    from shares s cross join others o where l.shipment_detail_id = s.shipment_detail_id`.execute(db)
}

const shipmentOf = (id: number) =>
  sql`(select shipment_id from delivery_checks where delivery_check_id = ${id})`
const portOf = (id: number) =>
  sql`(select device_ports_id from delivery_checks where delivery_check_id = ${id})`

async function ticketOf(db: Context['db'], id: number): Promise<string | null> {
  const { rows } = await sql<{ litres: string | null }>`
    select round(sum(l.delivered_liters), 1)::text as litres from shipment_planner_details l
      join delivery_checks c on c.shipment_id = l.shipment_id and c.device_ports_id = l.device_ports_id
    where c.delivery_check_id = ${id}`.execute(db)
  return rows[0]?.litres ?? null
}

async function decide(
  context: Context,
  check: Check,
  state: 'explained' | 'corrected',
  { reason, note }: Explanation,
): Promise<void> {
  const { db, actor, now } = context
  await sql`update delivery_checks set state = ${state}, reason = ${reason}, note = ${note || null},
      decided_by = ${actor.user_id}, decided_at = ${now}, updated_at = ${now}
    where delivery_check_id = ${check.delivery_check_id}`.execute(db)
  await audit(context, 'delivery_checks', check.delivery_check_id, 'update', [
    { field: 'state', before: check.state, after: state },
    { field: 'reason', before: check.reason, after: reason },
  ])
}
