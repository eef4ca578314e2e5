import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { MailLine } from '#server/domains/mail/renderMail.ts'
import { sendMail } from '#server/domains/mail/sendMail.ts'
import type { Context } from '#server/platform/context.ts'
import { eachInOwnTransaction } from '#server/platform/database/transactions.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { IS_OVER, mayDisturb, stillVisible } from './channels/reach.ts'
import { mailReaderOf, readMailReader } from './mailReaders.ts'
import { type NotificationRow, renderNotification } from './renderNotification.ts'

/** Users per query. */
const BATCH_SIZE = 200
const MAX_LINES = 50

/**
 * Mails pending notifications, one mail per user, so that a hundred alerts at once do not cause a hundred mails. A
 * notification is marked in the transaction that queues its mail, so it is mailed at most once.
 */
export function mailNotifications(context: TaskContext): Promise<void> {
  return eachInOwnTransaction(context, { due: readDue, work: mailUser })
}

async function readDue({ db, now }: Context, after: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct n.user_id from user_notifications n join users u using (user_id) left join people p using (people_id)
    where n.mail_due and n.user_id > ${after} and ${mayDisturb(now)} order by n.user_id limit ${BATCH_SIZE}`.execute(
    db,
  )
  return rows.map(({ user_id }) => user_id)
}

async function mailUser(context: Context, user_id: number): Promise<void> {
  const due = await claim(context, user_id)
  if (due.length === 0) return
  const ids = due.map(({ user_notification_id }) => user_notification_id)
  const reader = await readMailReader(context, user_id)
  if (!reader) {
    await sql`update user_notifications set send_state = 'failed', send_error = concat_ws('; ', send_error, 'email: no address')
      where user_notification_id = any(${ids}::int8[])`.execute(context.db)
    return
  }
  const lines: MailLine[] = due
    .map((row) => renderNotification(row, mailReaderOf(reader)))
    .map(({ subject, message }) => ({ title: subject, detail: message }))
  const first = firstOf(lines)
  const mail_id = await sendMail(context, {
    to: reader.address,
    company_id: reader.company_id,
    language: reader.language,
    ...(lines.length > 1
      ? { template: 'told_many', params: { count: String(lines.length) }, lines: lines.slice(0, MAX_LINES) }
      : { template: 'told_one', params: { ...first } }),
    link: '/me/notifications',
  })
  await sql`update user_notifications set mail_id = ${mail_id}
    where user_notification_id = any(${ids}::int8[])`.execute(context.db)
}

interface Claimed extends NotificationRow {
  user_notification_id: number
  is_over: boolean
}

/** Claims a user's pending notifications that they may still see and that are not over; they are released if anything fails. */
async function claim(context: Context, user_id: number): Promise<Claimed[]> {
  const { db, now } = context
  const { rows } = await sql<Claimed>`
    with due as (
      select n.user_notification_id from user_notifications n join users u using (user_id)
        left join people p using (people_id)
      where n.mail_due and n.user_id = ${user_id} and ${mayDisturb(now)} for update of n skip locked),
    claimed as (
      update user_notifications n set mail_due = false, send_state = 'sent', sent_at = ${now} from due
      where n.user_notification_id = due.user_notification_id returning n.*)
    select n.user_notification_id, ${IS_OVER} as is_over, n.told as kind, n.params, coalesce(s.subject, n.subject) as subject,
      coalesce(s.message, n.message) as message
    from claimed n join users u using (user_id) left join notifications s on s.notification_id = n.notification_id
    order by n.created_at, n.user_notification_id`.execute(db)
  const seen = await stillVisible(
    context,
    user_id,
    rows.map(({ user_notification_id }) => user_notification_id),
  )
  const dropped = rows.filter(
    ({ user_notification_id, is_over }) => is_over || !seen.has(user_notification_id),
  )
  if (dropped.length > 0)
    await sql`update user_notifications set send_state = 'dropped' where user_notification_id = any(${dropped.map(
      ({ user_notification_id }) => user_notification_id,
    )}::int8[])`.execute(db)
  return rows.filter((row) => !dropped.includes(row))
}
