import { sql } from 'kysely'
import type { MailLine } from '#server/domains/mail/renderMail.ts'
import { sendMail } from '#server/domains/mail/sendMail.ts'
import type { Context } from '#server/platform/context.ts'
import { readerOf, readReaders } from './mailReaders.ts'
import { sayNotification, type ToldRow } from './sayNotification.ts'

interface DueRow extends ToldRow {
  user_id: number
}

/** Users written to in one run; the next run takes the others. */
const AT_ONCE = 200
const LINES = 50

/**
 * Mails what waits to be mailed: of each user everything in one mail, so that a hundred alerts at once are no hundred
 * mails. A notification is marked in the transaction that puts its mail into the outbox: it is never mailed twice.
 */
export async function mailNotifications(context: Context): Promise<void> {
  const due = await claim(context)
  for (const reader of await readReaders(context, [...due.keys()])) {
    const told: MailLine[] = due
      .get(reader.user_id)!
      .map((row) => sayNotification(row, readerOf(reader)))
      .map(({ subject, message }) => ({ title: subject, detail: message }))
    const [first, second] = told
    await sendMail(context, {
      to: reader.address,
      company_id: reader.company_id,
      language: reader.language,
      ...(second
        ? { template: 'told_many', params: { count: String(told.length) }, lines: told.slice(0, LINES) }
        : { template: 'told_one', params: { ...first! } }),
      link: '/me/notifications',
    })
  }
}

/** Takes what is due, by user: nobody else takes it, and it is given back if anything fails. */
async function claim({ db }: Context): Promise<Map<number, DueRow[]>> {
  const { rows } = await sql<DueRow>`
    with due as (
      select user_notification_id from user_notifications where mail_due and user_id in (
        select user_id from user_notifications where mail_due group by user_id order by min(created_at) limit ${AT_ONCE})
      for update skip locked),
    claimed as (
      update user_notifications n set mail_due = false from due
      where n.user_notification_id = due.user_notification_id returning n.*)
    select c.user_id, c.told, c.params, coalesce(s.subject, c.subject) as subject,
      coalesce(s.message, c.message) as message
    from claimed c left join notifications s on s.notification_id = c.notification_id
    order by c.created_at, c.user_notification_id`.execute(db)
  const byUser = new Map<number, DueRow[]>()
  for (const row of rows) byUser.set(row.user_id, [...(byUser.get(row.user_id) ?? []), row])
  return byUser
}
