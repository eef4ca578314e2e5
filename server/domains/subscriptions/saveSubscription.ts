import { sql } from 'kysely'
import { periodEnd } from '#core/domains/subscriptions/periodEnd.ts'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { isCalendarDay } from '#core/platform/time/calendarDay.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { PAYS_PERIOD } from '#server/domains/orders/payments/allocate.ts'
import type { Context } from '#server/platform/context.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import { insertRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'

type Subscription = RecordOf<typeof subscriptions>

/** Creates a subscription; by default it lasts for its term. */
export async function createSubscription(context: Context, body: Values) {
  const values = acceptNew(context, subscriptions, body)
  const period_end = values.period_end ?? periodEnd(values.period_start, values.term_length)
  return insertRecord(context, subscriptions, { ...values, period_end })
}

/**
 * Changes a subscription. With another start or term its end follows, unless an end is sent with them; a removed end is computed from start
 * and term again. A period with another start is paid only if its invoice is.
 */
export async function updateSubscription(context: Context, id: number, body: Values) {
  const current = await lockRecord(context, subscriptions, id)
  const { period_end: sent, ...rest }: Partial<Subscription> = body
  const { period_start, term_length } = { ...current, ...rest }
  const isMoved = period_start !== current.period_start || term_length !== current.term_length
  const follows = sent === null || (isMoved && (sent === undefined || sent === current.period_end))
  const isSound =
    typeof period_start === 'string' && period_start.length === 10 && isCalendarDay(period_start)
  const next = follows && isSound ? { ...rest, period_end: periodEnd(period_start, term_length) } : body
  const changes = acceptChanges(context, subscriptions, next, current)
  const isNext = changes.period_start !== undefined && changes.period_start !== current.period_start
  if (isNext && (changes.paid ?? current.paid) === current.paid)
    changes.paid = await isPeriodPaid(context, id, changes.period_start)
  return updateRecord(context, subscriptions, id, changes)
}

async function isPeriodPaid({ db }: Context, id: number, period_start: string | undefined): Promise<0 | 1> {
  const { rows } = await sql`
    select from subscription_invoices b join transaction_documents d on d.document_id = b.invoice_id
    where b.subscription_id = ${id} and b.period_start = ${period_start} and ${PAYS_PERIOD} limit 1`.execute(
    db,
  )
  return rows.length > 0 ? 1 : 0
}
