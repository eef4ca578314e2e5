import { screen, within } from '@testing-library/react'
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
  lines: [{ product_title: 'Propane', quantity: '100.000', unit_title: 'gal', unit_price: '2.500000' }],
  total: '250.000',
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
const item = (document_id: number, more: object = {}) => ({
  ...{ document_id, shipment_id: null, device_id: null, invoice_id: null, invoice_number: null },
  ...{ refusal: null, is_done: true, ...more },
})

test('one button bills deliveries without warnings; others and old ones are left to the user', async () => {
  const sent = answering({
    ...marks,
    'GET /billing/unbilled': {
      unbilled: [
        delivery(1),
        delivery(2),
        delivery(3, { odd: ['unpriced'], total: null }),
        delivery(4, { odd: ['difference'], delivery_check_id: 9 }),
        delivery(5, { delivered_at: '2020-01-01T00:00:00Z' }),
      ],
      left_out: 0,
    },
    'POST /billing/runs': {
      billing_run: {
        ...{ billing_run_id: 8, finished_at: '2026-11-26T00:00:00Z' },
        items: [
          item(1, { invoice_id: 21, invoice_number: 'INV-21' }),
          item(2, { refusal: 'It is invoiced already.' }),
        ],
      },
    },
  })
  showScreen(<BillingScreen />)
  const bill = await screen.findByRole('button', { name: 'Bill 2 deliveries · $500.00' })
  const odd = within(screen.getByText(/Customer 3/).closest('li')!)
  expect(odd.getByText(/No price/)).toBeTruthy()
  expect(odd.getByRole('checkbox').hasAttribute('disabled')).toBe(true)
  expect(odd.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: /Ticket and tank differ/ }).getAttribute('href')).toBe(
    '/delivery_check/9',
  )
  expect(screen.queryByText(/Customer 5/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '1 delivery older than a month' }))
  expect(screen.getByText(/Customer 5/)).toBeTruthy()
  await userEvent.click(bill)
  expect((await screen.findByRole('link', { name: 'INV-21' })).getAttribute('href')).toBe('/order/21')
  expect(screen.getByText(/It is invoiced already/)).toBeTruthy()
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    deliveries: [{ document_id: 1 }, { document_id: 2 }],
  })
})

test('one delivery is billed by its own button, also one without an order', async () => {
  const sent = answering({
    ...marks,
    'GET /billing/unbilled': { unbilled: [delivery(null)], left_out: 0 },
    'POST /billing/runs': {
      billing_run: { billing_run_id: 8, finished_at: null, items: [item(1, { is_done: false })] },
    },
    'GET /billing/runs/8': {
      billing_run: {
        ...{ billing_run_id: 8, finished_at: '2026-11-26T00:00:00Z' },
        items: [item(1, { invoice_id: 21, invoice_number: 'INV-21' })],
      },
    },
  })
  showScreen(<BillingScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Bill' }))
  expect(await screen.findByText('Billed 0 of 1…')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'INV-21' })).toBeTruthy()
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    deliveries: [{ shipment_id: 7, device_id: 5 }],
  })
})
