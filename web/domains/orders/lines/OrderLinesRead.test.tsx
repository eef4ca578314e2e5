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
  ...{ line_discount_type: 'A' as const, line_discount_amount: '0.000', line_discount_percentage: '0.000' },
})
const show = (document_type: 'sales_order' | 'invoice' | 'quote', unit_price: string) =>
  showScreen(
    <OrderLinesRead record={{ document_type, company_currency_id: 3, details: [lineOf(unit_price)] }} />,
  )

test('a unit price is shown as stored, so that price times quantity equals the total', async () => {
  show('sales_order', '3.379000')
  expect(await screen.findAllByText(/^\$3\.379$/)).toHaveLength(2)
  expect(screen.getByText('$3,649.32')).toBeTruthy()
})

test('a line has its unit also for customers, who may not read the list of units', async () => {
  const line = { ...lineOf('3.379000'), unit_id: 3, unit_title: 'gal' }
  showScreen(
    <OrderLinesRead record={{ document_type: 'sales_order', company_currency_id: 3, details: [line] }} />,
  )
  expect(await screen.findByText(/^1,080.gal$/)).toBeTruthy()
  expect(await screen.findAllByText('$3.379 / gal')).toHaveLength(2)
})

test('customers see the price per unit', async () => {
  const line = { ...lineOf('3.379000'), unit_id: 3, unit_title: 'gal' }
  const record = { document_type: 'invoice' as const, company_currency_id: 3, details: [line] }
  showScreen(<OrderLinesRead record={record} />, { as: { login_type_id: 'customer', permissions: [] } })
  expect(await screen.findAllByText('$3.379 / gal')).toHaveLength(2)
})

test('a line without a price is marked as not priced, except on a purchase order', async () => {
  show('sales_order', '0.000000')
  expect(await screen.findAllByText('Not priced yet')).toHaveLength(3)
})

test('a line shows its taxes on demand, with the certificate of an exempt customer', async () => {
  const tax = {
    ...{ document_detail_id: 1, tax_code_id: 5, tax_name: 'Excise', basis: 'per_unit', rate: '0.244000' },
    ...{ unit_title: 'gal', unit_liters: '3.785411784', taxable_amount: '3649.320', exempt_amount: '0.000' },
    ...{ taxable_liters: '4088.244726720000', exempt_liters: '0.000000000000', certificate: null },
    ...{ exempt_use: null, tax: '263.520' },
  }
  const exempt = {
    ...tax,
    ...{
      tax_code_id: 6,
      tax_name: 'Sales tax',
      basis: 'percent',
      rate: '5.5',
      tax: '0.000',
      unit_liters: null,
    },
    ...{ taxable_amount: '0.000', exempt_amount: '3649.320', certificate: 'NE-1', exempt_use: 'farm' },
  }
  answering({
    'GET /currencies/marks': {
      currencies: [{ currency_id: 3, code: 'USD', prefix: '$', precision: 2, decimal: '.', thousands: ',' }],
    },
    'GET /transaction_documents/7/taxes': { taxes: [tax, exempt] },
    'GET /': {},
  })
  showScreen(
    <OrderLinesRead
      record={{
        ...{
          document_id: 7,
          document_type: 'invoice' as const,
          tax_total: '263.520',
          company_currency_id: 3,
        },
        details: [lineOf('3.379')],
      }}
    />,
  )
  expect(await screen.findByText('Taxes')).toBeTruthy()
  expect(await screen.findByText('$0.244 / gal × 1,080 gal')).toBeTruthy()
  expect(screen.getByText('Exempt: $3,649.32 · Farm, certificate NE-1')).toBeTruthy()
})
