import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { DocumentJournal } from './DocumentJournal.tsx'
import { JournalScreen } from './JournalScreen.tsx'

const marks = {
  'GET /currencies/marks': {
    currencies: [
      {
        ...{ currency_id: 3, code: 'USD', prefix: '$', suffix: null, precision: 2 },
        ...{ decimal: '.', thousands: ',', mask: null },
      },
    ],
  },
}
const month = (first: string, more: object = {}) => ({
  ...{ month: first, currency_id: 3, entries: 4, invoiced: '500.000', received: '200.000' },
  ...{ debits: '720.000', is_closed: false, can_close: false },
  ...more,
})
const journal = (more: object = {}) => ({
  ...marks,
  'GET /journal': {
    journal: {
      sellers: [{ seller_id: 2, title: 'Heartland' }],
      ...{ seller_id: 2, closed_through: '2026-09-30', waiting: [], due: 0, new_entries: 3 },
      months: [
        month('2026-11-01'),
        month('2026-10-01', { can_close: true }),
        month('2026-09-01', { is_closed: true }),
      ],
      receivables: [{ currency_id: 3, journal: '300.000', balances: '300.000', not_sent: '40.000' }],
      batches: [
        {
          ...{ batch_id: 9, number: 1, currency_id: 3, entries: 4, by: 'Maya Thornton' },
          ...{ first_day: '2026-09-02', last_day: '2026-09-30', created_at: '2026-10-01T12:00:00Z' },
        },
      ],
      ...more,
    },
  },
})

test('the oldest open month is closed by its button, the last closed one is reopened with a reason', async () => {
  const sent = answering({ ...journal(), 'POST /journal/close': {}, 'POST /journal/reopen': {} })
  showScreen(<JournalScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Close October 2026' }))
  expect(screen.queryByRole('button', { name: 'Close November 2026' })).toBeNull()
  expect(
    screen.getByText(/^Customers owe \$300\.00 on sent invoices\. The journal agrees.* on top: \$40\.00\.$/),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reopen September 2026' }))
  const dialog = within(await screen.findByRole('dialog'))
  const confirm = dialog.getByRole('button', { name: 'Reopen month' })
  expect(confirm.hasAttribute('disabled')).toBe(true)
  await userEvent.type(dialog.getByLabelText(/Reason/), 'A late invoice')
  await userEvent.click(confirm)
  expect(sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    { seller_id: 2, month: '2026-10-01' },
    { seller_id: 2, month: '2026-09-01', reason: 'A late invoice' },
  ])
})

test('one button exports all new entries, and the files of each export stay', async () => {
  const sent = answering({ ...journal(), 'POST /journal/export': { batch_ids: [10] } })
  showScreen(<JournalScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Export 3 new entries' }))
  expect(sent.find(({ call }) => call === 'POST /journal/export')?.body).toEqual({ seller_id: 2 })
  const exports = within(screen.getByRole('region', { name: 'Exports' }))
  expect(exports.getByText(/4 entries · Sep 2, 2026 – Sep 30, 2026 · USD/)).toBeTruthy()
  expect(exports.getAllByRole('button').map((item) => item.textContent)).toEqual([
    'QuickBooks Desktop (IIF)',
    'QuickBooks Online: customers',
    'QuickBooks Online: invoices',
    'QuickBooks Online: journal entries',
    'Journal (CSV)',
  ])
})

test('large counts have separators', async () => {
  answering(journal({ new_entries: 1240, months: [month('2026-11-01', { entries: 1086 })] }))
  showScreen(<JournalScreen />)
  expect(await screen.findByRole('button', { name: 'Export 1,240 new entries' })).toBeTruthy()
  expect(screen.getByRole('cell', { name: '1,086' })).toBeTruthy()
})

test('postings without an account are named; a difference of receivables is shown', async () => {
  answering(journal({ waiting: [{ purpose: 'income', detail: 'Propane', entries: 2 }] }))
  showScreen(<JournalScreen />)
  expect(await screen.findByText('Income · Propane · 2 entries')).toBeTruthy()
  answering(journal({ receivables: [{ currency_id: 3, journal: '300.000', balances: '290.000' }] }))
  showScreen(<JournalScreen />)
  expect(await screen.findByText(/^Customers owe \$300\.00 by the journal, but \$290\.00/)).toBeTruthy()
})

test('the entry behind an invoice is shown on request', async () => {
  const entry = {
    ...{ entry_id: 1, kind: 'invoice', is_reversal: false, dated: '2026-10-31', posted_on: '2026-11-01' },
    ...{ missing: [], currency_id: 3, batch_number: 1 },
    lines: [
      { account_code: '1200', account_name: 'Receivable', debit: '280.000', credit: null },
      { account_code: '4000', account_name: 'Fuel sales', debit: null, credit: '280.000' },
    ],
  }
  answering({
    ...marks,
    'GET /transaction_documents/7/journal': {
      entries: [
        entry,
        { ...entry, entry_id: 2, kind: 'payment', posted_on: null, missing: ['money'], lines: [] },
      ],
    },
  })
  showScreen(<DocumentJournal document_id={7} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show the journal entries' }))
  const row = (await screen.findByText('4000 Fuel sales')).closest('tr')!
  expect(within(row).getByText('$280.00')).toBeTruthy()
  expect(screen.getByText('Nov 1, 2026 · Export 1')).toBeTruthy()
  expect(screen.getByText('Waits for an account: Money received')).toBeTruthy()
})
