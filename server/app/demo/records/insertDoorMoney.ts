import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import { settleDoorMoney } from '#server/domains/orders/doorMoney/settleDoorMoney.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import { insertRows } from './insertRows.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Days of rounds with doorstep payments at the last stops, and the latest of these days, whose money the drivers still hold. */
const DAYS = 9
const HELD_DAYS = 2
const MAX_STOPS = 6
const COUNTED_AFTER = 5 * HOUR
/** The most that the first customer pays in cash, what each later one pays less, and the number of the first check. */
const MAX_CASH = 280
const LESS_CASH = 20
const FIRST_CHECK = 2041

interface Stop {
  stop_id: number
  shipment_id: number
  carrier_id: number
  company_id: number
  currency_id: number
  user_id: number
  /** ISO 8601. */
  done_at: string
  /** Worth at list prices. */
  worth: string
}

/** Writes what drivers collected at stops of the last days: the latest is still theirs, the office has counted the rest. */
export async function insertDoorMoney(context: Context): Promise<void> {
  const { db, now } = context
  const { rows: stops } = await sql<Stop>`
    select s.stop_id, s.shipment_id, r.company_id as carrier_id, c.company_id, c.currency_id, u.user_id, s.done_at,
      sum(d.delivered * p.list_price)::numeric(12, 2)::text as worth
    from shipment_stops s join shipment_planners r using (shipment_id)
      join companies c on c.company_id = coalesce(s.company_id, r.company_id)
      join users u on u.people_id = r.delivered_by
      join shipment_planner_details d using (stop_id) join tank_products p using (product_id)
    where s.status = 'done' and s.done_at > ${new Date(now.getTime() - DAYS * DAY)} and c.currency_id is not null
      and r.status_id = any(${[SHIPMENT_STATUS.delivered, SHIPMENT_STATUS.finalized]})
    group by s.stop_id, r.shipment_id, c.company_id, u.user_id having sum(d.delivered * p.list_price) > 0
    order by s.done_at desc, s.stop_id limit ${MAX_STOPS}`.execute(db)
  const taken = stops.map(({ worth, done_at, ...stop }, nth) => {
    const isCash = nth % 2 === 1
    const paid = {
      method: isCash ? 'cash' : 'check',
      amount: isCash ? String(Math.min(MAX_CASH - LESS_CASH * (nth - 1), Math.ceil(Number(worth)))) : worth,
      check_number: isCash ? null : String(FIRST_CHECK + nth),
      note: null,
    }
    return { ...stop, paid, at: done_at }
  })
  const events = taken.map(({ stop_id, shipment_id, user_id, paid, at }) => ({
    ...{ event_id: randomUUID(), user_id, shipment_id, stop_id, kind: 'paid' },
    ...{ at, body: paid, outcome: 'applied', received_at: at },
  }))
  await insertRows(db, 'driver_events', events)
  const payments = taken.map(({ paid, ...stop }, nth) => {
    const { event_id } = itemAt(events, nth)
    return { ...stop, ...paid, event_id, status: 'held', created_at: stop.at }
  })
  const ids = await insertRows(db, 'doorstep_payments', payments)
  const counted = payments
    .map((payment, nth) => ({ ...payment, id: itemAt(ids, nth) }))
    .filter(({ at }) => now.getTime() - Date.parse(at) > HELD_DAYS * DAY)
  for (const some of groupBy(counted, ({ user_id }) => user_id).values()) await count(context, some)
}

interface Payment {
  id: number
  method: string
  amount: string
  at: string
}

/** The office counts a driver's money some hours after the last payment. */
async function count({ db, ...base }: Context, payments: readonly Payment[]): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from users where login_type_id = 'administrator' order by user_id limit 1`.execute(db)
  const latest = Math.max(...payments.map(({ at }) => Date.parse(at)))
  const heldBy = (method: string) =>
    sumOf(payments.flatMap((payment) => (payment.method === method ? payment.amount : []))).toFixed(2)
  const actor = { ...systemActor, user_id: firstOf(rows).user_id }
  await settleDoorMoney(
    { ...base, db, actor, now: new Date(latest + COUNTED_AFTER) },
    {
      doorstep_payment_ids: payments.map(({ id }) => id),
      ...{ cash: heldBy('cash'), checks: heldBy('check') },
    },
  )
}
