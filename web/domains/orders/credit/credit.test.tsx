import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { CreditButton } from './CreditButton.tsx'
import { Overbilled } from './Overbilled.tsx'

const invoice = {
  document_id: 7,
  document_type: 'invoice' as const,
  given_out: 1,
  status_id: IS.sent,
  company_currency_id: 3,
  updated_at: '2026-11-01T00:00:00.000Z',
}
const line = (quantity_over: string) => ({
  ...{
    document_detail_id: 70,
    product_title: 'Diesel',
    unit_title: 'gal',
    quantity_left: '100.000',
    quantity_over,
  },
})
const answers = (quantity_over = '0.000') =>
  answering({
    'GET /currencies/marks': {
      currencies: [{ currency_id: 3, code: 'USD', prefix: '$', precision: 2, decimal: '.', thousands: ',' }],
    },
    'GET /transaction_documents/7/credit': { credit: { left: '260.000', lines: [line(quantity_over)] } },
    'POST /transaction_documents/7/credit': { transaction_document: { document_id: 8 } },
  })
const posted = (sent: ReturnType<typeof answers>) => sent.find(({ call }) => call.startsWith('POST'))?.body
const press = async (name: string) =>
  userEvent.click((await screen.findAllByRole('button', { name })).at(-1)!)
const fill = async (name: string | RegExp, text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name }), text)

test('an invoice that was sent is credited whole, with a reason', async () => {
  const sent = answers()
  showScreen(<CreditButton record={invoice} label="Credit" />)
  await press('Credit')
  expect(await screen.findByText(/Everything that is left, \$260\.00/)).toBeTruthy()
  await fill(/Reason/, 'Wrong tank')
  await press('Create credit note')
  await expect.poll(() => posted(sent)).toEqual({ reason: 'Wrong tank' })
})

test('or by an amount', async () => {
  const sent = answers()
  showScreen(<CreditButton record={invoice} label="Credit" />)
  await press('Credit')
  await userEvent.click(await screen.findByRole('radio', { name: 'Amount' }))
  await fill('Amount', '12.50')
  await fill(/Reason/, 'Late')
  await press('Create credit note')
  await expect.poll(() => posted(sent)).toEqual({ reason: 'Late', amount: '12.50' })
})

test('an equal credit is confirmed when the server asks', async () => {
  const errors = [{ field: 'is_another', rule: 'same_credit', message: 'This is another one' }]
  const sent = answering({
    'GET /transaction_documents/7/credit': { credit: { left: '260.000', lines: [line('0.000')] } },
    'POST /transaction_documents/7/credit': { status: 422, message: 'Invalid', errors },
  })
  showScreen(<CreditButton record={invoice} label="Credit" />)
  await press('Credit')
  await fill(/Reason/, 'Late')
  await press('Create credit note')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'This is another one' }))
  await press('Create credit note')
  await expect
    .poll(() => sent.filter(({ call }) => call.startsWith('POST')).at(-1)?.body)
    .toEqual({ reason: 'Late', is_another: true })
})

test('a ticket that was corrected after billing proposes to credit the difference', async () => {
  const sent = answers('10.000')
  showScreen(<Overbilled record={invoice} />)
  await press('Credit the difference')
  expect(((await screen.findByRole('textbox', { name: /Diesel/ })) as HTMLInputElement).value).toBe('10')
  await fill(/Reason/, 'Ticket')
  await press('Create credit note')
  await expect
    .poll(() => posted(sent))
    .toEqual({ reason: 'Ticket', details: [{ document_detail_id: 70, quantity: '10' }] })
})

test('an order with a corrected ticket points to its invoice', async () => {
  answers()
  const details = [{ quantity_invoiced: '100.000', quantity_delivered: '90.000' }]
  showScreen(<Overbilled record={{ document_id: 5, document_type: 'sales_order', details }} />)
  expect(await screen.findByText(/Credit the difference on the invoice/)).toBeTruthy()
})

test('an invoice that was not sent, and an order without a correction, offer nothing', async () => {
  const sent = answers('10.000')
  showScreen(
    <>
      <CreditButton record={{ ...invoice, given_out: 0 }} label="Credit" />
      <Overbilled record={{ document_id: 5, document_type: 'sales_order', details: [] }} />
    </>,
  )
  await expect.poll(() => sent.filter(({ call }) => call.includes('/credit'))).toEqual([])
  expect(screen.queryByRole('button')).toBeNull()
})
