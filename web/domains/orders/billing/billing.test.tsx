import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { BillingScreen } from './BillingScreen.tsx'

const delivery = (document_id: number | null, more: object = {}) => ({
  ...{
    document_id,
    document_number: document_id && `SO-${document_id}`,
    shipment_id: 7,
    shipment_number: 'S-7',
  },
  ...{ device_id: 5, place: 'Farm', company_id: 4, company_title: `Customer ${document_id}`, currency_id: 3 },
  ...{ delivered_at: new Date(Date.now() - 3_600_000).toISOString(), odd: [], delivery_check_id: null },
  ...{ ticket_liters: null, rise_liters: null, room_liters: null },
  ...{ credit_hold_reason: null, billed_from: null, is_due: true },
  ...{ subscription_id: null, period_start: null, period_end: null },
  lines: [
    {
      product_title: 'Propane',
      quantity: '100.000',
      unit_title: 'gal',
      unit_price: '2.500000',
      is_untaxed: false,
    },
  ],
  total: '250.000',
  adjustments: ['taxes', 'fees'],
  ...more,
})
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
const run = (more: object = {}) => ({
  billing_run: {
    ...{ billing_run_id: 8, status: 'done', started_at: '2026-11-26T00:00:00Z', user_title: 'Kim' },
    ...{
      finished_at: '2026-11-26T00:00:00Z',
      undone_at: null,
      deliveries: 2,
      done: 2,
      invoices: 1,
      refused: 0,
    },
    ...{
      mails: false,
      mailed: 0,
      is_mailing: false,
      totals: [{ currency_id: 3, total: '250.000' }],
      is_undoable: true,
    },
    ...{ billed: [{ document_id: 21, document_number: 'INV-21' }], failures: [], ...more },
  },
})

test('one button bills deliveries without warnings; others and old ones are left to the user', async () => {
  const sent = answering({
    ...marks,
    'GET /billing/unbilled': {
      unbilled: [
        delivery(1),
        delivery(2),
        delivery(3, { odd: ['unpriced'], total: null }),
        delivery(4, {
          ...{ odd: ['difference'], delivery_check_id: 9, ticket_liters: '1181.0', rise_liters: '1128.1' },
        }),
        delivery(5, { delivered_at: '2020-01-01T00:00:00Z' }),
        delivery(6, { is_due: false, billed_from: '2026-12-01' }),
        delivery(7, { odd: ['untaxed'] }),
        delivery(8, { odd: ['credit_hold'], credit_hold_reason: 'Owes since May' }),
      ],
      left_out: 0,
      mails: true,
    },
    'POST /billing/runs': run({
      refused: 1,
      failures: [
        { document_id: 2, company_title: 'Customer 2', place: 'Farm', refusal: 'It is invoiced already.' },
      ],
    }),
  })
  showScreen(<BillingScreen />)
  const bill = await screen.findByRole('button', { name: 'Bill 2 deliveries · $500.00' })
  const { children } = screen.getByRole('list', { name: 'To be billed' })
  // Deliveries that the button bills are first; the others follow by their warnings.
  const inOrder = [...children].map((row) => /Customer \d/.exec(row.textContent)?.[0])
  expect(inOrder).toEqual([1, 2, 8, 3, 7, 4].map((number) => `Customer ${number}`))
  const odd = within(screen.getByText(/Customer 3/).closest('li')!)
  expect(odd.getByText(/No price/)).toBeTruthy()
  expect(odd.getByRole('checkbox').hasAttribute('disabled')).toBe(true)
  expect(odd.queryByRole('button')).toBeNull()
  expect(screen.getByText('2 ready · 4 with a warning · 1 older than a month · 1 billed later')).toBeTruthy()
  expect(screen.getByText(/^Ticket 312\sgal, tank 298\sgal: 14\sgal more on the ticket/)).toBeTruthy()
  expect(screen.getByText(/No tax/)).toBeTruthy()
  expect(screen.getByText('Credit hold: Owes since May')).toBeTruthy()
  expect(screen.queryByText(/Customer 5/)).toBeNull()
  expect(screen.queryByText(/Customer 6/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '1 delivery that is billed later' }))
  expect(screen.getByText(/Billed from/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '1 delivery older than a month' }))
  expect(screen.getByText(/Customer 5/)).toBeTruthy()
  await userEvent.click(bill)
  expect((await screen.findByRole('link', { name: 'INV-21' })).getAttribute('href')).toBe('/order/21')
  expect(screen.getByText(/It is invoiced already/)).toBeTruthy()
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    deliveries: [{ document_id: 1 }, { document_id: 2 }],
    mails: true,
  })
})

test('one delivery is billed with its own button, even without an order; a run shows its progress', async () => {
  const sent = answering({
    ...marks,
    'GET /billing/unbilled': { unbilled: [delivery(null)], left_out: 0, mails: false },
    'POST /billing/runs': run({ status: 'running', deliveries: 1, done: 0, invoices: 0, billed: [] }),
    'GET /billing/runs/8/progress': run(),
  })
  showScreen(<BillingScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Bill' }))
  expect(await screen.findByText('Billed 0 of 1…')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'INV-21' })).toBeTruthy()
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    deliveries: [{ shipment_id: 7, device_id: 5 }],
    mails: false,
  })
})

test('a delivery with a warning offers a check; billing it anyway names the warning', async () => {
  const untaxed = {
    product_title: 'Kerosene',
    quantity: '1.000',
    unit_title: 'gal',
    unit_price: '2',
    is_untaxed: true,
  }
  const sent = answering({
    ...marks,
    'GET /billing/unbilled': {
      unbilled: [
        delivery(4, {
          ...{ odd: ['difference'], delivery_check_id: 9, ticket_liters: '1181.0', rise_liters: '1128.1' },
        }),
        delivery(7, { odd: ['untaxed'], lines: [untaxed, ...delivery(7).lines], total: '262.000' }),
      ],
      left_out: 0,
      mails: false,
    },
    'POST /billing/runs': run({ deliveries: 1 }),
  })
  showScreen(<BillingScreen />)
  const [odd, taxed] = await Promise.all(
    [/Customer 4/, /Customer 7/].map(async (name) => within((await screen.findByText(name)).closest('li')!)),
  )
  expect(odd!.queryByRole('button', { name: 'Bill' })).toBeNull()
  expect(odd!.getByRole('link', { name: 'Check' }).getAttribute('href')).toBe('/delivery_check/9')
  expect(taxed!.getByText('No tax on Kerosene: no tax rule covers the place of delivery.')).toBeTruthy()
  expect(taxed!.getByText(/^Taxes and fees/)).toBeTruthy()
  expect(taxed!.getByRole('link', { name: 'Check' }).getAttribute('href')).toBe('/order/7')
  await userEvent.click(odd!.getByRole('button', { name: 'Bill anyway' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bill 1 delivery with a warning?' }))
  expect(dialog.getByText(/14\sgal more on the ticket/)).toBeTruthy()
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Bill anyway' }))
  await screen.findByRole('link', { name: 'INV-21' })
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    deliveries: [{ document_id: 4 }],
    mails: false,
  })
})

test('a ticket with more than the tank could take is to be checked', async () => {
  const over = {
    odd: ['over_capacity'],
    delivery_check_id: 9,
    ticket_liters: '1181.0',
    room_liters: '1003.1',
  }
  answering({
    ...marks,
    'GET /billing/unbilled': { unbilled: [delivery(1, over)], left_out: 0, mails: false },
  })
  showScreen(<BillingScreen />)
  const row = within((await screen.findByText(/Customer 1/)).closest('li')!)
  expect(row.getByText(/^Ticket 312\sgal, but the tank had room for 265\sgal only\.$/)).toBeTruthy()
  expect(row.getByRole('link', { name: 'Check' }).getAttribute('href')).toBe('/delivery_check/9')
})

test.each([
  ['fees', ['fees'], 'Fees: $10.00'],
  ['fees and discounts', ['fees', 'discounts'], 'Fees and discounts: $10.00'],
  ['everything', ['taxes', 'fees', 'discounts'], 'Taxes, fees and discounts: $10.00'],
])('what a total holds besides its lines is named: %s', async (_, adjustments, text) => {
  answering({
    ...marks,
    'GET /billing/unbilled': {
      unbilled: [delivery(1, { adjustments, total: '260.000' })],
      left_out: 0,
      mails: false,
    },
  })
  showScreen(<BillingScreen />)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('the deliveries of one day are billed together', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  answering({
    ...marks,
    'GET /billing/unbilled': {
      unbilled: [
        delivery(1, { delivered_at: daysAgo(0) }),
        delivery(2, { delivered_at: daysAgo(1) }),
        delivery(3, { delivered_at: daysAgo(1) }),
        delivery(4, { delivered_at: daysAgo(5) }),
      ],
      left_out: 0,
      mails: false,
    },
  })
  showScreen(<BillingScreen />)
  expect(await screen.findByRole('button', { name: 'Bill 4 deliveries · $1,000.00' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Yesterday' }))
  expect(screen.getByRole('button', { name: 'Bill 2 deliveries · $500.00' })).toBeTruthy()
  expect(screen.getByText('2 ready')).toBeTruthy()
  expect(screen.queryByText(/Customer [14]/)).toBeNull()
  fireEvent.change(screen.getByLabelText('Another day'), { target: { value: '2020-01-01' } })
  expect(screen.getByText('Nothing to bill for this day.')).toBeTruthy()
})

test('the numbers of many invoices are shown on request', async () => {
  const billed = [21, 22, 23, 24].map((document_id) => ({
    document_id,
    document_number: `INV-${document_id}`,
  }))
  answering({
    ...marks,
    'GET /billing/unbilled': { unbilled: [delivery(1)], left_out: 0, mails: false },
    'POST /billing/runs': run({ invoices: 4, billed }),
  })
  showScreen(<BillingScreen />)
  await userEvent.click(await screen.findByRole('button', { name: /^Bill 1 / }))
  expect(await screen.findByText('4 invoices:')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'INV-21' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByRole('link', { name: 'INV-24' })).toBeTruthy()
})

test('a run is undone after a question', async () => {
  const sent = answering({
    ...marks,
    'GET /billing/unbilled': { unbilled: [delivery(1)], left_out: 0, mails: false },
    'POST /billing/runs': run(),
    'POST /billing/runs/8/undo': run({ status: 'undone', is_undoable: false }),
  })
  showScreen(<BillingScreen />)
  await userEvent.click(await screen.findByRole('button', { name: /^Bill 1 / }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the run' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Undo the run' }))
  expect(await screen.findByText(/This run was undone/)).toBeTruthy()
  expect(sent.some(({ call }) => call === 'POST /billing/runs/8/undo')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Undo the run' })).toBeNull()
})

test('the lines and the rest of a delivery add up to its total', async () => {
  answering({
    ...marks,
    'GET /billing/unbilled': {
      unbilled: [delivery(1, { total: '267.500' }), delivery(2)],
      left_out: 0,
      mails: false,
    },
  })
  showScreen(<BillingScreen />, { as: { permissions: ['transaction_documents.read'] } })
  expect((await screen.findByText(/^Taxes and fees/)).textContent).toBe('Taxes and fees: $17.50')
})
