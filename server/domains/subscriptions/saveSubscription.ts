import { periodEnd } from '#core/domains/subscriptions/periodEnd.ts'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { isCalendarDay } from '#core/platform/time/calendarDay.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
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
 * and term again.
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
  return updateRecord(context, subscriptions, id, changes)
}
