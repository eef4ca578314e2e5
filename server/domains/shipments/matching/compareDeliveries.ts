import { sql } from 'kysely'
import {
  type ComparedDelivery,
  judgeDelivery,
  learnTank,
} from '#core/domains/shipments/matching/deliveryMatch.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { judgeMeter } from './judgeMeter.ts'
import { type MeasuredRise, measureRise } from './measureRise.ts'
import { readDueDeliveries, type TankDelivery } from './readDeliveries.ts'

const BATCH_SIZE = 100
/** Past deliveries from which a tank's usual bias is estimated. */
const MAX_PAST_DELIVERIES = 60

/** Scheduled: compares deliveries with the rise of the tanks, and judges the meters used. */
export async function compareDeliveries(context: TaskContext): Promise<void> {
  while (!context.signal?.aborted) {
    if ((await inTransaction(context, compareSome)) < BATCH_SIZE) return
  }
}

/** @returns the number of due deliveries */
async function compareSome(context: Context): Promise<number> {
  const due = await readDueDeliveries(context, BATCH_SIZE)
  for (const delivery of due) await compareDelivery(context, delivery)
  const trucks = new Set(due.flatMap(({ truck_id }) => (truck_id === null ? [] : [truck_id])))
  for (const truck of trucks) await judgeMeter(context, truck)
  return due.length
}

/** Compares a delivery with its current ticket and stores the result. A person's decision stays. */
export async function compareDelivery(context: Context, delivery: TankDelivery): Promise<void> {
  const found = await measureRise(context, delivery)
  if (typeof found === 'string') return storeUnknown(context, delivery, found)
  const compared = { ticket: delivery.ticket, rise: found.rise, gauge: found.gauge }
  const judged = judgeDelivery(compared, learnTank(await readPast(context.db, delivery)))
  const risen = judged.isBeyond ? await readRisenNearby(context.db, delivery) : null
  const { difference, deviation, isBeyond } = judged
  const state = isBeyond ? 'open' : 'agrees'
  await storeResult(context, delivery, { ...found, difference, margin: 3 * deviation, state, risen })
}

/** Earlier deliveries to this tank that agree, were corrected, or differ because of the gauge; oldest first. */
async function readPast(db: Context['db'], delivery: TankDelivery): Promise<ComparedDelivery[]> {
  const { rows } = await sql<ComparedDelivery>`
    select ticket_liters::float8 as ticket, rise_liters::float8 as rise, gauge_liters as gauge
    from delivery_checks
    where device_ports_id = ${delivery.device_ports_id} and shipment_id <> ${delivery.shipment_id}
      and delivered_at < ${delivery.delivered_at} and (state in ('agrees', 'corrected') or reason = 'gauge')
      and rise_liters is not null and gauge_liters is not null
    order by delivered_at desc limit ${MAX_PAST_DELIVERIES}`.execute(db)
  return rows.reverse()
}

/** A tank of the same customer that rose when this one should have, without a delivery to it. */
async function readRisenNearby(db: Context['db'], delivery: TankDelivery): Promise<number | null> {
  const { rows } = await sql<{ device_id: number }>`
    select c.device_id from tank_changes c join devices v using (device_id)
      join device_ports p on p.device_id = c.device_id and p.port_number = c.port_number
    where v.company_id = ${delivery.customer_id} and c.kind = 'fill' and p.device_ports_id <> ${delivery.device_ports_id}
      and c.ended_at >= ${delivery.since}::timestamptz
      and c.started_at <= ${delivery.delivered_at}::timestamptz + interval '2 hours'
      and not exists (select from shipment_planner_details l join shipment_planners s using (shipment_id)
        where l.device_ports_id = p.device_ports_id and l.delivered_liters > 0
          and s.delivered_at between c.started_at - interval '1 day' and c.ended_at + interval '1 day')
    order by abs(c.volume - ${delivery.ticket}) limit 1`.execute(db)
  return rows[0]?.device_id ?? null
}

type Comparison = MeasuredRise & {
  difference: number
  margin: number
  state: 'open' | 'agrees'
  risen: number | null
}

async function storeResult({ db, now }: Context, delivery: TankDelivery, result: Comparison): Promise<void> {
  await sql`
    insert into delivery_checks (company_id, shipment_id, device_ports_id, device_id, port_number, product_id, truck_id,
      delivered_by, delivered_at, state, planned_liters, ticket_liters, rise_liters, gauge_liters, difference_liters,
      margin_liters, began_at, ended_at, before_liters, after_liters, used_liters, warmth_liters, before_celsius, after_celsius,
      ticket_celsius, risen_device_id, updated_at)
    values (${delivery.company_id}, ${delivery.shipment_id}, ${delivery.device_ports_id}, ${delivery.device_id},
      ${delivery.port_number}, ${delivery.product_id}, ${delivery.truck_id}, ${delivery.delivered_by},
      ${delivery.delivered_at}, ${result.state}, ${delivery.planned}, ${delivery.ticket}, ${result.rise}, ${result.gauge},
      ${result.difference}, ${result.margin}, ${result.began_at}, ${result.ended_at}, ${result.before}, ${result.after},
      ${result.used}, ${result.warmth}, ${result.before_celsius}, ${result.after_celsius}, ${delivery.ticket_celsius},
      ${result.risen}, ${now})
    on conflict (shipment_id, device_ports_id) do update set
      ticket_liters = excluded.ticket_liters, rise_liters = excluded.rise_liters, gauge_liters = excluded.gauge_liters,
      difference_liters = excluded.difference_liters, margin_liters = excluded.margin_liters,
      began_at = excluded.began_at, ended_at = excluded.ended_at, before_liters = excluded.before_liters,
      after_liters = excluded.after_liters, used_liters = excluded.used_liters, warmth_liters = excluded.warmth_liters,
      before_celsius = excluded.before_celsius, after_celsius = excluded.after_celsius,
      ticket_celsius = excluded.ticket_celsius, risen_device_id = excluded.risen_device_id, updated_at = excluded.updated_at,
      state = case when delivery_checks.state in ('explained', 'corrected') then delivery_checks.state
        else excluded.state end`.execute(db)
}

async function storeUnknown(
  { db, now }: Context,
  delivery: TankDelivery,
  state: 'waiting' | 'unseen',
): Promise<void> {
  await sql`
    insert into delivery_checks (company_id, shipment_id, device_ports_id, device_id, port_number, product_id, truck_id,
      delivered_by, delivered_at, state, planned_liters, ticket_liters, updated_at)
    values (${delivery.company_id}, ${delivery.shipment_id}, ${delivery.device_ports_id}, ${delivery.device_id},
      ${delivery.port_number}, ${delivery.product_id}, ${delivery.truck_id}, ${delivery.delivered_by},
      ${delivery.delivered_at}, ${state}, ${delivery.planned}, ${delivery.ticket}, ${now})
    on conflict (shipment_id, device_ports_id) do update set ticket_liters = excluded.ticket_liters,
      updated_at = excluded.updated_at,
      state = case when delivery_checks.state = 'waiting' then excluded.state else delivery_checks.state end`.execute(
    db,
  )
}
