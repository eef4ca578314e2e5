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
    'GET /transaction_documents?document_type=invoice&company_id=4&page_size=100': {
      transaction_documents: [
        { document_id: 11, document_number: 'INV-11', status_id: 25, balance: '30.000' },
        { document_id: 12, document_number: 'INV-12', status_id: 20, balance: '30.000' },
      ],
    },
    'POST /door_money/1/place': { payment_id: 5 },
  })
  showScreen(<DoorMoneyScreen />)
  const section = within(await screen.findByRole('region', { name: 'To be placed' }))
  expect(await section.findByText('$19.01 left')).toBeTruthy()
  await userEvent.click(section.getByRole('button', { name: 'Put on an invoice' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Put on an invoice' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Invoice' }))
  await userEvent.click(await screen.findByRole('option', { name: /INV-11 · \$30\.00/ }))
  expect(screen.queryByRole('option', { name: /INV-12/ })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Put on an invoice' }))
  await expect.poll(() => sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ document_id: 11 })
})
