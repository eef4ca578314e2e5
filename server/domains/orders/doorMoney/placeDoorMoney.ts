import { sql } from 'kysely'
import { PAYABLE_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { isMoreThan } from '#core/domains/orders/totals.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { visible } from '#server/resources/visible.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import { recordPayment } from '../recordPayment.ts'
import { doorMoneySeenBy, LEFT } from './listDoorMoney.ts'

interface Settled {
  doorstep_payment_id: number
  company_id: number
  shipment_id: number
  method: 'cash' | 'check'
  currency_id: number
  check_number: string | null
  shipment_number: string
  day: string
  left: string
}

/**
 * Pays the invoices over what was delivered at a stop with the counted money of that stop. The rest stays with the payment until a person
 * places it; so does money with a reversed payment.
 */
export async function placeOnInvoices(
  context: Context,
  { payments, document_id }: { payments?: readonly number[]; document_id?: number },
): Promise<void> {
  const { db, actor } = context
  const { rows } = await sql<{ doorstep_payment_id: number; document_id: number }>`
    select distinct p.doorstep_payment_id, i.document_id
    from doorstep_payments p join shipment_planner_details d on d.stop_id = p.stop_id
      join transaction_document_details l on l.source_detail_id = d.document_detail_id
      join transaction_documents i on i.document_id = l.document_id and i.company_id = p.company_id
      join companies c on c.company_id = i.company_id and c.currency_id = p.currency_id
    where p.status = 'settled' and ${LEFT} > 0
      and ${payments ? sql`p.doorstep_payment_id = any(${payments})` : sql`i.document_id = ${document_id}`}
      and i.document_type = 'invoice' and i.archived = 0 and i.status_id = any(${PAYABLE_STATUSES}) and i.balance > 0
      and i.document_date <= business_today()
      and not exists (select from payments o where o.doorstep_payment_id = p.doorstep_payment_id
        and o.reversed_at is not null)
      and ${visible(actor, transaction_documents, 'i')}
    order by p.doorstep_payment_id, i.document_id`.execute(db)
  for (const one of rows) {
    const payment = await lockSettled(context, one.doorstep_payment_id, sql<boolean>`true`)
    await pay(context, payment, one.document_id)
  }
}

/**
 * Puts the rest of counted money on an invoice of the payer, up to its balance.
 * @throws Refusal 404 for a payment or an invoice out of reach, 409 without a rest, 422 for another customer's invoice
 */
export async function placeDoorMoney(
  context: Context,
  doorstep_payment_id: number,
  document_id: number,
): Promise<number> {
  requireOrderDecisionRight(context)
  const payment = await lockSettled(context, doorstep_payment_id, doorMoneySeenBy(context.actor))
  await requireVisible(context, transaction_documents, document_id)
  const { rows } = await sql<{ company_id: number }>`
    select company_id from transaction_documents where document_id = ${document_id}`.execute(context.db)
  if (rows[0]?.company_id !== payment.company_id) throw invalid([{ field: 'document_id', rule: 'choice' }])
  const payment_id = Number(payment.left) > 0 ? await pay(context, payment, document_id) : null
  if (payment_id === null) throw conflict('messages.door_money_placed')
  return payment_id
}

/**
 * Writes off the rest of counted money: given back, or a check that bounced.
 * @throws Refusal 404 for a payment out of reach, 409 without a rest, 422 without a reason
 */
export async function giveBackDoorMoney(
  context: Context,
  doorstep_payment_id: number,
  reason: string,
): Promise<void> {
  requireOrderDecisionRight(context)
  const { left, shipment_id } = await lockSettled(
    context,
    doorstep_payment_id,
    doorMoneySeenBy(context.actor),
  )
  if (Number(left) === 0) throw conflict('messages.door_money_placed')
  if (reason === '') throw invalid([{ field: 'reason', rule: 'required' }])
  await sql`update doorstep_payments set given_back = given_back + ${left}::numeric, give_back_reason = ${reason}
    where doorstep_payment_id = ${doorstep_payment_id}`.execute(context.db)
  await audit(context, 'shipment_planners', shipment_id, 'give_back_money', [
    { field: 'door_money', before: left, after: '0.000' },
    { field: 'reason', before: null, after: reason },
  ])
}

/** Locks counted money: two who place it at once wait for each other. */
async function lockSettled(
  { db }: Context,
  doorstep_payment_id: number,
  seen: ReturnType<typeof doorMoneySeenBy>,
): Promise<Settled> {
  const locked =
    await sql`select from doorstep_payments p where p.doorstep_payment_id = ${doorstep_payment_id}
    and p.status = 'settled' and ${seen} for update`.execute(db)
  if (locked.rows.length === 0) throw notFound()
  // Read by a separate statement, to see what another has placed while this one waited.
  const { rows } = await sql<Settled>`
    select p.doorstep_payment_id, p.company_id, p.shipment_id, p.method, p.currency_id, p.check_number, s.shipment_number,
      least((p.at at time zone business_time_zone())::date, business_today()) as day, ${LEFT} as "left"
    from doorstep_payments p join shipment_planners s using (shipment_id)
    where p.doorstep_payment_id = ${doorstep_payment_id}`.execute(db)
  return rows[0]!
}

/** Pays an invoice with the rest of some money; undefined if it is paid already. */
async function pay(context: Context, payment: Settled, document_id: number): Promise<number | null> {
  const { db } = context
  const { left, method, currency_id, day, check_number, shipment_number, doorstep_payment_id } = payment
  // Doorstep money pays an invoice that is made later as of the invoice's date.
  const { rows } = await sql<{ balance: string; payment_date: string }>`
    select coalesce(balance, 0) as balance, greatest(${day}::date, document_date) as payment_date
    from transaction_documents where document_id = ${document_id} for no key update`.execute(db)
  const { balance, payment_date } = rows[0]!
  const amount = isMoreThan(left, balance) ? balance : left
  if (Number(amount) <= 0) return null
  const { payment_id } = await recordPayment(context, document_id, {
    ...{ amount, currency_id, method, payment_date },
    reference: [check_number, shipment_number].filter(Boolean).join(' · '),
  })
  await sql`update payments set doorstep_payment_id = ${doorstep_payment_id}
    where payment_id = ${payment_id}`.execute(db)
  return payment_id
}
