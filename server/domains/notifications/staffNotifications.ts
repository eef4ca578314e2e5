import { sql } from 'kysely'
import { notifications } from '#core/domains/notifications/notifications.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { type Operations, standardOperations } from '#server/resources/operations.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { notifyUsers, publishNotificationChanges } from './notifyUsers.ts'

type Notification = RecordOf<typeof notifications>

const standard = standardOperations(notifications)
/** Length of a subject taken from the message. */
const SUBJECT_LENGTH = 80

/** Differences from the standard operations: a subject is always set, and a sent notification cannot change. */
export const notificationOperations: Partial<Operations<typeof notifications>> = {
  create: (context, body) => standard.create(context, withSubject(body)),
  update: async (context, id, body) => {
    const { date_sent, subject } = await lockRecord(context, notifications, id)
    if (date_sent) throw conflict('messages.notification_sent')
    return standard.update(context, id, 'subject' in body || !subject ? withSubject(body) : body)
  },
  remove: async (context, id) => {
    const rows = await context.db
      .selectFrom('user_notifications')
      .select('user_id')
      .where('notification_id', '=', id)
      .execute()
    await standard.remove(context, id)
    const users = rows.map(({ user_id }) => user_id)
    await publishNotificationChanges(context, users)
  },
}

/** Uses the beginning of the message as a missing subject. */
function withSubject(body: Values): Values {
  const { subject, message } = body
  if ((typeof subject === 'string' && subject.trim() !== '') || typeof message !== 'string') return body
  if (subject !== undefined && subject !== null && typeof subject !== 'string') return body
  return { ...body, subject: firstOf(message.trim().split('\n', 1)).slice(0, SUBJECT_LENGTH) || null }
}

/**
 * Sends a notification to its receivers, once; they get it after the transaction commits.
 * @throws Refusal 409 if it was sent before; 422 if it names no receivers
 */
export async function sendNotification(context: Context, id: number): Promise<Notification> {
  const found = await lockRecord(context, notifications, id)
  if (found.date_sent) throw conflict('messages.notification_sent')
  const named = [found.login_types, found.company_ids, found.people_ids]
  if (named.every((list) => !list?.length)) throw invalid([{ field: 'login_types', rule: 'no_receivers' }])
  await context.db
    .updateTable('notifications')
    .set({ date_sent: context.now, updated_at: context.now })
    .where('notification_id', '=', id)
    .execute()
  await audit(context, notifications.name, id, 'send')
  await emit(context, 'notification.sent', [{ notification_id: id }])
  return readRecord(context, notifications, id)
}

/** Delivers a sent notification to every named user who can sign in. */
export async function deliverNotification(
  context: Context,
  { notification_id }: { notification_id: number },
): Promise<void> {
  const { rows } = await sql<{ user_id: number; date_sent: string }>`
    select distinct u.user_id, n.date_sent from notifications n
      cross join users u join accounts a using (user_id)
    where n.notification_id = ${notification_id} and n.date_sent is not null and u.status = 1 and (
      n.login_types ? a.login_type_id or n.company_ids @> to_jsonb(a.company_id)
      or n.people_ids @> to_jsonb(u.people_id))`.execute(context.db)
  if (rows.length === 0) return
  const users = rows.map(({ user_id }) => user_id)
  await notifyUsers(context, users, {
    cause: `notification:${notification_id}`,
    kind: 'staff',
    notification_id,
    at: new Date(firstOf(rows).date_sent),
    mails: true,
  })
  await sql`update notifications set receivers = (
      select count(*) from user_notifications u where u.notification_id = notifications.notification_id)
    where notification_id = ${notification_id}`.execute(context.db)
}
