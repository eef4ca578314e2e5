import { sql } from 'kysely'
import type { mailStatements as definition } from '#core/domains/orders/accountCalls.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { actingAs } from '#server/domains/access/users/actingAs.ts'
import { sendEmailMessage } from '#server/domains/mail/sendEmailMessage.ts'
import { accountOf, type Context } from '#server/platform/context.ts'
import { type Events, emit } from '#server/platform/jobs/events.ts'
import { conflict, Refusal } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { languageOfPdf, pdfOf } from '#server/resources/files/pdf.ts'
import { oneOfMany } from '#server/resources/lists/oneOfMany.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import { billingEmailOf, languageOfReader, readingAs } from '../print/mailReceiver.ts'
import { requireAccount } from './accountsSeenBy.ts'
import { listReceivables } from './readAccount.ts'
import { drawStatement, readStatement } from './readStatement.ts'

/**
 * Mails the statements of customers, by default of all with a balance; the worker draws them one after the other.
 * @throws Refusal 404 for a company out of reach, 409 if none has an address, 422 for a period that ends before it begins
 */
export async function mailStatements(
  context: Context,
  { company_ids, ...period }: ReceivedBy<typeof definition>['body'],
): Promise<ResponseOf<typeof definition>> {
  requireOrderDecisionRight(context)
  for (const id of company_ids ?? []) await requireAccount(context, id)
  const { receivables } = company_ids ? { receivables: [] } : await listReceivables(context)
  const receivers = await readReceivers(
    context,
    company_ids ?? receivables.map(({ company_id }) => company_id),
  )
  const reached = receivers.filter(({ email }) => email !== null)
  if (!reached[0]) throw conflict('messages.no_statement_address')
  await readStatement(context, reached[0].company_id, period)
  const { user_id, company_id: acts_for } = accountOf(context)
  const by = { user_id, company_id: acts_for, impersonator_id: context.actor.impersonator }
  await emit(
    context,
    'statement.due',
    reached.map(({ company_id }) => ({ company_id, ...period, by })),
  )
  return {
    queued: reached.length,
    without_address: receivers.filter(({ email }) => email === null).map(({ title }) => title),
  }
}

/** Queues the mail with the statement of a customer in the reader's language. */
export async function mailStatement(
  context: Context,
  { company_id, by, ...period }: Events['statement.due'],
): Promise<void> {
  const acting = await actingAs(context, by)
  const [receiver] = acting ? await readReceivers(acting, [company_id]) : []
  if (!acting || !receiver?.email) return
  const language = receiver.language ?? acting.actor.language
  const paper = await oneOfMany(acting, () =>
    drawStatement(readingAs(acting, languageOfPdf(language)), company_id, period),
  )
  // The user has lost the right meanwhile.
  if (paper instanceof Refusal) return
  await sendEmailMessage(readingAs(acting, language), {
    to: receiver.email,
    subject: translate(language, 'messages.statement_mail_subject', { seller: receiver.seller }),
    message: translate(language, 'messages.statement_mail', { seller: receiver.seller }),
    files: [{ name: 'statement.pdf', content_type: 'application/pdf', content: await pdfOf(paper) }],
  })
}

interface Receiver {
  company_id: number
  title: string
  seller: string
  /** Null without one. */
  email: string | null
  language: string | null
}

async function readReceivers({ db }: Context, ids: readonly number[]): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select w.*, ${languageOfReader('w')} as language
    from (select c.company_id, c.company as title, s.company as seller, ${billingEmailOf('c')} as email
      from companies c join companies s on s.company_id = seller_of(c.company_id)
      where c.company_id = any(${[...ids]})) w
    order by w.title, w.company_id`.execute(db)
  return rows
}
