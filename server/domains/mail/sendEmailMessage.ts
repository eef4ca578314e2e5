import { sql } from 'kysely'
import { z } from 'zod'
import { mails } from '#core/domains/mail/mails.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import type { AttachedFile } from '#server/resources/files/attachedFiles.ts'
import { audit } from '#server/resources/history/audit.ts'
import { renderMail } from './renderMail.ts'

export interface EmailMessage {
  /** Addresses, separated by commas. */
  to: string
  cc?: string | undefined
  bcc?: string | undefined
  subject: string
  message?: string | undefined
  files: readonly AttachedFile[]
}

const MAX_RECEIVERS = 50
const MAX_ADDRESS = 100

/**
 * Queues a user's message: a mail for each address, so that each is retried separately and no one gets it twice. Receivers of blind
 * copies are hidden.
 * @returns the number of addresses.
 * @throws Refusal 422 with the invalid field.
 */
export async function sendEmailMessage(context: Context, letter: EmailMessage): Promise<number> {
  const to = addressesOf('to', letter.to)
  if (to.length === 0) throw invalid([{ field: 'to', rule: 'required' }])
  const cc = addressesOf('cc', letter.cc)
  const all = [...new Set([...to, ...cc, ...addressesOf('bcc', letter.bcc)])]
  if (all.length > MAX_RECEIVERS)
    throw invalid([{ field: 'to', rule: 'too_many_addresses', params: { max: MAX_RECEIVERS } }])
  const letter_id = await keep(context, to, cc, letter.files)
  const { company_name: company } = await readSettings(context.db)
  const { language } = context.actor
  const { subject, html, text } = renderMail('letter', {
    language,
    company,
    params: { title: letter.subject.replace(/\s+/g, ' '), message: letter.message ?? '' },
    hasLink: false,
  })
  const { rows } = await sql<{ mail_id: number }>`
    insert into mails (receiver, company_id, subject, html, body, language, letter_id)
    select receiver, (select min(company_id) from users where lower(username) = receiver), ${subject}, ${html}, ${text},
      ${language}, ${letter_id}
    from unnest(${all}::text[]) as receiver returning mail_id`.execute(context.db)
  for (const { mail_id } of rows) await audit(context, mails.name, mail_id, 'create')
  return all.length
}

async function keep(
  { db }: Context,
  to: readonly string[],
  cc: readonly string[],
  files: readonly AttachedFile[],
): Promise<number> {
  const rows = await db
    .insertInto('letters')
    .values({ head_to: to.join(', '), head_cc: cc.join(', ') || null })
    .returning('letter_id')
    .execute()
  const { letter_id } = firstOf(rows)
  for (const { name, content_type, content } of files) {
    await db.insertInto('letter_files').values({ letter_id, name, content_type, content }).execute()
  }
  return letter_id
}

/** @throws Refusal 422 for an invalid list of addresses. */
function addressesOf(field: string, text: string | undefined): string[] {
  const addresses = (text ?? '')
    .split(/[,;]/)
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean)
  const isWrong = addresses.some(
    (address) => address.length > MAX_ADDRESS || !z.email().safeParse(address).success,
  )
  if (isWrong) throw invalid([{ field, rule: 'email' }])
  return addresses
}
