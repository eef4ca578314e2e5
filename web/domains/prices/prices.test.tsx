import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answering, type SentCall, showScreen } from '#web/resources/testing/showScreen.tsx'
import { CustomerPrices } from './customer/CustomerPrices.tsx'
import { PricesScreen } from './PricesScreen.tsx'
import { WhyPrice } from './why/WhyPrice.tsx'

const MARKS = {
  currencies: [{ currency_id: 3, code: 'USD', prefix: '$', precision: 2, decimal: '.', thousands: ',' }],
}
const row = {
  ...{ terminal_id: 7, terminal_title: 'Omaha rack', product_id: 9, product_title: 'Diesel' },
  ...{ unit_id: 1, unit_title: 'gal', unit_price: '2.450000', valid_from: '2026-03-09T23:00:00.000Z' },
  ...{ yesterday: '2.400000', list_price: '3.379000' },
}
const step = {
  ...{ source: 'agreement', outcome: 'used', price_rule_id: 5, rule_name: 'Contract', date: '2026-03-10' },
  ...{ unit_title: 'gal', from_quantity: '0.000', base: '2.450000', base_unit_title: 'gal' },
  ...{ terminal_title: 'Omaha rack', posted_from: '2026-03-09T23:00:00.000Z', margin: '-0.010000' },
}

let sent: SentCall[]
beforeEach(() => {
  sent = answering({
    'GET /currencies/marks': MARKS,
    'GET /prices/today': {
      ...{
        company_id: 2,
        currency_id: 3,
        sellers: [],
        posted: [row, { ...row, product_id: 10, product_title: 'DEF' }],
      },
    },
    'POST /prices/posted': { posted: 1, priced: 2 },
    'GET /prices/lines/70': {
      explanation: {
        ...{ unit_price: '2.400000', unit_title: 'gal', currency_id: 3, source: 'by_hand', problem: null },
        ...{ reason: 'Matches a rival', found_price: '2.440000', parts: [], steps: [step] },
      },
    },
    'GET /prices/customers/4': {
      ...{ currency_id: 3, price_class: 'Commercial' },
      prices: [
        {
          ...{
            product_id: 9,
            product_title: 'Diesel',
            unit_id: 1,
            unit_title: 'gal',
            unit_price: '2.440000',
          },
          ...{ source: 'agreement', problem: null, rule_name: 'Contract' },
        },
        {
          ...{ product_id: 10, product_title: 'DEF', unit_id: 1, unit_title: 'gal', unit_price: null },
          ...{ source: 'price_list', problem: 'posted_too_old', rule_name: 'DEF, delivered' },
        },
      ],
    },
  })
})

test('today’s posted prices say what changed, and all new ones are sent by one save', async () => {
  showScreen(<PricesScreen />)
  const line = within(await screen.findByRole('row', { name: 'Diesel, Omaha rack' }))
  expect(await line.findByText('$2.45 / gal')).toBeTruthy()
  expect(line.getByText('+$0.05')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Post prices' })).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByRole('textbox', { name: 'New price of Diesel, Omaha rack' }), '2.4855')
  await userEvent.click(screen.getByRole('button', { name: 'Post 1 price' }))
  expect(await screen.findByText('2 orders that waited for it are priced now.')).toBeTruthy()
  expect(sent.find(({ call }) => call.startsWith('POST'))!.body).toEqual({
    company_id: 2,
    prices: [{ terminal_id: 7, product_id: 9, unit_id: 1, unit_price: '2.4855' }],
  })
})

test('a price far from the present one is posted only after a confirmation that names both', async () => {
  showScreen(<PricesScreen />)
  await screen.findByRole('row', { name: 'Diesel, Omaha rack' })
  await userEvent.type(screen.getByRole('textbox', { name: 'New price of DEF, Omaha rack' }), '2.5')
  expect(screen.getAllByText('+$0.05')).toHaveLength(3)
  await userEvent.type(screen.getByRole('textbox', { name: 'New price of Diesel, Omaha rack' }), '24.55')
  expect(screen.getByText('+$22.10: check this price')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Post 2 prices' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'This price is far from the present one' }))
  expect(dialog.getByText('Diesel, Omaha rack: $2.45 now, $24.55 after posting.')).toBeTruthy()
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Post 2 prices' }))
  expect(await screen.findByText('2 orders that waited for it are priced now.')).toBeTruthy()
})

test('a price that is not a number stays as typed, and its change is not shown', async () => {
  showScreen(<PricesScreen />)
  await screen.findByRole('row', { name: 'Diesel, Omaha rack' })
  const input = screen.getByRole('textbox', { name: 'New price of Diesel, Omaha rack' })
  await userEvent.type(input, '-.x')
  expect(input).toHaveProperty('value', '-.x')
  expect(screen.queryByText(/check this price/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Post 1 price' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a user who may not post sees prices and types none', async () => {
  showScreen(<PricesScreen />, { as: { permissions: ['transaction_documents.read'] } })
  expect(await screen.findByRole('row', { name: 'Diesel, Omaha rack' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /Post/ })).toBeNull()
})

test('the price of a line is explained on request: the reason, and each rule with its figures', async () => {
  showScreen(<WhyPrice document_detail_id={70} product="Diesel" />)
  expect(sent.some(({ call }) => call.includes('/prices/lines'))).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Why this price: Diesel' }))
  expect(await screen.findByText('Entered by a person: Matches a rival')).toBeTruthy()
  expect(screen.getByText('Agreement · Contract')).toBeTruthy()
  expect(screen.getByText(/This one counts · \$2.45 \/ gal posted by Omaha rack/).textContent).toContain(
    '-$0.01 / gal margin',
  )
})

test('customers’ users get no explanation', () => {
  showScreen(<WhyPrice document_detail_id={70} product="Diesel" />, { as: { login_type_id: 'dispatcher' } })
  expect(screen.queryByRole('button')).toBeNull()
})

test('a customer’s prices name their rule, or why there is no price', async () => {
  showScreen(<CustomerPrices company_id={4} />)
  expect(await screen.findByText('$2.44 / gal')).toBeTruthy()
  expect(screen.getByText('Agreement · Contract')).toBeTruthy()
  expect(screen.getByText('Class: Commercial')).toBeTruthy()
  expect(screen.getByText('Posted price is too old')).toBeTruthy()
})
