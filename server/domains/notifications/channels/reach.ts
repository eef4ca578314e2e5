import { type RawBuilder, sql } from 'kysely'
import { NOTIFICATION_SUBJECT_KINDS } from '#core/resources/objects.ts'
import { actorOfAccount } from '#server/domains/access/sessions/actorOfSession.ts'
import type { Context } from '#server/platform/context.ts'
import { visibleByObject } from '#server/resources/rights/visible.ts'

/** The number of a person `p` for text messages: preferably the one marked for notifications, never a fax. */
export const PHONE: RawBuilder<string | null> = sql`(
  select e.phone_number from entity_phones e where e.object_ref = 'person' and e.object_id = p.people_id
    and e.phone_type <> 'fax'
  order by e.notify desc, e.phone_type = 'mobile' desc, e.prime desc, e.entity_phones_id limit 1)`

/** Whether a notification `n` may be sent now: it is urgent, or its reader `p` has no quiet hours at this moment. */
export function mayDisturb(now: Date): RawBuilder<boolean> {
  const time = sql`clock_in(p.user_time_zone, ${now}::timestamptz)::time`
  const from = sql`p.quiet_from::time`
  const until = sql`p.quiet_until::time`
  return sql<boolean>`(n.is_urgent or not coalesce(case when ${from} < ${until}
    then ${time} >= ${from} and ${time} < ${until} else ${time} >= ${from} or ${time} < ${until} end, false))`
}

/**
 * Whether a notification `n` of a user `u` is over: its reader removed it or was deactivated, or its alert has closed, or woke and has
 * a newer one.
 */
export const IS_OVER: RawBuilder<boolean> = sql`(n.removed_at is not null or u.status <> 1
  or n.told = 'alert_opened' and exists (select from alerts a
    where a.device_id = n.object_id and split_part(n.cause, ':', 2) = a.alert_id::text and (a.status = 'closed'
      or exists (select from alert_events e where e.alert_id = a.alert_id and e.event = 'woken' and e.at > n.created_at))))`

/**
 * A user's notifications about records that one of their accounts may see now: rights can end between a notification
 * and its message.
 */
export async function stillVisible(
  context: Context,
  user_id: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const { db } = context
  const { rows: accounts } = await sql<{ company_id: number }>`
    select company_id from accounts where user_id = ${user_id} order by company_id`.execute(db)
  const seen = new Set<number>()
  for (const { company_id } of accounts) {
    const account = await actorOfAccount(db, user_id, company_id)
    if (!account?.isActive) continue
    const { rows } = await sql<{ id: number }>`
      select n.user_notification_id as id from user_notifications n
      where n.user_notification_id = any(${[...ids]}::int8[])
        and (n.object_ref is null or ${visibleByObject(account.actor, 'n', NOTIFICATION_SUBJECT_KINDS)})`.execute(
      db,
    )
    for (const { id } of rows) seen.add(id)
  }
  return seen
}
