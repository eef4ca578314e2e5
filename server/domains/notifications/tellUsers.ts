import { sql } from 'kysely'
import type { NEWS_KINDS } from '#core/resources/objects.ts'
import type { Context } from '#server/platform/context.ts'

/** What somebody is told: the kinds of text under `told`, a staff notification, or what one wrote for himself. */
export type Told =
  | 'alert_opened'
  | 'alert_closed'
  | 'work_order'
  | 'shipment'
  | 'sign_in_changed'
  | 'invitation_accepted'
  | 'sign_up'
  | 'staff'
  | 'own'

export interface News {
  /** What it comes from: of one cause a user has one notification, however often it is told. */
  cause: string
  told: Told
  params?: Readonly<Record<string, string | number | null>>
  notification_id?: number
  /** The record that it is about. */
  object_ref?: keyof typeof NEWS_KINDS
  object_id?: number
  /** When it happened. */
  at: Date
  /** Whether it also goes by e-mail to whoever wants that. */
  mails: boolean
}

/** The largest word of the database is 8,000 bytes; this many users stay below it. */
const USERS_A_WORD = 500

/**
 * Gives each of these users a notification, by e-mail too where he chose that, and tells his open pages. In the
 * transaction of its cause: told if and only if that happened.
 * @returns how many of them had not been told of it before.
 */
export async function tellUsers(context: Context, users: readonly number[], news: News): Promise<number> {
  if (users.length === 0) return 0
  const { rows } = await sql<{ user_id: number }>`
    insert into user_notifications (user_id, cause, told, params, notification_id, object_ref, object_id, mail_due,
      created_at)
    select u.user_id, ${news.cause}, ${news.told}, ${JSON.stringify(news.params ?? {})}::jsonb,
      ${news.notification_id ?? null}, ${news.object_ref ?? null}, ${news.object_id ?? null},
      ${news.mails} and coalesce(p.notification_method in ('email', 'both'), false), ${news.at}
    from users u left join people p using (people_id)
    where u.user_id = any(${[...users]}::int8[]) and u.status = 1
    on conflict (user_id, cause) do nothing
    returning user_id`.execute(context.db)
  const told = rows.map(({ user_id }) => user_id)
  await tellPagesOf(context, told)
  return told.length
}

/** The word to the open pages of users that their notifications changed, sent when the transaction is on disk. */
export async function tellPagesOf({ db }: Context, users: readonly number[]): Promise<void> {
  for (let start = 0; start < users.length; start += USERS_A_WORD) {
    const word = JSON.stringify({ users: users.slice(start, start + USERS_A_WORD) })
    await sql`select pg_notify('live', ${word})`.execute(db)
  }
}
