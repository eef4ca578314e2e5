import { sql } from 'kysely'
import { PAYABLE_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { visible } from '#server/resources/visible.ts'
import { allocate, lockDocuments } from '../allocate.ts'
import { giveBack } from '../giveBack.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import { insertPayment, type NewPayment } from '../recordPayment.ts'
import { doorMoneySeenBy, LEFT } from './listDoorMoney.ts'

interface Settled {
  doorstep_payment_id: number
  company_id: number
  shipment_id: number
  left: string
}

/**
 * Pays the invoices over what was delivered at a stop with the counted money of that stop. The rest stays with the payment until a person
 * places it; so does money that was taken off an invoice.
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
      and not exists (select from payments o join allocations a using (payment_id)
        where o.doorstep_payment_id = p.doorstep_payment_id and a.reversed_at is not null)
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
  for (const { payment_id } of await readUnplaced(context, doorstep_payment_id))
    await giveBack(context, payment_id, { reason })
  await sql`update doorstep_payments set given_back = given_back + ${left}::numeric, give_back_reason = ${reason}
    where doorstep_payment_id = ${doorstep_payment_id}`.execute(context.db)
  await audit(context, 'shipment_planners', shipment_id, 'give_back_money', [
    { field: 'door_money', before: left, after: '0.000' },
    { field: 'reason', before: null, after: reason },
  ])
}

/** Records counted money as a payment of the customer, allocated to nothing yet. */
export async function recordCounted(context: Context, doorstep_payment_id: number): Promise<void> {
  const { rows } = await sql<NewPayment>`
    select p.company_id, p.method, p.amount, p.currency_id,
      least((p.at at time zone business_time_zone())::date, business_today()) as payment_date,
      concat_ws(' · ', nullif(p.check_number, ''), s.shipment_number) as reference
    from doorstep_payments p join shipment_planners s using (shipment_id)
    where p.doorstep_payment_id = ${doorstep_payment_id} and p.amount > 0`.execute(context.db)
  if (rows[0]) await insertPayment(context, { ...rows[0], doorstep_payment_id })
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
    select p.doorstep_payment_id, p.company_id, p.shipment_id, ${LEFT} as "left"
    from doorstep_payments p where p.doorstep_payment_id = ${doorstep_payment_id}`.execute(db)
  return rows[0]!
}

/** The payments of counted money with something left; before payments had customers, one was made for each invoice. */
async function readUnplaced({ db }: Context, doorstep_payment_id: number) {
  const { rows } = await sql<{ payment_id: number }>`
    select o.payment_id from payments o
    where o.doorstep_payment_id = ${doorstep_payment_id} and o.reversed_at is null
      and o.amount > (select coalesce(sum(a.amount), 0) from allocations a
        where a.payment_id = o.payment_id and a.reversed_at is null)
    order by o.payment_id`.execute(db)
  return rows
}

/** Pays an invoice with the rest of some money, from the invoice's date on; null if it is paid already. */
async function pay(context: Context, { doorstep_payment_id }: Settled, document_id: number) {
  let paid: number | null = null
  for (const { payment_id } of await readUnplaced(context, doorstep_payment_id)) {
    const document = (await lockDocuments(context, [document_id])).get(document_id)!
    if (Number(document.balance) === 0) break
    await allocate(context, { payment_id }, [{ document_id }])
    paid = payment_id
  }
  return paid
}
