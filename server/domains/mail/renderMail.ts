import { LINK } from '#core/domains/mail/mails.ts'
import type { MailTemplate } from '#core/domains/mail/templates.en.ts'
import { isRightToLeft, textLanguage } from '#core/platform/texts/locales.ts'
import { translate } from '#server/platform/translate.ts'

export type MailParams = Readonly<Record<string, string>>

/** One of several lines of a mail. */
export interface MailLine {
  title: string
  detail: string
}

interface Written {
  subject: string
  html: string
  text: string
}

/**
 * Renders a mail in the language of its reader, as self-contained HTML and as plain text.
 * @param company the name of the business, as its heading.
 * @param hasLink whether it contains the link of the template, at `LINK`.
 */
export function renderMail(
  template: MailTemplate,
  {
    language,
    company,
    params,
    hasLink,
    lines = [],
  }: {
    language: string
    company: string
    params: MailParams
    hasLink: boolean
    lines?: readonly MailLine[] | undefined
  },
): Written {
  const part = (name: string) => translate(language, `mails.${template}.${name}`, { company, ...params })
  const [subject, body, action, note] = [part('subject'), part('body'), part('action'), part('note')]
  const listed = lines.map(({ title, detail }) => `• ${[title, detail].filter(Boolean).join('\n  ')}`)
  const text = [
    body,
    ...(lines.length > 0 ? [listed.join('\n')] : []),
    ...(hasLink ? [`${action}:\n${LINK}`] : []),
    note,
    `${company} · Ullage`,
  ]
    .filter(Boolean)
    .join('\n\n')
  const html = htmlOf({ language, company, hasLink, lines }, { subject, body, action, note })
  return { subject, html, text }
}

interface Frame {
  language: string
  company: string
  hasLink: boolean
  lines: readonly MailLine[]
}

function htmlOf(
  { language, company, hasLink, lines }: Frame,
  { subject, body, action, note }: Record<'subject' | 'body' | 'action' | 'note', string>,
): string {
  const list =
    lines.length > 0
      ? `<ul style="margin:0 0 16px;padding-inline-start:20px">${lines.map(itemOf).join('')}</ul>`
      : ''
  const button = `<p style="margin:24px 0"><a href="${LINK}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c5fb8;color:#ffffff;font-weight:600;text-decoration:none">${escaped(action)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#52606d;word-break:break-all">${LINK}</p>`
  return `<!doctype html>
<html lang="${textLanguage(language)}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f2f5f8;color:#1d2733;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 16px;font-weight:700;color:#1c5fb8">${escaped(company)}</p>
<h1 style="margin:0 0 16px;font-size:20px">${escaped(subject)}</h1>
<p style="margin:0 0 16px;white-space:pre-line">${escaped(body)}</p>
${list}
${hasLink ? button : ''}
<p style="margin:0;font-size:13px;color:#52606d">${escaped(note)}</p>
<p style="margin:24px 0 0;font-size:12px;color:#52606d">Ullage</p>
</div>
</body>
</html>`
}

function itemOf({ title, detail }: MailLine): string {
  return `<li style="margin:0 0 8px"><strong>${escaped(title)}</strong><br><span style="white-space:pre-line">${escaped(detail)}</span></li>`
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
