import { periodEnd } from '#core/domains/subscriptions/periodEnd.ts'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import type { ChangesOf, NewRecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { insertRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { acceptChanges, acceptNew } from '#server/resources/validate.ts'

/** A new subscription; without an end it lasts for its term. */
export function createSubscription(context: Context, body: object) {
  const values = acceptNew(context, subscriptions, body) as NewRecordOf<typeof subscriptions>
  const period_end = values.period_end ?? periodEnd(values.period_start, values.term_length)
  return insertRecord(context, subscriptions, { ...values, period_end })
}

/** Changes a subscription; an end that is taken away is told from start and term again. */
export async function updateSubscription(context: Context, id: number, body: object) {
  const current = await lockRecord(context, subscriptions, id)
  const changes = acceptChanges(subscriptions, body, current) as ChangesOf<typeof subscriptions>
  if (changes.period_end === null) {
    const { period_start, term_length } = { ...current, ...changes }
    return updateRecord(context, subscriptions, id, {
      ...changes,
      period_end: periodEnd(period_start, term_length),
    })
  }
  return updateRecord(context, subscriptions, id, changes)
}
