import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { NOTIFICATION_SUBJECT_KINDS } from '#core/resources/objects.ts'
import { accountOf, type Context } from '#server/platform/context.ts'
import { cleaningTask } from '#server/platform/jobs/schedule.ts'
import { notFound } from '#server/platform/refusal.ts'
import { LARGEST_PAGE } from '#server/resources/lists/listQuery.ts'
import { visibleByObject } from '#server/resources/rights/visible.ts'
import { URGENT } from './notifyOfAlerts.ts'
import { publishNotificationChanges } from './notifyUsers.ts'
import { type NotificationRow, renderNotification } from './renderNotification.ts'

interface OwnRow extends NotificationRow {
  user_notification_id: number
  object_name: string | null
  object_id: number | null
  modal: number
  file: string | null
  icon: string | null
  icon_class: string | null
  read_flag: 0 | 1
  created_at: string
}

/** A notification for its receiver; `notification_id` is the id of the receiver's own row. */
export interface OwnNotification {
  notification_id: number
  subject: string
  message: string
  object_name: string | null
  object_id: number | null
  modal: number
  file: string | null
  icon: string
  icon_class: string
  read_flag: 0 | 1
  date_created: string
  date_sent: string
}

export interface OwnNotificationQuery {
  page_num: number
  /** 0 = the largest page. */
  page_size: number
  read_flag?: '0' | '1' | undefined
  /** Only pop-ups to show at the sign-in. */
  popup?: '1' | undefined
}

interface OwnPage {
  notifications: OwnNotification[]
  page: { page_num: number; page_size: number; total_records: number; new_notifications: number }
}

/** The actor's own notifications, newest first, without notifications about records that they may no longer see. */
export async function listOwnNotifications(context: Context, query: OwnNotificationQuery): Promise<OwnPage> {
  const size = query.page_size === 0 ? LARGEST_PAGE : Math.min(query.page_size, LARGEST_PAGE)
  const { rows: counted } = await sql<{ total: number; unread: number }>`
    select count(*) filter (where ${matches(query)}) as total, count(*) filter (where n.read_at is null) as unread
    from ${OWN} where ${mine(context)}`.execute(context.db)
  const rows = await readOwn(
    context,
    sql`${matches(query)} order by n.created_at desc, n.user_notification_id desc
      limit ${size} offset ${(query.page_num - 1) * size}`,
  )
  return {
    notifications: rows,
    page: {
      page_num: query.page_num,
      page_size: size,
      total_records: Number(firstOf(counted).total),
      new_notifications: Number(firstOf(counted).unread),
    },
  }
}

/** Marks one as read or unread. @throws Refusal 404 if it is not the actor's */
export async function markOwnNotification(
  context: Context,
  id: number,
  isRead: boolean,
): Promise<OwnNotification> {
  return change(context, id, sql`read_at = ${isRead ? sql`coalesce(n.read_at, ${context.now})` : null}`)
}

/** "Do not show again": ends a pop-up and marks it as read. */
export async function dismissOwnNotification(context: Context, id: number): Promise<OwnNotification> {
  return change(
    context,
    id,
    sql`dismissed_at = ${context.now}, read_at = coalesce(n.read_at, ${context.now})`,
  )
}

/**
 * Marks all visible notifications as read; this cannot be undone.
 * @returns the number that were unread
 */
export async function markAllRead(context: Context): Promise<number> {
  const { rows } = await sql`
    update user_notifications n set read_at = ${context.now} where n.read_at is null and ${mine(context)}
    returning 1`.execute(context.db)
  await publishNotificationChanges(context, [accountOf(context).user_id])
  return rows.length
}

/** Removes one; the log of its alert keeps sent messages. @throws Refusal 404 */
export async function removeOwnNotification(context: Context, id: number): Promise<void> {
  const { rows } = await sql`
    update user_notifications n set removed_at = ${context.now} where n.user_notification_id = ${id} and ${mine(context)}
    returning 1`.execute(context.db)
  if (rows.length === 0) throw notFound()
  await publishNotificationChanges(context, [accountOf(context).user_id])
}

/** Creates a note to oneself. */
export async function createOwnNotification(
  context: Context,
  { subject, message }: { subject?: string | null | undefined; message: string },
): Promise<OwnNotification> {
  const { rows } = await sql<{ id: number }>`
    insert into user_notifications (user_id, cause, told, subject, message, created_at)
    values (${context.actor.user_id}, ${`own:${randomUUID()}`}, 'own', ${subject || firstOf(message.split('\n', 1)).slice(0, 80)},
      ${message}, ${context.now}) returning user_notification_id as id`.execute(context.db)
  await publishNotificationChanges(context, [accountOf(context).user_id])
  return findOwn(context, firstOf(rows).id)
}

async function change(context: Context, id: number, what: RawBuilder<unknown>): Promise<OwnNotification> {
  const { rows } = await sql`
    update user_notifications n set ${what} where n.user_notification_id = ${id} and ${mine(context)}
    returning 1`.execute(context.db)
  if (rows.length === 0) throw notFound()
  await publishNotificationChanges(context, [accountOf(context).user_id])
  return findOwn(context, id)
}

async function findOwn(context: Context, id: number): Promise<OwnNotification> {
  const [row] = await readOwn(context, sql`n.user_notification_id = ${id}`)
  if (!row) throw notFound()
  return row
}

const OWN = sql`user_notifications n left join notifications s on s.notification_id = n.notification_id`

/** The actor's rows, without rows about records that they may not read. */
function mine({ actor }: Context): RawBuilder<boolean> {
  return sql<boolean>`(n.user_id = ${actor.user_id} and n.removed_at is null
    and (n.object_ref is null or ${visibleByObject(actor, 'n', NOTIFICATION_SUBJECT_KINDS)}))`
}

function matches({ read_flag, popup }: OwnNotificationQuery): RawBuilder<boolean> {
  const read = read_flag ? sql`n.read_at is ${read_flag === '1' ? sql`not null` : sql`null`}` : sql`true`
  return sql<boolean>`(${read} and ${popup ? sql`coalesce(s.modal, 0) = 1 and n.dismissed_at is null` : sql`true`})`
}

async function readOwn(context: Context, rest: RawBuilder<unknown>): Promise<OwnNotification[]> {
  const { rows } = await sql<OwnRow>`
    select n.user_notification_id, n.told as kind, n.params, coalesce(s.subject, n.subject) as subject,
      coalesce(s.message, n.message) as message, coalesce(s.object_name, n.object_ref) as object_name,
      coalesce(s.object_id, n.object_id) as object_id, coalesce(s.modal, 0) as modal, s.file, s.icon, s.icon_class,
      case when n.read_at is null then 0 else 1 end as read_flag, n.created_at
    from ${OWN} where ${mine(context)} and ${rest}`.execute(context.db)
  return rows.map(({ user_notification_id, kind, params, created_at, ...row }) => ({
    notification_id: user_notification_id,
    ...row,
    ...renderNotification({ kind, params, subject: row.subject, message: row.message }, context.actor),
    icon: row.icon ?? iconOf(kind, params),
    icon_class: row.icon_class ?? iconClassOf(kind, params),
    date_created: created_at,
    date_sent: created_at,
  }))
}

const ICONS: Readonly<Record<string, string>> = {
  alert_opened: 'alert',
  alert_closed: 'droplet',
  work_order: 'tool',
  shipment: 'truck',
  staff: 'message',
  sign_in_changed: 'shield',
  invitation_accepted: 'user',
  sign_up: 'user',
  backup_failed: 'alert',
  webhook_disabled: 'alert',
  forecasts_reviewed: 'chart',
}

function iconOf(kind: string, { became }: NotificationRow['params']): string {
  return (became ? 'alert' : ICONS[kind]) ?? 'bell'
}

function iconClassOf(kind: string, { level, became }: NotificationRow['params']): string {
  if (became) return 'error'
  if (kind === 'alert_closed' || kind === 'invitation_accepted') return 'success'
  if (kind === 'sign_in_changed') return 'warning'
  if (kind === 'backup_failed' || kind === 'webhook_disabled') return 'error'
  if (kind !== 'alert_opened') return 'info'
  return typeof level === 'string' && URGENT.has(level) ? 'error' : 'warning'
}

/** Deletes notifications after half a year. */
export const cleanNotifications = cleaningTask('notifications', [
  sql`delete from user_notifications where created_at < now() - interval '180 days'`,
])
