import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { OrderLinesRead } from './OrderLinesRead.tsx'

beforeEach(() => {
  answering({
    'GET /currencies/marks': {
      currencies: [{ currency_id: 3, code: 'USD', prefix: '$', precision: 2, decimal: '.', thousands: ',' }],
    },
    'GET /': {},
  })
})

const lineOf = (unit_price: string) => ({
  ...{ document_detail_id: 1, product_title: 'Diesel', quantity: '1080.000', unit_price },
  ...{ line_discount_type: 'A', line_discount_amount: '0.000', line_discount_percentage: '0.000' },
})
const show = (document_type: string, unit_price: string) =>
  showScreen(
    <OrderLinesRead record={{ document_type, company_currency_id: 3, details: [lineOf(unit_price)] }} />,
  )

test('a unit price is shown as stored, so that price times quantity equals the total', async () => {
  show('sales_order', '3.379000')
  expect(await screen.findAllByText(/^\$3\.379$/)).toHaveLength(2)
  expect(screen.getByText('$3,649.32')).toBeTruthy()
})

test('a line without a price is marked as not priced, except on a purchase order', async () => {
  show('sales_order', '0.000000')
  expect(await screen.findAllByText('Not priced yet')).toHaveLength(3)
})
