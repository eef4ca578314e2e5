import { sql } from 'kysely'
import { nextOnDuty } from '#core/domains/notifications/onDuty.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import type { Events } from '#server/platform/jobs/events.ts'
import type { AlertKey } from './alertReceivers.ts'
import { noticeOf } from './notifyOfAlerts.ts'
import { notifyUsersOfMany } from './notifyUsers.ts'
import { readPlans, scheduleNext } from './onCall.ts'

/** Notifies the next users on duty of an alert that is still unanswered, except those already notified by a channel. */
export async function escalate(context: Context, step: Events['alert.unanswered']): Promise<void> {
  const { alert_id, company_id } = step
  const { rows } = await sql<AlertKey & { status: string }>`
    select alert_id, device_id, company_id, level, status from alerts where alert_id = ${alert_id}`.execute(
    context.db,
  )
  const [alert] = rows
  if (alert?.status !== 'open') return
  const plan = ((await readPlans(context, [alert])).get(alert_id) ?? []).filter(
    (item) => item.company_id === company_id,
  )
  for (let after = step.position; ; ) {
    const next = nextOnDuty(plan, context.now, after)
    if (next.length === 0) return
    const users = [...new Set(next.map(({ user_id }) => user_id))]
    const notice = await noticeOf(context, alert_id)
    const reached = await notifyUsersOfMany(context, [{ ...notice, users, mailed: users }], true)
    after = firstOf(next).position
    if (reached > 0) return scheduleNext(context, { alert_id, company_id }, next)
  }
}
