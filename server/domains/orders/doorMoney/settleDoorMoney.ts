import { sql } from 'kysely'
import type { settleDoorMoney as definition } from '#core/domains/orders/doorMoneyCalls.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import { doorMoneySeenBy } from './listDoorMoney.ts'
import { placeOnInvoices, recordCounted } from './placeDoorMoney.ts'

type Counted = ReceivedBy<typeof definition>['body']

interface Held {
  doorstep_payment_id: number
  carrier_id: number
  user_id: number
  currency_id: number
  shipment_id: number
  method: 'cash' | 'check'
  amount: string
  status: string
}

/**
 * Settles the money that a driver handed in. Only the displayed payments are settled: payments that arrived or were corrected since are shown
 * again.
 * @throws Refusal 404 for payments out of reach; 409 if one is no longer held; 422 for payments of several drivers or currencies, and for
 * a different sum without a reason
 */
export async function settleDoorMoney(
  context: Context,
  { doorstep_payment_ids, cash, checks, reason }: Counted,
): Promise<number> {
  requireOrderDecisionRight(context)
  const { db, actor, now } = context
  const ids = [...new Set(doorstep_payment_ids)]
  const held = await lockHeld(context, ids)
  const first = firstOf(held)
  const heldBy = (method: Held['method']) =>
    sumOf(held.flatMap((item) => (item.method === method ? item.amount : [])))
  const expected = { cash: heldBy('cash'), checks: heldBy('check') }
  const isOff = !expected.cash.equals(cash) || !expected.checks.equals(checks)
  if (isOff && !reason) throw invalid([{ field: 'reason', rule: 'required' }])
  const { rows } = await sql<{ settlement_id: number }>`
    insert into doorstep_settlements (carrier_id, user_id, currency_id, expected_cash, expected_checks, counted_cash,
      counted_checks, reason, settled_by, settled_at)
    values (${first.carrier_id}, ${first.user_id}, ${first.currency_id}, ${expected.cash.toFixed(3)},
      ${expected.checks.toFixed(3)}, ${cash}, ${checks}, ${isOff ? reason : null}, ${actor.user_id}, ${now})
    returning settlement_id`.execute(db)
  const { settlement_id } = firstOf(rows)
  await sql`update doorstep_payments set status = 'settled', settlement_id = ${settlement_id}
    where doorstep_payment_id = any(${ids})`.execute(db)
  for (const shipment_id of new Set(held.map((item) => item.shipment_id))) {
    const mine = held.filter((item) => item.shipment_id === shipment_id)
    await audit(context, 'shipment_planners', shipment_id, 'settle_money', [
      {
        field: 'door_money',
        before: mine.map(({ method, amount }) => ({ method, amount })),
        after: { settlement_id, cash, checks, ...(isOff && { reason }) },
      },
    ])
  }
  for (const id of ids) await recordCounted(context, id)
  await placeOnInvoices(context, { payments: ids })
  return settlement_id
}

/** @throws Refusal 404, 409 or 422 unless one driver holds all of them, in one currency */
async function lockHeld({ db, actor }: Context, ids: readonly number[]): Promise<Held[]> {
  // In a fixed order, so that two users who count at once wait for each other.
  const { rows: held } = await sql<Held>`
    select p.doorstep_payment_id, p.carrier_id, p.user_id, p.currency_id, p.shipment_id, p.method, p.amount, p.status
    from doorstep_payments p where p.doorstep_payment_id = any(${ids}) and ${doorMoneySeenBy(actor)}
    order by p.doorstep_payment_id for update`.execute(db)
  const [first] = held
  if (!first || held.length < ids.length) throw notFound()
  if (held.some(({ status }) => status !== 'held')) throw conflict('messages.door_money_changed')
  const isOneHand = held.every(
    ({ carrier_id, user_id, currency_id }) =>
      carrier_id === first.carrier_id && user_id === first.user_id && currency_id === first.currency_id,
  )
  if (!isOneHand) throw invalid([{ field: 'doorstep_payment_ids', rule: 'one_driver' }])
  return held
}
