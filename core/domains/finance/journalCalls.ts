import { z } from 'zod'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { GivenDay } from '#core/platform/time/instants.ts'
import { DecimalText } from '#core/resources/kinds/decimalText.ts'
import { JOURNAL_KINDS } from './journal.ts'
import { JOURNAL_FILES } from './journalFiles.ts'
import { PURPOSES } from './purposes.ts'

const mayDo = (action: 'read' | 'update' | 'delete') =>
  ({ who: { module: transaction_documents.module, action, loginTypes: STAFF_AND_DISTRIBUTORS } }) as const
const Month = () => GivenDay().describe('Any day of the month.')

const JournalMonth = () =>
  z.object({
    month: z.iso.date().describe('Its first day.'),
    currency_id: z.int(),
    entries: z.int(),
    invoiced: DecimalText.describe('Invoices less credit notes.'),
    received: DecimalText.describe('Payments less reversed ones and refunds.'),
    debits: DecimalText.describe('Sum of the debits, which equals the sum of the credits.'),
    is_closed: z.boolean(),
    can_close: z.boolean().describe('The month is over and still open.'),
  })

const Batch = () =>
  z.object({
    batch_id: z.int(),
    number: z.int(),
    currency_id: z.int(),
    entries: z.int(),
    first_day: z.iso.date(),
    last_day: z.iso.date(),
    created_at: z.iso.datetime(),
    by: z.string().nullable(),
  })

/** The journal of a seller: its months, postings that wait for an account, and exports to the accounting program. */
export const readJournal = defineCall({
  method: 'GET',
  path: '/journal',
  access: mayDo('read'),
  query: () => z.object({ seller_id: Id.optional().describe('Default: the first seller with entries.') }),
  response: () =>
    z.object({
      journal: z.object({
        sellers: z.array(z.object({ seller_id: z.int(), title: z.string() })),
        seller_id: z.int().nullable().describe('Null: no seller has an entry.'),
        closed_through: z.iso.date().nullable().describe('The last day of the last closed month.'),
        months: z.array(JournalMonth()).describe('Newest first.'),
        receivables: z
          .array(
            z.object({
              currency_id: z.int(),
              journal: DecimalText.describe('Receivables by the journal.'),
              balances: DecimalText.describe('Balances of sent invoices less unapplied money.'),
              not_sent: DecimalText.describe(
                'Balances of invoices that are not sent, which have no entry yet.',
              ),
            }),
          )
          .describe('The two figures agree when no entry is waiting.'),
        waiting: z.array(
          z.object({
            purpose: z.enum(PURPOSES),
            detail: z.string().nullable().describe('The product or the payment method without an account.'),
            entries: z.int(),
          }),
        ),
        due: z.int().describe('Entries whose lines are about to be written.'),
        new_entries: z.int().describe('Entries that are in no export yet.'),
        batches: z.array(Batch()).describe('Newest first.'),
      }),
    }),
})

/** The entries of a document and of its payments. */
export const listJournalEntries = defineCall({
  method: 'GET',
  path: '/transaction_documents/:document_id/journal',
  access: mayDo('read'),
  params: () => z.object({ document_id: Id }),
  response: () =>
    z.object({
      entries: z.array(
        z.object({
          entry_id: z.int(),
          kind: z.enum(JOURNAL_KINDS),
          is_reversal: z.boolean(),
          dated: z.iso.date(),
          posted_on: z.iso.date().nullable().describe('Null while it waits.'),
          missing: z.array(z.enum(PURPOSES)).describe('Purposes without an account.'),
          currency_id: z.int(),
          batch_number: z.int().nullable(),
          lines: z.array(
            z.object({
              account_code: z.string(),
              account_name: z.string(),
              debit: DecimalText.nullable(),
              credit: DecimalText.nullable(),
            }),
          ),
        }),
      ),
    }),
})

/** Closes a month and those before it: they accept no more entries. */
export const closeMonth = defineCall({
  method: 'POST',
  path: '/journal/close',
  access: mayDo('update'),
  body: () => z.object({ seller_id: Id, month: Month() }),
})

/** Opens a month and those after it again. */
export const reopenMonth = defineCall({
  method: 'POST',
  path: '/journal/reopen',
  access: mayDo('delete'),
  body: () => z.object({ seller_id: Id, month: Month(), reason: z.string().trim().max(255) }),
})

/** Puts all entries that are in no export into new exports, one for each currency. */
export const exportJournal = defineCall({
  method: 'POST',
  path: '/journal/export',
  access: mayDo('update'),
  body: () => z.object({ seller_id: Id }),
  response: () => z.object({ batch_ids: z.array(z.int()) }),
})

/** Downloads a file of an export; can be repeated. */
export const readJournalFile = defineCall({
  method: 'GET',
  path: '/journal/batches/:batch_id/file',
  access: mayDo('read'),
  params: () => z.object({ batch_id: Id }),
  query: () => z.object({ format: z.enum(JOURNAL_FILES) }),
  produces: 'text/csv',
})
