import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { FieldText } from './FieldText.tsx'

const dollars = {
  currencies: [{ currency_id: 3, code: 'USD', prefix: '$', precision: 2, decimal: '.', thousands: ',' }],
}
const shown = (unpriced: number) =>
  showScreen(
    <FieldText
      resource={transaction_documents}
      name="total_amount"
      record={{ total_amount: '0.000', company_currency_id: 3, unpriced }}
    />,
  )

test('an unknown sum is shown as text, and a zero sum as zero', async () => {
  answering({ 'GET /currencies/marks': dollars })
  shown(1)
  expect(await screen.findByText('Not priced yet')).toBeTruthy()
  shown(0)
  expect(await screen.findByText('$0.00')).toBeTruthy()
})
