import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { AccountOf } from './CustomerAccount.tsx'
import { ReceivablesScreen } from './ReceivablesScreen.tsx'

const ageing = (more: object = {}) => ({
  ...{ current: '30.000', days_30: '0.000', days_60: '0.000', days_90: '0.000', older: '80.000' },
  ...{ unapplied: '10.000', total: '100.000', ...more },
})
const invoice = (document_id: number, balance: string) => ({
  ...{
    document_id,
    document_number: `INV-${document_id}`,
    document_date: '2026-01-05',
    due_date: '2026-01-15',
  },
  ...{ currency_id: 3, balance, document_balance: balance },
})
const ofCompany = {
  'GET /currencies/marks': {
    currencies: [
      {
        ...{ currency_id: 3, code: 'USD', prefix: '$', suffix: null, precision: 2 },
        ...{ decimal: '.', thousands: ',', mask: null },
      },
    ],
  },
  'GET /companies/4/account': {
    account: {
      ...{ company_id: 4, company_title: 'Prairie Fuels', currency_id: 3, ageing: ageing() },
      open_invoices: [invoice(1, '80.000'), invoice(2, '30.000')],
      payments: [
        {
          ...{ payment_id: 9, payment_date: '2026-02-01', amount: '50.000', currency_id: 3, left: '10.000' },
          ...{
            given_back: '0.000',
            method: 'check',
            reference: 'No. 7',
            reversed_at: null,
            reverse_reason: null,
          },
          documents: [{ document_id: 3, document_number: 'INV-3' }],
          refunds: [],
        },
      ],
      credits: [],
    },
  },
  'GET /companies/4/statement': {
    statement: {
      ...{
        company_id: 4,
        company_title: 'Prairie Fuels',
        currency_id: 3,
        from: '2026-01-01',
        to: '2026-02-28',
      },
      ...{ opening: '20.000', charges: '130.000', payments: '50.000', closing: '100.000', ageing: ageing() },
      lines: [
        {
          ...{ date: '2026-01-05', kind: 'invoice', document_id: 1, title: 'INV-1', reason: null },
          ...{ amount: '130.000', balance: '150.000' },
        },
        {
          ...{ date: '2026-02-01', kind: 'payment', document_id: null, title: 'No. 7', reason: null },
          ...{ amount: '-50.000', balance: '100.000' },
        },
      ],
    },
  },
}

test('a payment pays the oldest invoices first, or the typed amounts; the rest stays', async () => {
  const sent = answering({ ...ofCompany, 'POST /companies/4/payments': { payment_id: 12 } })
  showScreen(<AccountOf company_id={4} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = within(await screen.findByRole('form', { name: 'Record payment' }))
  await userEvent.type(form.getByLabelText('Amount'), '100')
  expect(form.getByLabelText<HTMLInputElement>('Pays of INV-1').value).toContain('80')
  expect(form.getByLabelText<HTMLInputElement>('Pays of INV-2').value).toContain('20')
  const second = form.getByLabelText('Pays of INV-2')
  await userEvent.clear(second)
  await userEvent.type(second, '15')
  expect(form.getByText('On no invoice: $5.00')).toBeTruthy()
  await userEvent.type(form.getByLabelText('Reference'), 'No. 8')
  await userEvent.click(form.getByRole('button', { name: 'Record payment' }))
  await expect
    .poll(() => sent.find(({ call }) => call.startsWith('POST'))?.body)
    .toMatchObject({
      ...{ amount: '100', method: 'check', reference: 'No. 8' },
      allocations: [
        { document_id: 1, amount: '80' },
        { document_id: 2, amount: '15' },
      ],
    })
})

test('more on invoices than was paid cannot be recorded', async () => {
  answering(ofCompany)
  showScreen(<AccountOf company_id={4} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = within(await screen.findByRole('form', { name: 'Record payment' }))
  await userEvent.type(form.getByLabelText('Amount'), '10')
  const first = form.getByLabelText('Pays of INV-1')
  await userEvent.clear(first)
  await userEvent.type(first, '11')
  expect(form.getByText('On no invoice: -$1.00')).toBeTruthy()
  expect(form.getByRole('button', { name: 'Record payment' }).hasAttribute('disabled')).toBe(true)
})

test('“Pay all” pays every open invoice, and discards typed amounts', async () => {
  const sent = answering({ ...ofCompany, 'POST /companies/4/payments': { payment_id: 12 } })
  showScreen(<AccountOf company_id={4} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = within(await screen.findByRole('form', { name: 'Record payment' }))
  expect(form.getByText('Open · 2 invoices: $110.00')).toBeTruthy()
  await userEvent.type(form.getByLabelText('Pays of INV-2'), '5')
  await userEvent.click(form.getByRole('button', { name: 'Pay all' }))
  expect(form.getByLabelText<HTMLInputElement>('Amount').value).toBe('$110.00')
  expect(form.getByText('On invoices: $110.00')).toBeTruthy()
  expect(form.getByText('On no invoice: $0.00')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Record payment' }))
  await expect
    .poll(() => sent.find(({ call }) => call.startsWith('POST'))?.body)
    .toMatchObject({
      amount: '110',
      allocations: [
        { document_id: 1, amount: '80' },
        { document_id: 2, amount: '30' },
      ],
    })
})

test('the rest of a payment goes to the oldest invoices again on request', async () => {
  answering(ofCompany)
  showScreen(<AccountOf company_id={4} />)
  const section = within(await screen.findByRole('region', { name: 'Payments' }))
  await userEvent.click(section.getByRole('button', { name: 'Apply to invoices' }))
  const form = within(await screen.findByRole('form', { name: 'Apply to invoices' }))
  await userEvent.clear(form.getByLabelText('Pays of INV-1'))
  expect(form.getByText('On no invoice: $10.00')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Apply to oldest' }))
  expect(form.getByLabelText<HTMLInputElement>('Pays of INV-1').value).toBe('$10.00')
  expect(form.getByText('On invoices: $10.00')).toBeTruthy()
})

test('the rest of a payment is refunded, and a payment reversed, with a reason', async () => {
  const sent = answering({
    ...ofCompany,
    'POST /customer_payments/9/give_back': {},
    'POST /customer_payments/9/reverse': {},
  })
  showScreen(<AccountOf company_id={4} />)
  const section = within(await screen.findByRole('region', { name: 'Payments' }))
  expect(section.getByText('$10.00 left')).toBeTruthy()
  for (const [step, action, path] of [
    ['Refund', 'Refund $10.00', 'give_back'],
    ['Reverse', 'Reverse payment', 'reverse'],
  ] as const) {
    await userEvent.click(section.getByRole('button', { name: step }))
    const dialog = within(await screen.findByRole('dialog', { name: step }))
    await userEvent.type(dialog.getByLabelText(/Reason/), 'Asked for')
    await userEvent.click(dialog.getByRole('button', { name: action }))
    await expect
      .poll(() => sent.find(({ call }) => call === `POST /customer_payments/9/${path}`)?.body)
      .toEqual({ reason: 'Asked for' })
    await expect.poll(() => screen.queryByRole('dialog', { name: step })).toBeNull()
  }
})

test('the rest of a credit note is refunded with a reason', async () => {
  const credit = { document_id: 6, document_number: 'CN-6', document_date: '2026-02-03', left: '40.000' }
  const refunds: object[] = []
  const { account } = ofCompany['GET /companies/4/account']
  const sent = answering({
    ...ofCompany,
    'GET /companies/4/account': { account: { ...account, credits: [{ ...credit, refunds }], payments: [] } },
    'POST /transaction_documents/6/give_back': {},
  })
  showScreen(<AccountOf company_id={4} />)
  const section = within(await screen.findByRole('region', { name: 'Payments' }))
  await userEvent.click(section.getByRole('button', { name: 'Refund' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }))
  expect(dialog.getByText('$40.00 goes back to the customer.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/Reason/), 'Sold the farm')
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $40.00' }))
  await expect
    .poll(() => sent.find(({ call }) => call === 'POST /transaction_documents/6/give_back')?.body)
    .toEqual({ reason: 'Sold the farm' })
})

test.each(['payment', 'credit note'])('a refund of a %s is reversed with a reason', async (source) => {
  const refund = { refund_id: 21, date: '2026-02-05', amount: '15.000', reason: 'Overpaid' }
  const gone = { ...refund, refund_id: 20, amount: '7.000', reversed_at: '2026-02-06T10:00:00Z' }
  const refunds = [
    { ...refund, reversed_at: null, reverse_reason: null },
    { ...gone, reverse_reason: 'Check returned' },
  ]
  const credit = { document_id: 6, document_number: 'CN-6', document_date: '2026-02-03', left: '0.000' }
  const { account } = ofCompany['GET /companies/4/account']
  const [payment] = account.payments
  const used =
    source === 'payment'
      ? { payments: [{ ...payment, given_back: '15.000', refunds }] }
      : { payments: [], credits: [{ ...credit, refunds }] }
  const sent = answering({
    ...ofCompany,
    'GET /companies/4/account': { account: { ...account, ...used } },
    'POST /customer_refunds/21/reverse': {},
  })
  showScreen(<AccountOf company_id={4} />)
  const section = within(await screen.findByRole('region', { name: 'Payments' }))
  expect(section.getByText('reversed: Check returned')).toBeTruthy()
  expect(section.queryByRole('button', { name: 'Reverse' })).toBeNull()
  await userEvent.click(section.getByRole('button', { name: 'Reverse refund' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reverse refund' }))
  expect(dialog.getByText(/The refund of \$15.00 stays in the list/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/Reason/), 'Wrong amount')
  await userEvent.click(dialog.getByRole('button', { name: 'Reverse refund' }))
  await expect
    .poll(() => sent.find(({ call }) => call === 'POST /customer_refunds/21/reverse')?.body)
    .toEqual({ reason: 'Wrong amount' })
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Reverse refund' })).toBeNull()
})

test('the balance is shown once above the account, with its overdue part', async () => {
  answering(ofCompany)
  showScreen(<AccountOf company_id={4} />)
  const section = within(await screen.findByRole('region', { name: 'Balance' }))
  expect(section.getAllByText('Balance')).toHaveLength(1)
  expect(section.getByText('$100.00')).toBeTruthy()
  expect(section.getByText('Overdue').parentElement?.textContent).toBe('Overdue$80.00')
})

test.each([
  ['one customer', 'E-mail', <AccountOf key="one" company_id={4} />, { company_ids: [4] }],
  ['all', 'E-mail statements', <ReceivablesScreen key="all" />, {}],
] as const)(
  'statements are mailed to %s; customers without an address are named',
  async (_, name, shown, body) => {
    const sent = answering({
      ...ofCompany,
      'GET /receivables': {
        receivables: [{ company_id: 4, company_title: 'Prairie Fuels', currency_id: 3, ageing: ageing() }],
        totals: [{ currency_id: 3, ageing: ageing(), not_sent: '0.000' }],
      },
      'POST /statements/mail': { queued: 1, without_address: ['Sandhills Co-op'] },
    })
    showScreen(shown)
    await userEvent.click(await screen.findByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog', { name }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send by e-mail' }))
    expect(await screen.findByText('No e-mail address: Sandhills Co-op')).toBeTruthy()
    expect(screen.queryByRole('dialog', { name })).toBeNull()
    expect(sent.find(({ call }) => call.startsWith('POST'))!.body).toEqual(body)
  },
)

test('the statement runs from the closing back to the opening balance', async () => {
  answering(ofCompany)
  showScreen(<AccountOf company_id={4} />)
  const table = within(await screen.findByRole('table', { name: 'Statement' }))
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell').at(-1)!.textContent),
  ).toEqual(['$100.00', '$100.00', '$150.00', '$20.00'])
  expect(table.getByRole('link', { name: 'INV-1' }).getAttribute('href')).toBe('/order/1')
})

test('a long statement shows its latest entries, and all of them on request', async () => {
  const { statement } = ofCompany['GET /companies/4/statement']
  const lines = Array.from({ length: 40 }, (_, index) => ({
    ...{
      date: '2026-01-05',
      kind: 'invoice',
      document_id: index + 1,
      title: `INV-${index + 1}`,
      reason: null,
    },
    ...{ amount: '1.000', balance: `${index + 21}.000` },
  }))
  answering({ ...ofCompany, 'GET /companies/4/statement': { statement: { ...statement, lines } } })
  showScreen(<AccountOf company_id={4} />)
  const table = within(await screen.findByRole('table', { name: 'Statement' }))
  const balances = () => table.getAllByRole('row').map((row) => row.lastElementChild!.textContent)
  expect(balances().slice(0, 4)).toEqual(['Balance', '$100.00', '$60.00', '$59.00'])
  expect(balances()).toHaveLength(27)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 40 entries' }))
  expect(balances()).toHaveLength(43)
  expect(balances().slice(-2)).toEqual(['$21.00', '$20.00'])
})

test('each customer on a phone is a card with its debt, the overdue part and its actions', async () => {
  const wide = window.matchMedia
  window.matchMedia = (query) => ({ ...wide(query), matches: /max-width/.test(query) })
  try {
    answering({
      ...ofCompany,
      'GET /receivables': {
        receivables: [{ company_id: 4, company_title: 'Prairie Fuels', currency_id: 3, ageing: ageing() }],
        totals: [{ currency_id: 3, ageing: ageing(), not_sent: '0.000' }],
      },
    })
    showScreen(<ReceivablesScreen />)
    const card = within(await screen.findByRole('region', { name: 'Prairie Fuels' }))
    expect(card.getByText('$100.00')).toBeTruthy()
    expect(card.getByText('Overdue').parentElement?.textContent).toBe('Overdue$80.00')
    expect(card.getByRole('button', { name: 'E-mail' })).toBeTruthy()
    await userEvent.click(card.getByRole('button', { name: 'Record payment' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  } finally {
    window.matchMedia = wide
  }
})

test('above the customers are the sum that they owe, its overdue part, and its age', async () => {
  answering({
    ...ofCompany,
    'GET /receivables': {
      receivables: [{ company_id: 4, company_title: 'Prairie Fuels', currency_id: 3, ageing: ageing() }],
      totals: [{ currency_id: 3, ageing: ageing(), not_sent: '0.000' }],
    },
  })
  showScreen(<ReceivablesScreen />)
  const all = within(await screen.findByRole('region', { name: 'All customers' }))
  const shown = ['Balance', 'Overdue', 'Not due', 'Over 90 days late', 'Unapplied']
  expect(shown.map((label) => all.getByText(label).parentElement?.textContent)).toEqual([
    'Balance$100.00',
    'Overdue$80.00',
    'Not due$30.00',
    'Over 90 days late$80.00',
    'Unapplied-$10.00',
  ])
  const row = within(screen.getByRole('row', { name: /Prairie Fuels/ }))
  expect(row.getByRole('button', { name: 'E-mail' })).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: 'Record payment' }))
  expect(await screen.findByRole('dialog', { name: 'Record payment' })).toBeTruthy()
})

test('the ageing of all customers leads to each account', async () => {
  answering({
    ...ofCompany,
    'GET /receivables': {
      receivables: [{ company_id: 4, company_title: 'Prairie Fuels', currency_id: 3, ageing: ageing() }],
      totals: [{ currency_id: 3, ageing: ageing(), not_sent: '0.000' }],
    },
  })
  showScreen(<ReceivablesScreen />)
  const table = within(await screen.findByRole('table', { name: 'Receivables' }))
  expect(table.getByRole('link', { name: 'Prairie Fuels' }).getAttribute('href')).toBe(
    '/customers/profile/4/account',
  )
  // Overdue and over 90 days late, of the customer and in all.
  expect(table.getAllByText('$80.00')).toHaveLength(4)
  expect(table.getAllByText('-$10.00')).toHaveLength(2)
})
