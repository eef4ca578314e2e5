import { sql } from 'kysely'
import { nextOnDuty, type Shift } from '#core/domains/notifications/onDuty.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { type AlertKey, companiesAbove, usersWhoSeeAlerts } from './alertReceivers.ts'

interface StoredShift extends Shift {
  company_id: number
  user_id: number
  wait_minutes: number
}

/** Users on call for an alert, who are notified first, and others of the plans, who wait. */
export interface Duty {
  first: number[]
  waiting: number[]
}

/**
 * Applies the plans of alerts' companies and of the companies above them, and starts their escalation. Plans with no one on duty, and users
 * who may not see the device, are ignored.
 */
export async function beginDuty(context: Context, alerts: readonly AlertKey[]): Promise<Map<number, Duty>> {
  const duties = new Map<number, Duty>()
  const plans = await readPlans(context, alerts)
  if (plans.size === 0) return duties
  for (const [alert_id, shifts] of plans) {
    const firsts = [...groupBy(shifts, ({ company_id }) => company_id)].flatMap(([company_id, plan]) => {
      const next = nextOnDuty(plan, context.now, 0)
      return next.length > 0 ? [{ company_id, plan, next }] : []
    })
    const first = firsts.flatMap(({ next }) => next.map(({ user_id }) => user_id))
    const planned = firsts.flatMap(({ plan }) => plan.map(({ user_id }) => user_id))
    duties.set(alert_id, { first, waiting: planned.filter((user_id) => !first.includes(user_id)) })
    for (const { company_id, next } of firsts) await scheduleNext(context, { alert_id, company_id }, next)
  }
  return duties
}

/** Escalates when the shortest waiting time of the notified users has passed. */
export async function scheduleNext(
  context: Context,
  of: { alert_id: number; company_id: number },
  notified: readonly StoredShift[],
): Promise<void> {
  const seconds = 60 * Math.min(...notified.map(({ wait_minutes }) => wait_minutes))
  await emit(context, 'alert.unanswered', [{ ...of, position: firstOf(notified).position }], seconds)
}

/** The shifts of each alert whose users may see its device, by alert. */
export async function readPlans(
  context: Context,
  alerts: readonly AlertKey[],
): Promise<Map<number, StoredShift[]>> {
  const { rows } = await sql<StoredShift & { below_id: number }>`
    with recursive ${companiesAbove(alerts)}
    select a.below_id, s.company_id, u.user_id, s.position, s.hours, s.time_zone, s.wait_minutes
    from on_call_shifts s join above a using (company_id) join users u using (people_id)
    where u.status = 1 order by s.position, s.on_call_shift_id`.execute(context.db)
  if (rows.length === 0) return new Map()
  const seeing = await usersWhoSeeAlerts(context, alerts)
  const plans = alerts.map(({ alert_id, company_id }) => {
    const users = new Set(seeing.get(alert_id))
    return [alert_id, rows.filter((row) => row.below_id === company_id && users.has(row.user_id))] as const
  })
  return new Map(plans.filter(([, shifts]) => shifts.length > 0))
}
