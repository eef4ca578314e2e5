import { sql } from 'kysely'
import type { Channel } from '#core/domains/notifications/channels.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { messageOf } from '#server/platform/messageOf.ts'
import { translate } from '#server/platform/translate.ts'
import { mailReaderOf } from '../mailReaders.ts'
import { type NotificationRow, renderNotification } from '../renderNotification.ts'
import { push } from './push.ts'
import { IS_OVER, mayDisturb, PHONE, stillVisible } from './reach.ts'
import { SendFailed, type SmsProvider } from './smsProvider.ts'

/** Longer than the timeout of a provider. */
const LEASE_SECONDS = 60
/** Pauses in s before further attempts; after the last one the message goes by e-mail. */
const RETRY_PAUSES_S = [5, 30, 120]
const MAX_LINES = 3
const MAX_TEXT = 480

interface Due {
  user_id: number
  channel: Exclude<Channel, 'email'>
}

interface Claimed extends NotificationRow {
  user_notification_id: number
  object_ref: string | null
  object_id: number | null
  send_tries: number
}

/**
 * Sends text messages and push messages: everything pending for a user on one channel is one message. A message is marked before the
 * provider gets it: after a crash it counts as uncertain and is not resent.
 */
export async function sendMessages(context: TaskContext, sms: SmsProvider | undefined): Promise<void> {
  await sql`update user_notifications set send_state = 'uncertain' where send_state = 'waiting'
    and channel in ('sms', 'push') and handed_over_at < now() - make_interval(secs => ${LEASE_SECONDS})`.execute(
    context.db,
  )
  for (const due of await findDue(context)) {
    if (context.signal?.aborted) return
    const claimed = await claim(context, due)
    if (claimed.length === 0) continue
    const failure = await deliver(context, due, claimed, sms).then(
      () => undefined,
      (error: unknown) => (error instanceof SendFailed ? error : new SendFailed(messageOf(error), 'later')),
    )
    await record(context, due.channel, claimed, failure)
  }
}

async function findDue({ db, now }: Context): Promise<Due[]> {
  const { rows } = await sql<{ user_id: number; channel: Due['channel'] | null }>`
    select distinct n.user_id, n.channel from user_notifications n join users u using (user_id) join people p using (people_id)
    where n.send_state = 'waiting' and n.channel in ('sms', 'push') and n.send_next_at <= now() and n.handed_over_at is null
      and ${mayDisturb(now)} order by n.user_id`.execute(db)
  return rows.flatMap(({ user_id, channel }) => (channel ? [{ user_id, channel }] : []))
}

/** Marks notifications as handed over; drops those that are over, or that their reader removed or may no longer see. */
async function claim(context: Context, { user_id, channel }: Due): Promise<Claimed[]> {
  return context.db.transaction().execute(async (db) => {
    const { rows } = await sql<Claimed & { is_over: boolean }>`
      select n.user_notification_id, n.told as kind, n.params, coalesce(s.subject, n.subject) as subject,
        coalesce(s.message, n.message) as message, n.object_ref, n.object_id, n.send_tries,
        ${IS_OVER} as is_over
      from user_notifications n join users u using (user_id) join people p using (people_id)
        left join notifications s on s.notification_id = n.notification_id
      where n.user_id = ${user_id} and n.channel = ${channel} and n.send_state = 'waiting' and n.handed_over_at is null
        and n.send_next_at <= now() and ${mayDisturb(context.now)}
      order by n.created_at, n.user_notification_id for update of n skip locked`.execute(db)
    const ids = rows.map(({ user_notification_id }) => user_notification_id)
    const seen = await stillVisible({ ...context, db }, user_id, ids)
    const sendable = rows.filter((row) => !row.is_over && seen.has(row.user_notification_id))
    await sql`update user_notifications set send_state = 'dropped' where user_notification_id = any(${ids}::int8[])
      and user_notification_id <> all(${idsOf(sendable)}::int8[])`.execute(db)
    await sql`update user_notifications set handed_over_at = now(), send_tries = send_tries + 1
      where user_notification_id = any(${idsOf(sendable)}::int8[])`.execute(db)
    return sendable
  })
}

const idsOf = (rows: readonly Claimed[]) => rows.map(({ user_notification_id }) => user_notification_id)

async function deliver(
  context: Context,
  { user_id, channel }: Due,
  rows: readonly Claimed[],
  sms: SmsProvider | undefined,
): Promise<void> {
  const { db } = context
  const { rows: readers } = await sql<{ language: string; unit_of_measure: number; phone: string | null }>`
    select p.language, p.unit_of_measure, ${PHONE} as phone from users u join people p using (people_id)
    where u.user_id = ${user_id}`.execute(db)
  const { language, unit_of_measure, phone } = firstOf(readers)
  const lines = rows.map((row) => renderNotification(row, mailReaderOf({ language, unit_of_measure })))
  const shown = lines.slice(0, MAX_LINES).map(({ subject, message }) => `${subject} – ${message}`)
  const rest = lines.length - shown.length
  const text = [
    ...shown,
    ...(rest > 0 ? [translate(language, 'notification_texts.digest.more', { count: rest })] : []),
  ].join('\n')
  if (channel === 'sms') return textTo(sms, phone, `${(await readSettings(db)).company_name}: ${text}`)
  const row = firstOf(rows)
  const isOne = lines.length === 1
  await push(context, user_id, {
    title: isOne
      ? firstOf(lines).subject
      : translate(language, 'mails.told_many.subject', { count: lines.length }),
    body: (isOne ? firstOf(lines).message : text).slice(0, MAX_TEXT),
    url: isOne && row.object_ref === 'device' ? `/devices/profile/${row.object_id}` : '/me/notifications',
  })
}

/** Sends a text message. @throws SendFailed */
export async function textTo(
  sms: SmsProvider | undefined,
  phone: string | null,
  text: string,
): Promise<void> {
  if (!sms) throw new SendFailed('no text message provider', 'never')
  if (!phone) throw new SendFailed('no phone number', 'never')
  await sms.send(phone, text.slice(0, MAX_TEXT))
}

/** A message that finally fails is mailed instead, and its reason is stored. */
async function record(
  { db }: Context,
  channel: Channel,
  rows: readonly Claimed[],
  failure: SendFailed | undefined,
): Promise<void> {
  const ids = sql`any(${idsOf(rows)}::int8[])`
  if (!failure) {
    await sql`update user_notifications set send_state = 'sent', sent_at = now(), send_error = null
      where user_notification_id = ${ids}`.execute(db)
    return
  }
  const error = `${channel}: ${failure.message}`.slice(0, 500)
  if (failure.retry === 'unknown') {
    await sql`update user_notifications set send_state = 'uncertain', send_error = ${error}
      where user_notification_id = ${ids}`.execute(db)
    return
  }
  const pauses = sql`${RETRY_PAUSES_S}::int4[]`
  const isEnd = sql`(${failure.retry === 'never'} or n.send_tries > ${RETRY_PAUSES_S.length})`
  await sql`update user_notifications n set send_error = ${error}, handed_over_at = null,
    channel = case when ${isEnd} then 'email' else channel end, mail_due = ${isEnd},
    send_next_at = now() + make_interval(secs => coalesce((${pauses})[n.send_tries], 0))
    where user_notification_id = ${ids}`.execute(db)
}
