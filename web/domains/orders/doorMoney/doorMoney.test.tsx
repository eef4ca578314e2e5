import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { DoorMoneyScreen } from './DoorMoneyScreen.tsx'

const payment = (doorstep_payment_id: number, more: object = {}) => ({
  ...{ doorstep_payment_id, carrier_id: 3, company_id: 4, company_title: 'Prairie Fuels', user_id: 9 },
  ...{ driver: 'Dee Driver', shipment_id: 7, shipment_number: 'S-7', method: 'cash', amount: '400.010' },
  ...{ left: '400.010', currency_id: 3, check_number: null, note: null, status: 'held', documents: [] },
  ...{ at: '2026-11-23T14:20:00Z', day: '2026-11-23', settled_at: null, ...more },
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

test('a driver’s payments are counted; a different sum is settled only with a reason', async () => {
  const sent = answering({
    ...marks,
    'GET /door_money': {
      door_money: [payment(1), payment(2, { method: 'check', amount: '120', check_number: '2107' })],
    },
    'POST /door_money/settle': { settlement_id: 5 },
  })
  showScreen(<DoorMoneyScreen />)
  const form = within(await screen.findByRole('form', { name: /Dee Driver/ }))
  const settle = form.getByRole('button', { name: 'Settle' })
  expect(settle.hasAttribute('disabled')).toBe(true)
  await userEvent.type(form.getByLabelText('Cash as counted'), '400.01')
  await userEvent.type(form.getByLabelText('Checks as counted'), '119')
  expect(await form.findByText(/Difference -\$1\.00/)).toBeTruthy()
  expect(settle.hasAttribute('disabled')).toBe(true)
  await userEvent.type(form.getByLabelText(/Reason for the difference/), 'Lost')
  await userEvent.click(settle)
  await expect
    .poll(() => sent.find(({ call }) => call.startsWith('POST'))?.body)
    .toEqual({ doorstep_payment_ids: [1, 2], cash: '400.01', checks: '119', reason: 'Lost' })
})

test('the rest of counted money is assigned to an open invoice of the customer', async () => {
  const sent = answering({
    ...marks,
    'GET /door_money': {
      door_money: [payment(1, { status: 'settled', left: '19.010', documents: ['INV-1'] })],
    },
    'GET /companies/4/account': {
      account: {
        ...{ company_id: 4, company_title: 'Prairie Fuels', currency_id: 3, credits: [] },
        open_invoices: [
          {
            ...{ document_id: 11, document_number: 'INV-11', document_date: '2026-11-23', currency_id: 3 },
            ...{ due_date: '2026-11-30', balance: '30.000', document_balance: '30.000' },
          },
        ],
        payments: [
          {
            ...{
              payment_id: 5,
              payment_date: '2026-11-23',
              amount: '400.010',
              currency_id: 3,
              left: '19.010',
            },
            ...{
              given_back: '0.000',
              method: 'cash',
              reference: 'S-7',
              reversed_at: null,
              documents: [],
              refunds: [],
            },
          },
        ],
      },
    },
    'POST /customer_payments/5/allocate': {},
  })
  showScreen(<DoorMoneyScreen />)
  const section = within(await screen.findByRole('region', { name: 'To be placed' }))
  expect(await section.findByText('$19.01 left')).toBeTruthy()
  await userEvent.click(section.getByRole('button', { name: 'Apply or refund' }))
  const account = within(await screen.findByRole('dialog', { name: 'Prairie Fuels' }))
  expect(await account.findByRole('button', { name: 'Refund' })).toBeTruthy()
  await userEvent.click(account.getByRole('button', { name: 'Apply to invoices' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply to invoices' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Apply to invoices' }))
  await expect
    .poll(() => sent.find(({ call }) => call.startsWith('POST'))?.body)
    .toEqual({ allocations: [{ document_id: 11, amount: '19.01' }] })
})

test('the page without collections explains what appears here', async () => {
  answering({ 'GET /door_money': { door_money: [] } })
  showScreen(<DoorMoneyScreen />)
  expect(await screen.findByText(/that drivers collect on delivery appear here/)).toBeTruthy()
})
