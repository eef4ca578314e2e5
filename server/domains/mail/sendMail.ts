import { sql } from 'kysely'
import type { MailTemplate } from '#core/domains/mail/templates.en.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { type MailLine, type MailParams, renderMail } from './renderMail.ts'

export interface NewMail {
  to: string
  /** The receiver's company. */
  company_id: number | null
  /** A locale code: of the reader, not of who causes the mail. */
  language: string
  template: MailTemplate
  params: MailParams
  /** What it tells of, one by one. */
  lines?: readonly MailLine[]
  /** The path that its link leads to. It is a secret: it leaves the database when the mail is sent. */
  link?: string
}

/** Puts a mail into the outbox, in the transaction of its cause: it is sent if and only if that happened. */
export async function sendMail(
  { db }: Context,
  { to, company_id, language, template, params, lines, link }: NewMail,
): Promise<void> {
  const { company_name: company } = await readSettings(db)
  const { subject, html, text } = renderMail(template, {
    language,
    company,
    params,
    hasLink: link !== undefined,
    lines,
  })
  await sql`insert into mails (receiver, company_id, subject, html, body, link, language)
    values (${to}, ${company_id}, ${subject.slice(0, 255)}, ${html}, ${text}, ${link ?? null}, ${language})`.execute(
    db,
  )
}
