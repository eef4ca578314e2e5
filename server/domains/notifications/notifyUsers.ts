import { sql } from 'kysely'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { NOTIFICATION_SUBJECT_KINDS } from '#core/resources/objects.ts'
import type { Context } from '#server/platform/context.ts'
import { publishLive } from '#server/platform/database/notify.ts'

/** Kinds of notification: events with texts under `notification_texts`, staff notifications, and a user's own notes. */
export type NotificationTextKind =
  | 'alert_opened'
  | 'alert_closed'
  | 'work_order'
  | 'shipment'
  | 'sign_in_changed'
  | 'invitation_accepted'
  | 'sign_up'
  | 'backup_failed'
  | 'webhook_disabled'
  | 'forecasts_reviewed'
  | 'staff'
  | 'own'

export interface NotificationInput {
  /** Identifies the cause; a user gets at most one notification per cause. */
  cause: string
  kind: NotificationTextKind
  params?: Readonly<Record<string, string | number | null>>
  notification_id?: number
  /** The record it is about. */
  object_ref?: keyof typeof NOTIFICATION_SUBJECT_KINDS
  object_id?: number
  /** When it happened. */
  at: Date
  /** Also sent to users by the channel of their choice. */
  mails: boolean
  /** Users who chose to get messages about this record, and users who chose not to. */
  mailed?: readonly number[]
  unmailed?: readonly number[]
  /** Sent by the urgent channel, also in quiet hours. */
  isUrgent?: boolean
  /** Sent to all users with a notification method; mailed to all if no user has one. */
  mustReach?: boolean
}

/**
 * Creates a notification for each of these users, sent by the channel that they chose, and updates their open pages.
 * Runs in the transaction of the cause, so it is sent if and only if that commits.
 * @returns the number of new notifications
 */
export async function notifyUsers(
  context: Context,
  users: readonly number[],
  notification: NotificationInput,
): Promise<number> {
  if (users.length === 0) return 0
  return notifyUsersOfMany(context, [{ ...notification, users }])
}

type Addressed = NotificationInput & { users: readonly number[] }

/** Rows per statement, to stay far below the statement timeout. */
const ROWS_AT_ONCE = 20_000

/**
 * Sends many notifications, each to its own users, in one go; an open page gets one message for all.
 * @param isEscalation also sends notifications that users have had only in the product
 */
export async function notifyUsersOfMany(
  context: Context,
  batch: readonly Addressed[],
  isEscalation = false,
): Promise<number> {
  const notified = new Set<number>()
  let count = 0
  for (let start = 0; start < batch.length; ) {
    let rows = 0
    let end = start
    while (end < batch.length && (end === start || rows + itemAt(batch, end).users.length <= ROWS_AT_ONCE)) {
      rows += itemAt(batch, end++).users.length
    }
    const users = await writeNotifications(context, batch.slice(start, end), isEscalation)
    count += users.length
    for (const user of users) notified.add(user)
    start = end
  }
  await publishNotificationChanges(context, [...notified])
  return count
}

/**
 * Writes in the order of the input and of the users, so that two servers with the same notifications cannot deadlock.
 * @returns the users of the new rows
 */
async function writeNotifications(
  { db }: Context,
  batch: readonly Addressed[],
  isEscalation: boolean,
): Promise<number[]> {
  const input = batch.map((item, place) => ({ ...item, place }))
  const { rows } = await sql<{ user_id: number }>`
    insert into user_notifications (user_id, cause, told, params, notification_id, object_ref, object_id, is_urgent,
      channel, mail_due, send_state, created_at)
    select u.user_id, n.cause, n.kind, coalesce(n.params, '{}'), n.notification_id, n.object_ref, n.object_id, urgent,
      by.channel, coalesce(by.channel = 'email', false), case when by.channel is not null then 'waiting' end, n.at
    from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as n (cause text, kind text, params jsonb,
        notification_id int8, object_ref text, object_id int8, mails boolean, mailed int8[], unmailed int8[], "isUrgent" boolean, "mustReach" boolean, at timestamptz, users int8[], place int4)
      cross join lateral (select exists (select from users r join people q using (people_id)
        where r.user_id = any(n.users) and r.status = 1 and q.notification_method <> 'none') as any_method) those
      cross join unnest(n.users) as reader (user_id)
      join users u on u.user_id = reader.user_id and u.status = 1
      left join people p using (people_id)
      cross join lateral (select coalesce(n."isUrgent", false) as urgent) how
      cross join lateral (select case when urgent and p.urgent_method is not null then p.urgent_method
        when p.notification_method = 'both' then case when urgent then 'sms' else 'email' end
        else nullif(p.notification_method, 'none') end as channel) own
      cross join lateral (select case
        when not n.mails then null
        when u.user_id = any(n.mailed) then coalesce(own.channel, 'email')
        when n."mustReach" and not any_method then 'email'
        when u.user_id = any(n.unmailed) and n."mustReach" is not true then null
        else own.channel end as channel) by
    order by n.place, u.user_id
    on conflict (user_id, cause) do ${
      isEscalation
        ? sql`update set channel = excluded.channel, mail_due = excluded.mail_due, send_state = excluded.send_state
          where user_notifications.channel is null`
        : sql`nothing`
    }
    returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Informs users' open pages of changed notifications once the transaction commits. */
export async function publishNotificationChanges({ db }: Context, users: readonly number[]): Promise<void> {
  await publishLive(db, 'users', [...users])
}
