import { sql } from 'kysely'
import { sendEmailMessage } from '#server/domains/mail/sendEmailMessage.ts'
import type { Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { languageOfPdf, pdfOf } from '#server/resources/files/pdf.ts'
import { drawTicket } from './ticketPaper.ts'

/**
 * Queues a mail with the valid tickets of a stop, in the transaction of the event that requests it. Each event counts
 * once, so the mail is sent once.
 */
export async function mailTickets(context: Context, stop_id: number, to: string): Promise<void> {
  const { rows } = await sql<{ ticket_id: number; number: number }>`
    select ticket_id, number from delivery_tickets t where stop_id = ${stop_id} and voided_at is null
      and not exists (select from delivery_tickets later where later.correction_of = t.ticket_id and later.voided_at is null)
    order by number`.execute(context.db)
  const { actor } = context
  const reader = await readLanguage(context, to)
  const files = []
  for (const { ticket_id, number } of rows) {
    const own = { ...context, actor: { ...actor, language: languageOfPdf(reader) } }
    const content = await pdfOf(await drawTicket(own, ticket_id))
    files.push({ name: `ticket-${number}.pdf`, content_type: 'application/pdf', content })
  }
  const numbers = rows.map(({ number }) => number).join(', ')
  await sendEmailMessage(
    { ...context, actor: { ...actor, language: reader } },
    {
      to,
      subject: translate(reader, 'messages.ticket', { number: numbers }),
      message: translate(reader, 'messages.ticket_mail', { numbers }),
      files,
    },
  )
}

/** The language of the user with this address; for any other address, the driver's. */
async function readLanguage({ db, actor }: Context, to: string): Promise<string> {
  const { rows } = await sql<{ language: string | null }>`
    select p.language from users u join people p using (people_id) where lower(u.username) = ${to}`.execute(
    db,
  )
  return rows[0]?.language ?? actor.language
}
