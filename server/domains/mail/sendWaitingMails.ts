import { sql } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import { LINK } from '#core/domains/mail/mails.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { cleaningTask } from '#server/platform/jobs/schedule.ts'
import type { Log } from '#server/platform/log.ts'
import { LINK_ENCRYPTION_CONTEXT } from './sendMail.ts'

/** Maximum duration of a run: the next one continues where it ended, and a shutdown need not wait for a long outbox. */
const MAX_RUN_MS = 20_000
/** Duration of a server's lease of a mail; it is renewed while the mail is being sent. */
const LEASE_SECONDS = 120
const RENEW_MS = 40_000
/** A part of a path with at least this many characters is a code, not a word. */
const MIN_SECRET_LENGTH = 20
/** Seconds until the next attempt: from a minute to two hours. */
const RETRY_PAUSES_S = [60, 300, 900, 3600, 7200]
const HALF_MINUTE = 30_000

export interface Mailer {
  /** Sends due mails. @returns how many the mail server accepted. */
  sendWaiting: () => Promise<number>
  close: () => void
}

interface Claimed {
  mail_id: number
  receiver: string
  subject: string
  html: string
  body: string
  link_sealed: string | null
  tries: number
  letter_id: number | null
  /** When it was queued, in epoch milliseconds: part of its message id. */
  queued: number
}

const LIMITS = {
  connectionTimeout: HALF_MINUTE,
  greetingTimeout: HALF_MINUTE,
  socketTimeout: HALF_MINUTE,
  disableFileAccess: true,
  disableUrlAccess: true,
}

/**
 * Sends due mails of the outbox by SMTP, from whichever server comes first. Mails are leased one at a time: after a server was killed,
 * mails that it had not sent are sent by the next one, and the mail in progress is resent with the same Message-ID.
 */
export function openMailer(
  db: Database,
  { smtpUrl, publicUrl, encryptor }: { smtpUrl: string; publicUrl: string; encryptor: Encryptor },
  log: Log,
): Mailer {
  const transport = createTransport({ ...connectionOf(smtpUrl), ...LIMITS, pool: true })
  let closed = false
  return {
    sendWaiting: async () => {
      const end = Date.now() + MAX_RUN_MS
      let sent = 0
      while (!closed && Date.now() < end) {
        const mail = await claim(db)
        if (!mail) break
        const renewing = setInterval(() => void renew(db, mail).catch(() => {}), RENEW_MS)
        const isSent = await deliver(db, transport, mail, { publicUrl, encryptor })
          .catch(async (failure: MailError) => {
            const error = withoutLink(failure, linkOf(mail, encryptor))
            log.warn({ err: error, mail_id: mail.mail_id }, 'a mail could not be sent')
            await postpone(db, mail, error)
            return false
          })
          .finally(() => clearInterval(renewing))
        // If this fails the lease expires, and the mail counts as possibly sent.
        if (isSent) await markSent(db, mail)
        if (isSent) sent += 1
      }
      return sent
    },
    close: () => {
      closed = true
      transport.close()
    },
  }
}

/** The parts of the mail server's URL; name and password are percent-encoded in it. */
/**
 * How to reach the mail server. A password never goes to another machine in plain text: a server without TLS is refused then, unless the
 * URL ends in `?tls=optional`; with `?tls=required` it is refused without a password as well.
 */
export function connectionOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)
  const tls = searchParams.get('tls') ?? (username && !isHere ? 'required' : 'optional')
  return {
    host,
    port: port ? Number(port) : isSecure ? 465 : 587,
    secure: isSecure,
    requireTLS: !isSecure && tls === 'required',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

/** Leases the mail that has been due longest; the number of its tries proves the lease. */
async function claim(db: Database): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update mails set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), tries = tries + 1,
      error = case when handed_over_at is null then error else ${MAYBE_SENT} end, updated_at = now()
    where mail_id = (
      select mail_id from mails where state = 'waiting' and next_try_at <= now()
        and (leased_until is null or leased_until < now())
      order by next_try_at limit 1 for update skip locked)
    returning mail_id, receiver, subject, html, body, link_sealed, tries, letter_id,
      (extract(epoch from created_at) * 1000)::bigint as queued`.execute(db)
  return rows[0]
}

const MAYBE_SENT = 'interrupted while it was handed over: it may arrive twice'

async function renew(db: Database, { mail_id, tries }: Claimed): Promise<void> {
  await sql`update mails set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where mail_id = ${mail_id} and tries = ${tries} and leased_until is not null`.execute(db)
}

/** From here on it may have arrived, even if this server fails. @returns false when another server has it by now. */
async function markHandedOver(db: Database, { mail_id, tries }: Claimed): Promise<boolean> {
  const { numAffectedRows } = await sql`update mails set handed_over_at = now()
    where mail_id = ${mail_id} and tries = ${tries}`.execute(db)
  return numAffectedRows === 1n
}

/** @returns false when another server has taken it in the meantime. */
async function deliver(
  db: Database,
  transport: Transporter,
  mail: Claimed,
  { publicUrl, encryptor }: { publicUrl: string; encryptor: Encryptor },
): Promise<boolean> {
  const { receiver, subject, html, body, letter_id } = mail
  const letter = letter_id === null ? undefined : await readLetter(db, letter_id)
  const { mail_from, mail_from_name, mail_reply_to } = await readSettings(db)
  const target = `${publicUrl}${linkOf(mail, encryptor)}`
  if (!(await markHandedOver(db, mail))) return false
  await transport.sendMail({
    // Each attempt has the same id, so that a mail server or reader recognizes a repeated message.
    messageId: `<ullage-${mail.mail_id}.${mail.queued}@${mail_from.split('@').at(-1)}>`,
    from: { name: mail_from_name, address: mail_from },
    to: letter ? letter.head_to : { name: '', address: receiver },
    // The envelope names the receiver, not the header: receivers of blind copies are hidden.
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
  return true
}

function linkOf({ link_sealed }: Claimed, encryptor: Encryptor): string {
  return link_sealed === null ? '' : encryptor.decrypt(link_sealed, LINK_ENCRYPTION_CONTEXT)
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
  return { ...firstOf(rows), files }
}

async function markSent(db: Database, { mail_id }: Claimed): Promise<void> {
  await sql`update mails set state = 'sent', sent_at = now(), link_sealed = null, leased_until = null,
    handed_over_at = null, error = null, updated_at = now() where mail_id = ${mail_id}`.execute(db)
}

interface MailError {
  message: string
  stack?: string | undefined
  response?: string | undefined
  code?: string
  responseCode?: number
  syscall?: string
}

/** The failure without the parts of the link: mail servers quote what they refuse. */
function withoutLink(failure: MailError, link: string): MailError {
  const secrets = link.split('/').filter((part) => part.length >= MIN_SECRET_LENGTH)
  const clean = (text: string | undefined) =>
    text && secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  return Object.assign(failure, {
    message: clean(failure.message),
    stack: clean(failure.stack),
    response: clean(failure.response),
  })
}

/**
 * Permanent refusals are not retried, nor mails that still fail after a day. All others are retried with growing pauses. The age of a mail that
 * was never tried does not count: the server may have been off.
 */
async function postpone(db: Database, { mail_id, tries }: Claimed, error: MailError): Promise<void> {
  const isForGood = ['EENVELOPE', 'EMESSAGE'].includes(error.code ?? '') && (error.responseCode ?? 0) >= 500
  const pause = itemAt(RETRY_PAUSES_S, Math.min(tries - 1, RETRY_PAUSES_S.length - 1))
  const isEnd = sql<boolean>`(${isForGood} or created_at < now() - interval '1 day')`
  await sql`update mails set leased_until = null, error = ${error.message.slice(0, 500)}, updated_at = now(),
    handed_over_at = case when ${neverArrived(error)} then null else handed_over_at end,
    state = case when ${isEnd} then 'failed' else 'waiting' end,
    link_sealed = case when ${isEnd} then null else link_sealed end,
    next_try_at = now() + make_interval(secs => ${pause})
    where mail_id = ${mail_id} and tries = ${tries}`.execute(db)
}

/** The mail server refused it, or was not reached. If the connection broke in between, it is unknown. */
function neverArrived({ responseCode, code, syscall }: MailError): boolean {
  if (responseCode !== undefined || syscall === 'connect' || syscall === 'getaddrinfo') return true
  return ['EAUTH', 'ETLS', 'EDNS', 'EENVELOPE'].includes(code ?? '')
}

/** Deletes mails after some months, and texts that no mail refers to any more. */
export const cleanMails = cleaningTask('mails', [
  sql`delete from mails where created_at < now() - interval '90 days'`,
  sql`delete from letters where created_at < now() - interval '1 day'
        and not exists (select from mails where mails.letter_id = letters.letter_id)`,
])
