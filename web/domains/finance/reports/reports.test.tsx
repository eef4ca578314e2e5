import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { periodNamed } from './periods.ts'
import { ReportsScreen } from './ReportsScreen.tsx'

const figures = {
  ...{ volume: '1500.0', billed: '4500.000', cost: '3750.000', margin: '750.000', per_unit: '0.5000' },
  ...{ share: '16.7', unknown: '0.0' },
}
const before = { billed: '3000.000', margin: '1.000', share: '10.0' }
const report = {
  sellers: [{ seller_id: 2, title: 'North' }],
  ...{ seller_id: 2, from: '2026-03-01', to: '2026-03-31', before: { from: '2026-02-01', to: '2026-02-28' } },
  ...{ by: 'product', unit: 'gal', filters: [], left_out: 0, trend: [], waiting: 0 },
  totals: [{ currency_id: 3, now: figures, before: { ...figures, ...before } }],
  rows: [
    { key: '7', title: 'Diesel', currency_id: 3, figures },
    { key: 'none', title: null, currency_id: 3, figures: { ...figures, cost: null, margin: null } },
  ],
}
const marks = { currency_id: 3, code: 'USD', prefix: '$', precision: 2, decimal: '.', thousands: ',' }
const answers = (more: object = {}) =>
  answering({
    'GET /currencies/marks': { currencies: [marks] },
    'GET /reports/margin': { report },
    'GET /reports/margin?by=customer&from=2026-03-01&to=2026-03-31': {
      report: { ...report, by: 'customer' },
    },
    ...more,
  })

test('totals come first, against the period before', async () => {
  answers()
  showScreen(<ReportsScreen />, { at: '/reports' })
  const totals = await screen.findByRole('region', { name: 'Total' })
  expect(await within(totals).findByText('$4,500.00')).toBeTruthy()
  expect(within(totals).getByText(/^Before: \$3,000.00 · \+50\s?%$/)).toBeTruthy()
  expect(within(totals).getByText(/^Before: 10\s?% · \+6.7 points$/)).toBeTruthy()
  // A change against nearly nothing would be a percentage without meaning.
  expect(within(totals).getByText(/^Before: \$1.00$/)).toBeTruthy()
  expect(within(totals).getByText('Before: Feb 1, 2026 – Feb 28, 2026')).toBeTruthy()
})

const compared = (more: object) => ({
  ...{ delivered: '900.0', lifted: '1000.0', kept: '0.0', gauged: '890.0', gauge_difference: '0.0' },
  ...{ billed_volume: '950.0', unbilled: '-50.0', ...more },
})

test('a reconciliation starts with shortages and surpluses, and their places; the rest is on request', async () => {
  answers({
    'GET /reports/reconciliation': {
      report: {
        ...report,
        totals: [
          {
            currency_id: null,
            now: compared({ kept: '100.4', gauge_difference: '-7.0' }),
            before: compared({ kept: '-3.0' }),
          },
          { currency_id: 3, now: { amount: '10.000' }, before: { amount: '8.000' } },
        ],
        rows: [
          {
            key: '7',
            title: 'Diesel',
            currency_id: 3,
            figures: compared({ kept: '90.0', unbilled: '10.0' }),
          },
          {
            key: '8',
            title: 'Kerosene',
            currency_id: 3,
            figures: compared({ kept: '10.4', unbilled: '-60.0' }),
          },
        ],
        trend: [1, 2].map((day) => ({ day: `2026-03-0${day}`, value: 5 })),
      },
    },
  })
  showScreen(<ReportsScreen />, { at: '/reports?report=reconciliation' })
  const totals = within(await screen.findByRole('region', { name: 'Total' }))
  expect(totals.getByText(/^100\sgal missing$/)).toBeTruthy()
  expect(totals.getByText(/^Most: Diesel, 90\sgal missing$/)).toBeTruthy()
  expect(totals.getByText(/^Before: 3\sgal over$/)).toBeTruthy()
  expect(totals.getByText(/^7\sgal missing$/)).toBeTruthy()
  expect(totals.getByText(/^50\sgal over$/)).toBeTruthy()
  expect(totals.getByText(/^Most: Kerosene, 60\sgal over$/)).toBeTruthy()
  expect(totals.queryByText('Lifted')).toBeNull()
  await userEvent.click(totals.getByRole('button', { name: 'More figures' }))
  expect(totals.getByText('Lifted')).toBeTruthy()
  expect(totals.getByText('$10.00')).toBeTruthy()
  // Volumes and the amount are one total.
  const sum = screen.getByRole('row', { name: /^Total/ })
  expect(
    within(sum)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(expect.arrayContaining([expect.stringMatching(/^900\sgal$/), '$10.00']))
  expect(screen.getByRole('heading', { name: 'Delivered by day' })).toBeTruthy()
})

test('the sales that the margin does not count are shown next to it', async () => {
  const now = { ...figures, billed: '5000.000', unknown: '200.0' }
  answers({
    'GET /reports/margin': { report: { ...report, totals: [{ currency_id: 3, now, before: figures }] } },
  })
  showScreen(<ReportsScreen />, { at: '/reports' })
  const totals = within(await screen.findByRole('region', { name: 'Total' }))
  expect(await totals.findByText('Without $500.00 of sales whose cost is not known')).toBeTruthy()
})

test('a row leads to the documents that it counts, even the row without a record', async () => {
  answers()
  showScreen(<ReportsScreen />, { at: '/reports' })
  const link = (await screen.findByRole('link', { name: 'Diesel' })).getAttribute('href')!
  expect(Object.fromEntries(new URLSearchParams(link.split('?')[1]))).toEqual({
    ...{ report: 'margin', by: 'document', product_id: '7', from: '2026-03-01', to: '2026-03-31' },
  })
  const rest = screen.getByRole('link', { name: 'Charges, and credits without goods' })
  expect(rest.getAttribute('href')).toContain('product_id=none')
})

test('a filter is named and can be removed', async () => {
  const sent = answers({
    'GET /reports/margin?by=document&product_id=7': {
      report: { ...report, by: 'document', filters: [{ name: 'product_id', title: 'Diesel' }] },
    },
    'GET /reports/margin?by=document': { report: { ...report, by: 'document' } },
  })
  showScreen(<ReportsScreen />, { at: '/reports?report=margin&by=document&product_id=7' })
  const pill = await screen.findByText('Product: Diesel')
  await userEvent.click(within(pill.parentElement!).getByRole('button', { hidden: true }))
  expect(sent.at(-1)?.call ?? '').not.toContain('product_id')
})

test('documents not yet in the journal are shown', async () => {
  answers({ 'GET /reports/margin': { report: { ...report, waiting: 2 } } })
  showScreen(<ReportsScreen />, { at: '/reports' })
  expect(await screen.findByText(/2 documents of this period are not posted/)).toBeTruthy()
})

test('other screens of money are linked from the same place', async () => {
  answers()
  showScreen(<ReportsScreen />, { at: '/reports' })
  expect((await screen.findByRole('link', { name: 'Tax return' })).getAttribute('href')).toBe('/tax_return')
  expect(screen.getByRole('link', { name: 'Receivables' }).getAttribute('href')).toBe('/receivables')
})

test('periods are whole', () => {
  const now = new Date(2026, 4, 17)
  expect(periodNamed('this_month', now)).toEqual({
    from: '2026-05-01',
    to: expect.stringMatching(/^2026-05-/),
  })
  expect(periodNamed('last_month', now)).toEqual({ from: '2026-04-01', to: '2026-04-30' })
  expect(periodNamed('last_quarter', now)).toEqual({ from: '2026-01-01', to: '2026-03-31' })
  expect(periodNamed('last_12_months', now)).toEqual({ from: '2025-05-01', to: '2026-04-30' })
  expect(periodNamed('this_year', now)).toEqual({ from: '2026-01-01', to: '2026-05-17' })
})
