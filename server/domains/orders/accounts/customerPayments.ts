import { sql } from 'kysely'
import type {
  allocatePayment as allocateDefinition,
  recordCustomerPayment as definition,
  reverseCustomerPayment as reverseDefinition,
} from '#core/domains/orders/accountCalls.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { moveDocument } from '../changeDocumentStatus.ts'
import { orderingDefaults, requireOrderDecisionRight } from '../orderingLimits.ts'
import { allocate, payInOrder, readDays, type Source } from '../payments/allocate.ts'
import { insertPayment, refuseSamePayment } from '../payments/recordPayment.ts'
import { reverseAllocations } from '../payments/reverseAllocations.ts'
import { markReversed } from '../payments/reversePayment.ts'
import { createDocument } from '../saveDocument.ts'
import { requireAccount, requireSource } from './accountsSeenBy.ts'
import { readOpenInvoices } from './readAccount.ts'

type Payment = ReceivedBy<typeof definition>['body']
type Allocations = ReceivedBy<typeof allocateDefinition>['body']['allocations']

/**
 * Records a payment of a customer and allocates it: as requested, else to the oldest invoices. The rest stays with the customer.
 * @throws Refusal 404 for a company or an invoice out of reach; 422 for the same amount, day and reference again, unless confirmed, and
 * for the reasons of `insertPayment` and `allocate`
 */
export async function recordCustomerPayment(
  context: Context,
  company_id: number,
  { allocations, is_another, ...payment }: Payment,
): Promise<number> {
  requireOrderDecisionRight(context)
  await requireAccount(context, company_id)
  const { db } = context
  // Concurrent payments of a customer wait for each other, so that a duplicate is detected.
  const { rows } = await sql<{ currency_id: number }>`
    select currency_id from companies where company_id = ${company_id} for no key update`.execute(db)
  const currency_id = payment.currency_id ?? firstOf(rows).currency_id
  const payment_date = payment.payment_date ?? (await readDays(context)).today
  const completed = { ...payment, company_id, currency_id, payment_date }
  if (!is_another) await refuseSamePayment(context, completed)
  const payment_id = await insertPayment(context, completed)
  await allocateAsRequested(context, { payment_id }, company_id, allocations)
  return payment_id
}

/** Pays invoices with the rest of a payment or a credit note. @throws Refusal 404 out of reach, 409 if nothing is left */
export async function allocateRest(
  context: Context,
  source: Source,
  allocations: Allocations,
): Promise<void> {
  const company_id = await requireSource(context, source)
  requireOrderDecisionRight(context, { company_id })
  const done = await allocateAsRequested(context, source, company_id, allocations)
  if (done === 0) throw conflict('messages.nothing_left')
}

/** Allocates as requested, else to the oldest open invoices in the source's currency. @returns the number of invoices */
async function allocateAsRequested(
  context: Context,
  source: Source,
  company_id: number,
  allocations: Allocations,
): Promise<number> {
  if (!allocations) {
    const open = await readOpenInvoices(context, company_id)
    return payInOrder(
      context,
      source,
      open.map(({ document_id }) => document_id),
    )
  }
  if (allocations.length > 0) await allocate(context, source, allocations)
  return allocations.length
}

/**
 * Reverses a payment, such as a bounced check: everything that it paid is owed again. A fee is charged by an invoice.
 * @returns the invoice of the fee
 * @throws Refusal 404 out of reach; 409 if it was reversed already, or a part of it was refunded; 422 without a reason, or for a fee
 * of a customer without a device
 */
export async function reverseCustomerPayment(
  context: Context,
  payment_id: number,
  { reason, fee }: ReceivedBy<typeof reverseDefinition>['body'],
): Promise<number | null> {
  await requireSource(context, { payment_id })
  await reverseAllocations(context, payment_id, { reason })
  await markReversed(context, payment_id, reason.trim())
  return fee === undefined ? null : chargeFee(context, payment_id, { reason, fee })
}

/** The invoice of a fee, over charges alone; it has the device of the latest paid invoice, or else the customer's first. */
async function chargeFee(
  context: Context,
  payment_id: number,
  { reason, fee }: { reason: string; fee: string },
): Promise<number> {
  const { rows } = await sql<{ company_id: number; reference: string | null; device_id: number | null }>`
    select c.company_id, p.reference, coalesce(
      (select i.device_id from allocations a join transaction_documents i on i.document_id = a.document_id
        where a.payment_id = p.payment_id order by a.allocation_id desc limit 1),
      (select min(d.device_id) from devices d where d.company_id = p.company_id)) as device_id
    from payments p join companies c using (company_id) where p.payment_id = ${payment_id}`.execute(
    context.db,
  )
  const { company_id, reference, device_id } = firstOf(rows)
  if (device_id === null) throw invalid([{ field: 'fee', rule: 'no_device' }])
  const created = await createDocument(context, {
    ...(await orderingDefaults(context, { device_id, company_id })),
    ...{ device_id, company_id, document_type: 'invoice', handling_charge: fee },
    comments: [reference, reason.trim()].filter(Boolean).join(' · '),
  })
  await moveDocument(context, created.document_id, DOCUMENT_STATUS.open)
  return created.document_id
}
