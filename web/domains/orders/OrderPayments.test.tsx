import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { OrderPayments } from './OrderPayments.tsx'

test('a payment is dated today but not before its invoice: in the reader’s time zone it may still be the day before', async () => {
  const document_date = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)
  const sent = answering({
    'GET /transaction_documents/7/payments': { payments: [] },
    'POST /transaction_documents/7/payments': { payment_id: 1 },
  })
  showScreen(
    <OrderPayments
      record={{ document_id: 7, status_id: 32, document_date, document_balance: '551.230', currency_id: 3 }}
    />,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Record payment' }))
  await expect
    .poll(() => sent.find(({ call }) => call.startsWith('POST'))?.body)
    .toMatchObject({ amount: '551.23', method: 'check', payment_date: document_date })
})

test('an equal payment is confirmed when the server asks', async () => {
  const errors = [{ field: 'is_another', rule: 'same_payment', message: 'This is another one' }]
  const sent = answering({
    'GET /transaction_documents/7/payments': { payments: [] },
    'POST /transaction_documents/7/payments': { status: 422, message: 'Invalid', errors },
  })
  showScreen(
    <OrderPayments record={{ document_id: 7, status_id: 32, document_balance: '551.230', currency_id: 3 }} />,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Record payment' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'This is another one' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Record payment' }))
  await expect
    .poll(() => sent.filter(({ call }) => call.startsWith('POST')).at(-1)?.body)
    .toMatchObject({ amount: '551.23', is_another: true })
})
