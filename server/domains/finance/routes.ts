import { type RawBuilder, sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { bank_accounts } from '#core/domains/finance/bank_accounts.ts'
import * as calls from '#core/domains/finance/calls.ts'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import * as journalCalls from '#core/domains/finance/journalCalls.ts'
import * as reportCalls from '#core/domains/finance/reportCalls.ts'
import * as taxCalls from '#core/domains/finance/taxCalls.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import { listCurrencyMarks } from '#core/resources/fields/listCurrencyMarks.ts'
import type { Context } from '#server/platform/context.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { handle, handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { answerPaper } from '#server/resources/files/print.ts'
import { readCurrencyMarks } from '#server/resources/names/currencyMarks.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { revealBankAccount } from './bankAccounts.ts'
import { closeMonth, reopenMonth } from './journal/closeMonth.ts'
import { exportJournal, readJournalFile } from './journal/exportJournal.ts'
import { listJournalEntries, readJournal } from './journal/readJournal.ts'
import { listDocumentTaxes } from './listDocumentTaxes.ts'
import { readTaxReturn } from './readTaxReturn.ts'
import { refreshRates } from './refreshRates.ts'
import { readReport } from './reports/readReport.ts'
import { drawReport, sendReport } from './reports/reportFiles.ts'

/** How long (ms) the result of a refresh is shown; other messages take four seconds. */
const SHOWN_MS = 3000
/** How long (ms) a message that requires action is shown. */
const READ_MS = 10_000

const reports = handleAll('reports', reportCalls, {
  readReport: {
    mayBeOld: true,
    summary: 'A report of a seller: totals compared with the previous period, and rows',
    run: async (context, { params, query }) => ({
      report: await readReport(context, params.report, query),
    }),
  },
  exportReport: {
    mayBeOld: true,
    summary: 'All rows of a report as a file',
    writesReply: true,
    run: (context, { params, query, reply }) => sendReport(context, params.report, query, reply),
  },
  printReport: {
    mayBeOld: true,
    summary: 'A report on paper',
    writesReply: true,
    run: (context, { params, query: { format, ...choice }, reply }) =>
      answerPaper(context, { name: params.report, isPdf: format === 'pdf', reply }, (reader) =>
        drawReport(reader, params.report, choice),
      ),
  },
})

const journal = handleAll('journal', journalCalls, {
  readJournal: {
    summary: 'The journal of a seller: months, entries waiting for an account, exports',
    run: async (context, { query }) => ({ journal: await readJournal(context, query.seller_id) }),
  },
  listJournalEntries: {
    summary: 'The journal entries of a document and of its payments',
    run: async (context, { params }) => ({
      entries: await listJournalEntries(context, params.document_id),
    }),
  },
  closeMonth: {
    summary: 'Close a month of a seller: later entries go into the first open one',
    run: async (context, { body }) => {
      await closeMonth(context, body)
      return { message: 'messages.month_closed', type: 'success' }
    },
  },
  reopenMonth: {
    summary: 'Open a closed month again, with a reason',
    run: async (context, { body }) => {
      await reopenMonth(context, body)
      return { message: 'messages.month_reopened', type: 'success' }
    },
  },
  exportJournal: {
    summary: 'Create an export of all entries not exported yet',
    run: async (context, { body }) => ({ batch_ids: await exportJournal(context, body.seller_id) }),
  },
  readJournalFile: {
    summary: 'A file of an export for an accounting program',
    writesReply: true,
    run: async (context, { params, query, reply }) => {
      const { name, text } = await readJournalFile(context, params.batch_id, query.format)
      void reply.header('content-disposition', `attachment; filename="${name}"`)
      void reply.type(`${query.format === 'iif' ? 'text/plain' : 'text/csv'}; charset=utf-8`).send(text)
      return undefined
    },
  },
})

/** The calls of currencies, taxes, reports and the journal. */
export const financeCalls = (encryptor: Encryptor): Call[] => [
  handle('currencies', listCurrencyMarks, {
    summary: 'The format of each currency, needed to display amounts',
    run: async (context, { query }) => ({
      currencies: await readCurrencyMarks(context),
      ...(await readCompanyCurrencies(context, query.company_id)),
    }),
  }),
  handle(exchange_rates.name, calls.refreshRates, {
    summary: 'Update the rates from the provider, at most every 12 hours',
    run: async (context, { request }) => {
      const { error, ...refreshed } = await refreshRates(context)
      if (error) request.log.warn({ fault: error.message }, 'no exchange rates from the provider')
      const { outcome, failure } = refreshed
      const type = { fetched: 'success', held: 'warning', fresh: 'info', failed: 'warning' }[outcome]
      const message: MessageKey =
        outcome === 'failed'
          ? `messages.rates_failed_${failure ?? 'unreachable'}`
          : `messages.rates_${outcome}`
      return { ...refreshed, message, type, duration: type === 'warning' ? READ_MS : SHOWN_MS }
    },
  }),
  handle(bank_accounts.name, calls.revealBankAccount, {
    answersSecret: true,
    summary: 'Read the numbers of a bank account in full; this is logged',
    run: async (context, { params }) => ({
      bank_account: await revealBankAccount(context, encryptor, params.account_id),
    }),
  }),
  handle(transaction_documents.name, taxCalls.listDocumentTaxes, {
    summary: 'The taxes of a document by line',
    run: async (context, { params }) => ({ taxes: await listDocumentTaxes(context, params.document_id) }),
  }),
  handle('tax_return', taxCalls.readTaxReturn, {
    summary: 'The taxes of a period by jurisdiction, code and rate',
    run: (context, { query }) => readTaxReturn(context, query),
  }),
  ...reports,
  ...journal,
]

/**
 * The currency of a company and of the business itself, which forms need for unsaved amounts.
 * @throws Refusal 404 for a company out of reach.
 */
async function readCompanyCurrencies(
  context: Context,
  company_id: number | undefined,
): Promise<{ company_currency_id: number | null; house_currency_id: number | null }> {
  if (company_id !== undefined) await requireVisible(context, companies, company_id)
  const of = (id: RawBuilder<unknown>) =>
    sql`(select currency_id from companies where companies.company_id = ${id})`
  const { rows } = await sql<{ company_currency_id: number | null; house_currency_id: number | null }>`
    select ${of(sql`${company_id ?? null}`)} as company_currency_id, ${of(sql`${OWN_COMPANY}::int8`)} as house_currency_id`.execute(
    context.db,
  )
  return firstOf(rows)
}
