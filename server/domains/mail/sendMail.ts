import { sql } from 'kysely'
import type { MailTemplate } from '#core/domains/mail/templates.en.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { type MailLine, type MailParams, renderMail } from './renderMail.ts'

export interface NewMail {
  to: string
  /** The receiver's company. */
  company_id: number | null
  /** The locale code of the reader, not of the user who causes the mail. */
  language: string
  template: MailTemplate
  params: MailParams
  /** The individual lines. */
  lines?: readonly MailLine[]
  /** The path of its link. It is secret: stored encrypted, and deleted when the mail is sent. */
  link?: string
}

/** Anyone with the link of a mail can act as its receiver. */
export const LINK_ENCRYPTION_CONTEXT = 'mails.link'

/** Queues a mail in the transaction of its cause: it is sent if and only if that commits. @returns its id */
export async function sendMail(
  { db, encryptor }: Context,
  { to, company_id, language, template, params, lines, link }: NewMail,
): Promise<number> {
  const { company_name: company } = await readSettings(db)
  const { subject, html, text } = renderMail(template, {
    language,
    company,
    params,
    hasLink: link !== undefined,
    lines,
  })
  const { rows } = await sql<{
    mail_id: number
  }>`insert into mails (receiver, company_id, subject, html, body, link_sealed, language)
    values (${to}, ${company_id}, ${subject.slice(0, 255)}, ${html}, ${text},
      ${link === undefined ? null : encryptor.encrypt(link, LINK_ENCRYPTION_CONTEXT)}, ${language}) returning mail_id`.execute(
    db,
  )
  return firstOf(rows).mail_id
}
