import { sql } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import { LINK } from '#core/domains/mail/mails.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'

const AT_ONCE = 20
/** Seconds until the next attempt: a minute at first, two hours at last. */
const PAUSES = [60, 300, 900, 3600, 7200]
const HALF_MINUTE = 30_000

export interface Mailer {
  /** Sends what is due. @returns how many mails were handed to the mail server. */
  sendWaiting: () => Promise<number>
  close: () => void
}

interface Claimed {
  mail_id: number
  receiver: string
  subject: string
  html: string
  body: string
  link: string | null
  tries: number
  letter_id: number | null
}

/** The way out by SMTP: what lies in the outbox and is due is sent, by whichever server comes first. */
export function openMailer(
  db: Database,
  { smtpUrl, publicUrl }: { smtpUrl: string; publicUrl: string },
  log: Log,
): Mailer {
  const transport = createTransport({
    ...connectionOf(smtpUrl),
    pool: true,
    connectionTimeout: HALF_MINUTE,
    greetingTimeout: HALF_MINUTE,
    socketTimeout: HALF_MINUTE,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    sendWaiting: async () => {
      await giveUp(db)
      let sent = 0
      for (const mail of await claim(db)) {
        try {
          await deliver(db, transport, mail, publicUrl)
          await markSent(db, mail)
          sent += 1
        } catch (error) {
          log.warn({ err: error, mail_id: mail.mail_id }, 'a mail could not be sent')
          await postpone(db, mail, error as MailError)
        }
      }
      return sent
    },
    close: () => transport.close(),
  }
}

/** Everything of the address of the mail server; its name and password are percent-encoded there. */
function connectionOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : isSecure ? 465 : 587,
    secure: isSecure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

/** Marks what is due before it is sent, so that no other server, and no later start, sends it as well. */
async function claim(db: Database): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update mails set claimed_at = now(), tries = tries + 1, updated_at = now()
    where mail_id in (
      select mail_id from mails where state = 'waiting' and claimed_at is null and next_try_at <= now()
      order by next_try_at limit ${AT_ONCE} for update skip locked)
    returning mail_id, receiver, subject, html, body, link, tries, letter_id`.execute(db)
  return rows
}

async function deliver(
  db: Database,
  transport: Transporter,
  { receiver, subject, html, body, link, letter_id }: Claimed,
  publicUrl: string,
): Promise<void> {
  const letter = letter_id === null ? undefined : await readLetter(db, letter_id)
  const { mail_from, mail_from_name, mail_reply_to } = await readSettings(db)
  const target = `${publicUrl}${link ?? ''}`
  await transport.sendMail({
    from: { name: mail_from_name, address: mail_from },
    to: letter ? letter.head_to : { name: '', address: receiver },
    // Whom it goes to is not who is named on it: a blind copy names nobody.
    envelope: { from: mail_from, to: receiver },
    ...(letter?.head_cc && { cc: letter.head_cc }),
    ...(letter && {
      attachments: letter.files.map(({ name, content_type, content }) => ({
        filename: name,
        contentType: content_type,
        content,
      })),
    }),
    ...(mail_reply_to && { replyTo: mail_reply_to }),
    subject,
    html: html.replaceAll(LINK, () => target),
    text: body.replaceAll(LINK, () => target),
    ...(!letter && { headers: { 'Auto-Submitted': 'auto-generated' } }),
  })
}

interface Letter {
  head_to: string
  head_cc: string | null
  files: { name: string; content_type: string; content: Buffer }[]
}

async function readLetter(db: Database, letter_id: number): Promise<Letter> {
  const { rows } = await sql<Omit<Letter, 'files'>>`
    select head_to, head_cc from letters where letter_id = ${letter_id}`.execute(db)
  const { rows: files } = await sql<Letter['files'][number]>`
    select name, content_type, content from letter_files where letter_id = ${letter_id}
    order by letter_file_id`.execute(db)
  return { ...rows[0]!, files }
}

async function markSent(db: Database, { mail_id }: Claimed): Promise<void> {
  await sql`update mails set state = 'sent', sent_at = now(), link = null, claimed_at = null, error = null,
    updated_at = now() where mail_id = ${mail_id}`.execute(db)
}

interface MailError {
  message: string
  code?: string
  responseCode?: number
}

/** What the mail server refuses for good is not tried again; anything else is, with growing pauses. */
async function postpone(db: Database, { mail_id, tries }: Claimed, error: MailError): Promise<void> {
  const isForGood = ['EENVELOPE', 'EMESSAGE'].includes(error.code ?? '') && (error.responseCode ?? 0) >= 500
  const pause = PAUSES[Math.min(tries - 1, PAUSES.length - 1)]!
  await sql`update mails set claimed_at = null, error = ${error.message.slice(0, 500)}, updated_at = now(),
    state = ${isForGood ? 'failed' : 'waiting'}, link = case when ${isForGood} then null else link end,
    next_try_at = now() + make_interval(secs => ${pause}) where mail_id = ${mail_id}`.execute(db)
}

/** After a day nobody waits any more; what was interrupted while it was sent may have arrived. */
async function giveUp(db: Database): Promise<void> {
  await sql`update mails set state = 'failed', link = null, updated_at = now(),
      error = case when claimed_at is null then coalesce(error, 'not sent within a day')
        else 'interrupted while it was sent' end
    where state = 'waiting' and (
      (claimed_at is null and created_at < now() - interval '1 day')
      or claimed_at < now() - interval '15 minutes')`.execute(db)
}
