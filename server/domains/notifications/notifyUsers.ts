import { sql } from 'kysely'
import type { NOTIFICATION_SUBJECT_KINDS } from '#core/resources/objects.ts'
import type { Context } from '#server/platform/context.ts'
import { publishLive } from '#server/platform/notify.ts'

/** What somebody is told: the kinds of text under `told`, a staff notification, or what one wrote for himself. */
export type NotificationTextKind =
  | 'alert_opened'
  | 'alert_closed'
  | 'work_order'
  | 'shipment'
  | 'sign_in_changed'
  | 'invitation_accepted'
  | 'sign_up'
  | 'backup_failed'
  | 'forecasts_reviewed'
  | 'staff'
  | 'own'

export interface NotificationInput {
  /** What it comes from: of one cause a user has one notification, however often it is told. */
  cause: string
  told: NotificationTextKind
  params?: Readonly<Record<string, string | number | null>>
  notification_id?: number
  /** The record that it is about. */
  object_ref?: keyof typeof NOTIFICATION_SUBJECT_KINDS
  object_id?: number
  /** When it happened. */
  at: Date
  /** Whether it also goes by e-mail to whoever wants that. */
  mails: boolean
  /** Users who chose to have news of this by e-mail, and those who chose not to. */
  mailed?: readonly number[]
  unmailed?: readonly number[]
  /** Somebody must hear of it at once: it is mailed to all who want to be told in any way, or to everybody where nobody does. */
  isUrgent?: boolean
}

/**
 * Gives each of these users a notification, by e-mail too where they chose that, and tells their open pages. In the
 * transaction of its cause: told if and only if that happened.
 * @returns how many of them had not been told of it before.
 */
export async function notifyUsers(
  context: Context,
  users: readonly number[],
  news: NotificationInput,
): Promise<number> {
  if (users.length === 0) return 0
  return notifyUsersOfMany(context, [{ ...news, users }])
}

type NewsForSome = NotificationInput & { users: readonly number[] }

/** Rows of one statement: it stays far below the time that a statement may take. */
const ROWS_AT_ONCE = 20_000

/** The same for many pieces of news, each with its own readers, in one go: an open page hears one word of all. */
export async function notifyUsersOfMany(context: Context, news: readonly NewsForSome[]): Promise<number> {
  const told = new Set<number>()
  let count = 0
  for (let start = 0; start < news.length; ) {
    let rows = 0
    let end = start
    while (end < news.length && (end === start || rows + news[end]!.users.length <= ROWS_AT_ONCE)) {
      rows += news[end++]!.users.length
    }
    const users = await writeNews(context, news.slice(start, end))
    count += users.length
    for (const user of users) told.add(user)
    start = end
  }
  await publishNotificationChanges(context, [...told])
  return count
}

/**
 * In the order that was given and of the users: two servers with the same news wait for each other, never in a circle.
 * @returns the users of the rows that are new.
 */
async function writeNews({ db }: Context, news: readonly NewsForSome[]): Promise<number[]> {
  const given = news.map((piece, place) => ({ ...piece, place }))
  const { rows } = await sql<{ user_id: number }>`
    insert into user_notifications (user_id, cause, told, params, notification_id, object_ref, object_id, mail_due,
      created_at)
    select u.user_id, n.cause, n.told, coalesce(n.params, '{}'), n.notification_id, n.object_ref, n.object_id,
      n.mails and (coalesce(u.user_id = any(n.mailed), false)
        or coalesce(p.notification_method in ('email', 'both'), false) and not coalesce(u.user_id = any(n.unmailed), false)
        or coalesce(n."isUrgent", false) and (coalesce(p.notification_method, 'none') <> 'none'
          or not bool_or(coalesce(p.notification_method, 'none') <> 'none') over (partition by n.place))), n.at
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (cause text, told text, params jsonb,
        notification_id int8, object_ref text, object_id int8, mails boolean, mailed int8[], unmailed int8[], "isUrgent" boolean, at timestamptz, users int8[], place int4)
      cross join unnest(n.users) as reader (user_id)
      join users u on u.user_id = reader.user_id and u.status = 1
      left join people p using (people_id)
    order by n.place, u.user_id
    on conflict (user_id, cause) do nothing
    returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** The word to the open pages of users that their notifications changed, sent when the transaction is on disk. */
export async function publishNotificationChanges({ db }: Context, users: readonly number[]): Promise<void> {
  await publishLive(db, 'users', [...users])
}
