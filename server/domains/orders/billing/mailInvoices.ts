import { sql } from 'kysely'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { actingAs } from '#server/domains/access/users/actingAs.ts'
import { sendEmailMessage } from '#server/domains/mail/sendEmailMessage.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { invalid, notPermitted, Refusal } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { reasonOf } from '#server/resources/changes/reasonOf.ts'
import { languageOfPdf, pdfOf } from '#server/resources/files/pdf.ts'
import { audit } from '#server/resources/history/audit.ts'
import { oneOfMany } from '#server/resources/lists/oneOfMany.ts'
import { moveDocument } from '../changeDocumentStatus.ts'
import { BILLS_NOTHING } from '../lines/lineQuantities.ts'
import { billingEmailOf, languageOfReader, readingAs } from '../print/mailReceiver.ts'
import { printDocument } from '../print/printDocument.ts'

/** Invoices that are mailed in one transaction: their papers are drawn at the same time. */
const BATCH = 20

interface Waiting {
  invoice_id: number
  document_number: string
  status_id: number
  seller_title: string
  /** Address of the customer; null without one. */
  email: string | null
  /** Language of the reader: the user with this address, else of the customer's first user with a language. */
  language: string | null
}

/**
 * Queues the mails of the next invoices of a finished run, in one transaction with the event for the rest. Mailed invoices count as sent.
 * An invoice without an address, or that may not leave, is reported in its item.
 */
export async function mailInvoices(
  context: Context,
  { billing_run_id }: { billing_run_id: number },
): Promise<void> {
  const { db, now } = context
  const { rows } = await sql<{ user_id: number; company_id: number | null; impersonator_id: number | null }>`
    select user_id, company_id, impersonator_id from billing_runs
    where billing_run_id = ${billing_run_id} and mails = 1 and status = 'done' for update`.execute(db)
  const acting = rows[0] && (await actingAs(context, rows[0]))
  if (!acting) return
  const waiting = await readWaiting(context, billing_run_id)
  if (waiting.length === 0) return
  const outcomes: { invoice_id: number; mail_refusal: string | null }[] = []
  const papers = await drawPapers(acting, waiting)
  for (const item of waiting) {
    // The next papers are drawn while this one is queued.
    const paper = await getOrThrow(papers, item.invoice_id)
    const isRefused = paper instanceof Refusal
    if (!isRefused) await mail(acting, item, paper)
    const mail_refusal = isRefused ? reasonOf(acting.actor.language, paper) : null
    outcomes.push({ invoice_id: item.invoice_id, mail_refusal })
  }
  await sql`update billing_run_items i set mail_refusal = o.mail_refusal, mailed_at = case when o.mail_refusal is null then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o(invoice_id int8, mail_refusal text)
    where i.billing_run_id = ${billing_run_id} and i.invoice_id = o.invoice_id`.execute(db)
  const mailed = outcomes.filter(({ mail_refusal }) => mail_refusal === null).length
  await sql`update billing_runs set mailed = mailed + ${mailed}, updated_at = ${now}
    where billing_run_id = ${billing_run_id}`.execute(db)
  await emit(context, 'billing.mails_due', [{ billing_run_id }])
}

async function readWaiting({ db }: Context, billing_run_id: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select w.*, ${languageOfReader('w')} as language
    from (select distinct d.document_id as invoice_id, d.document_number, d.status_id, d.company_id, s.company as seller_title,
        ${billingEmailOf('c')} as email
      from billing_run_items i join transaction_documents d on d.document_id = i.invoice_id
        join companies c on c.company_id = d.company_id join companies s on s.company_id = d.seller_id
      where i.billing_run_id = ${billing_run_id} and i.mailed_at is null and i.mail_refusal is null and d.archived = 0
        and d.status_id <> all(${BILLS_NOTHING})
      order by d.document_id limit ${BATCH}) w`.execute(db)
  return rows
}

/** Pending papers of invoices that may leave, which are thereby marked as sent, and refusals of the others. */
async function drawPapers(
  context: Context,
  waiting: readonly Waiting[],
): Promise<Map<number, Promise<Buffer> | Refusal>> {
  const papers = new Map<number, Promise<Buffer> | Refusal>()
  for (const { invoice_id, status_id, email, language } of waiting) {
    const paper = await oneOfMany(context, async () => {
      if (!context.actor.permissions.has('transaction_documents.update')) throw notPermitted()
      if (email === null) throw invalid([{ field: 'billing_email', rule: 'required' }])
      if (status_id === DOCUMENT_STATUS.open) await moveDocument(context, invoice_id, DOCUMENT_STATUS.sent)
      return printDocument(readingAs(context, languageOfPdf(language ?? context.actor.language)), invoice_id)
    })
    papers.set(invoice_id, paper instanceof Refusal ? paper : pdfOf(paper))
  }
  // A promise that rejects before it is awaited must not end the process.
  void Promise.allSettled([...papers.values()])
  return papers
}

async function mail(
  context: Context,
  { invoice_id, document_number: number, seller_title: seller, email, language }: Waiting,
  content: Buffer,
): Promise<void> {
  const reader = language ?? context.actor.language
  await sendEmailMessage(readingAs(context, reader), {
    to: email!,
    subject: translate(reader, 'messages.invoice_mail_subject', { number, seller }),
    message: translate(reader, 'messages.invoice_mail', { number, seller }),
    files: [{ name: `${number}.pdf`, content_type: 'application/pdf', content }],
  })
  await audit(context, transaction_documents.name, invoice_id, 'send', [
    { field: 'address', before: null, after: email },
  ])
}
