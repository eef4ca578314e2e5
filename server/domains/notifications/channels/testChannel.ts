import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Channel } from '#core/domains/notifications/channels.ts'
import { sendMail } from '#server/domains/mail/sendMail.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { accountOf, type Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import { messageOf } from '#server/platform/messageOf.ts'
import { tooManyRequests } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { ADDRESS } from '../mailReaders.ts'
import { browsersOf, push, readPushKey } from './push.ts'
import { PHONE } from './reach.ts'
import { textTo } from './sendMessages.ts'
import type { SmsProvider } from './smsProvider.ts'

/** Maximum number of tests of a user per hour, because text messages cost money. */
const MAX_TESTS = 10

export interface Transports {
  sms: SmsProvider | undefined
  isMailReady: boolean
}

/** How messages reach the actor. */
export async function readOwnChannels(context: Context, { sms, isMailReady }: Transports) {
  const { email, phone } = await readAddresses(context)
  return {
    ...{ email, sms: phone, browsers: (await browsersOf(context, accountOf(context).user_id)).length },
    ...{ is_mail_ready: isMailReady, is_sms_ready: sms !== undefined, push_key: await readPushKey(context) },
  }
}

async function readAddresses({
  db,
  actor,
}: Context): Promise<{ email: string | null; phone: string | null }> {
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    select ${ADDRESS} as email, ${PHONE} as phone from users u join people p using (people_id)
    where u.user_id = ${actor.user_id}`.execute(db)
  return rows[0] ?? { email: null, phone: null }
}

/**
 * Sends the actor a test by a channel, at once; an e-mail is only queued.
 * @returns why it failed, in the actor's language, or null
 * @throws Refusal 429
 */
export async function testOwnChannel(
  context: Context,
  channel: Channel,
  { sms, isMailReady }: Transports,
): Promise<string | null> {
  const { language } = context.actor
  const { email, phone } = await readAddresses(context)
  const textOf = (
    key: 'title' | 'body' | 'no_mail_server' | 'no_address' | 'no_sms_provider' | 'no_phone' | 'no_browser',
  ) => translate(language, `notification_texts.test.${key}`)
  const { user_id } = accountOf(context)
  const missing = {
    email: isMailReady ? !email && textOf('no_address') : textOf('no_mail_server'),
    sms: sms ? !phone && textOf('no_phone') : textOf('no_sms_provider'),
    push: (await browsersOf(context, user_id)).length === 0 && textOf('no_browser'),
  }[channel]
  if (missing) return missing
  await count(context, channel)
  const text = { title: textOf('title'), body: textOf('body') }
  try {
    if (channel === 'email') await mail(context, email ?? '', text)
    else if (channel === 'push') await push(context, user_id, { ...text, url: '/me/notifications' })
    else await textTo(sms, phone, `${(await readSettings(context.db)).company_name}: ${text.title}`)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

function mail(
  context: Context,
  to: string,
  { title, body }: { title: string; body: string },
): Promise<unknown> {
  const { language, company_id } = context.actor
  return inTransaction(context, (within) =>
    sendMail(within, {
      ...{ to, company_id, language, template: 'told_one', link: '/me/notifications' },
      params: { title, detail: body },
    }),
  )
}

/** Counts a test before it is sent: concurrent tests of a user wait here for each other. @throws Refusal 429 */
function count(context: Context, channel: Channel): Promise<void> {
  const { user_id } = context.actor
  return inTransaction(context, async ({ db }) => {
    await sql`select from users where user_id = ${user_id} for no key update`.execute(db)
    const { rows } = await sql`
      insert into user_notifications (user_id, cause, told, message, channel, send_state, sent_at, read_at, removed_at)
      select ${user_id}, ${`test:${randomUUID()}`}, 'own', '', ${channel}, 'sent', now(), now(), now()
      where (select count(*) from user_notifications where user_id = ${user_id} and cause like 'test:%'
        and created_at > now() - interval '1 hour') < ${MAX_TESTS}
      returning user_id`.execute(db)
    if (rows.length === 0) throw tooManyRequests(3600)
  })
}
