import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import { answering, type SentCall, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ChargeInput } from './ChargeInput.tsx'
import { OrderLines } from './OrderLines.tsx'

const record = {
  document_id: 7,
  document_type: 'sales_order',
  device_id: 4,
  company_id: 2,
  status_id: 20,
  approved: 0,
  document_date: '2026-11-01',
  due_date: '2026-12-01',
  payment_term_id: 1,
  currency_id: 3,
  exchange_rate: '1.0000000000',
  discount_type: 'P',
  discount: '10.000',
  freight: '5.000',
  total_amount: '230.000',
  balance: '230.000',
  company_currency_id: 3,
  customs: '0.000',
  expedite_fee: '0.000',
  handling_charge: '0.000',
  updated_at: '2026-11-01T00:00:00.000Z',
  details: [
    {
      document_detail_id: 70,
      product_id: 9,
      product_title: 'Diesel',
      quantity: '100.000',
      unit_price: '2.500',
      line_discount_type: 'A',
      line_discount_amount: '0.000',
      line_discount_percentage: '0.000',
      line_total: '250.000',
      quantity_delivered: '0.000',
    },
  ],
}

const tax = {
  ...{ jurisdiction: null, rounding: 'document', exchange_rate: '1', tax_rule_id: 1, tax_exemption_id: null },
  ...{ certificate: null, exempt_use: null, unit_title: null, unit_liters: null },
}
const salesTax = {
  ...tax,
  ...{ tax_code_id: 1, tax_name: 'Sales tax', basis: 'percent', applies_to: 'goods', rate: '5.5' },
}
const excise = {
  ...{ ...tax, tax_code_id: 2, tax_name: 'Excise', basis: 'per_unit', applies_to: 'goods', rate: '0.244' },
  ...{ unit_title: 'gal', unit_liters: '3.785411784' },
}

let sent: SentCall[]
beforeEach(async () => {
  sent = answering({
    'GET /currencies/marks': {
      currencies: [{ currency_id: 3, code: 'USD', prefix: '$', precision: 2, decimal: '.', thousands: ',' }],
    },
    'GET /': {},
    'GET /transaction_documents/price?company_id=2&product_id=9': {
      price: { product_id: 9, unit_id: 1, unit_price: '3.255500', source: 'list_price', document_date: null },
    },
    'GET /transaction_documents/taxes?company_id=2&device_id=4': {
      lines: [{ liters: '3.785411784', taxes: [salesTax, excise] }],
      fees: null,
    },
    'GET /devices/4': { device: { device_id: 4, ports: [{ product_id: 9 }] } },
    'GET /tank_products?options=1': {
      tank_products: [
        { product_id: 9, label: 'Diesel' },
        { product_id: 10, label: 'Kerosene' },
      ],
    },
    'PATCH /transaction_documents/7': {
      status: 422,
      message: 'Incorrect value',
      errors: [{ field: 'details.1.product_id', rule: 'required', message: 'No such product' }],
    },
  })
  showScreen(
    <ResourceForm
      resource={transaction_documents}
      record={record}
      onSaved={() => {}}
      kind={{ Inside: OrderLines, inputs: { freight: ChargeInput, handling_charge: ChargeInput } }}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Edit: Lines' }))
})

/** The body of the change, which is sent once the checks of the form have loaded. */
async function sentPatch(): Promise<unknown> {
  const patch = () => sent.find(({ call }) => call.startsWith('PATCH'))
  await expect.poll(patch).toBeTruthy()
  return patch()!.body
}

const lineOf = (number: number) => within(screen.getByRole('group', { name: `Line ${number}` }))

test('computes totals while typing as the server does', async () => {
  const section = screen.getByRole('region', { name: 'Lines' })
  await within(section).findByText('$230.00')
  await userEvent.clear(lineOf(1).getByRole('textbox', { name: 'Quantity' }))
  await userEvent.type(lineOf(1).getByRole('textbox', { name: 'Quantity' }), '200')
  expect(lineOf(1).getByText('$500.00')).toBeTruthy()
  expect(section.textContent).toContain('$455.00')
  // 5.5 % of the goods less their discount; 200 gallons.
  expect(await within(section).findByText('$24.75')).toBeTruthy()
  expect(section.textContent).toContain('Excise')
  expect(section.textContent).toContain('$48.80')
  expect(section.textContent).toContain('Total$528.55')
})

test('adds the fees of the seller while typing, except to a charge that a person entered', async () => {
  const fee = { price_fee_id: 3, name: 'Hazmat', index: null }
  sent = answering({
    'GET /transaction_documents/taxes?company_id=2&device_id=4': {
      lines: [{ liters: '3.785411784', taxes: [{ ...salesTax, applies_to: 'goods_and_freight' }] }],
      fees: {
        before: [],
        found: [
          { ...fee, charge: 'handling_charge', amount: '10.000' },
          { ...fee, charge: 'freight', amount: '40.000' },
        ],
      },
    },
  })
  const section = screen.getByRole('region', { name: 'Lines' })
  await userEvent.clear(lineOf(1).getByRole('textbox', { name: 'Quantity' }))
  await userEvent.type(lineOf(1).getByRole('textbox', { name: 'Quantity' }), '200')
  // 500 less 10 %, freight 5 as entered, handling 10; 5.5 % of it all.
  expect(await within(section).findByText('$490.58')).toBeTruthy()
  expect(section.textContent).toMatch(/Handling charge\$10\.00/)
  expect(section.textContent).toContain('$5.00')
  // The inputs show the same amounts as the totals.
  await userEvent.click(screen.getByRole('button', { name: /^Edit: Discount/ }))
  const charge = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
  expect(await charge('Freight')).toMatchObject({ value: '$5.00', placeholder: '' })
  expect(await charge('Handling charge')).toMatchObject({ value: '', placeholder: '$10.00' })
  const calls = () => sent.map(({ call }) => decodeURIComponent(call))
  await expect.poll(calls).toContainEqual(expect.stringContaining('lines=9::70:200'))
})

test('an emptied charge returns to the fees of the seller, and a charge that is not entered shows no zero', async () => {
  const fee = { price_fee_id: 3, name: 'Delivery', index: null }
  sent = answering({
    'GET /transaction_documents/taxes?company_id=2&device_id=4': {
      lines: [{ liters: '3.785411784', taxes: [] }],
      fees: {
        before: [{ ...fee, charge: 'freight', amount: '35.000' }],
        found: [
          { ...fee, charge: 'freight', amount: '40.000' },
          { ...fee, charge: 'handling_charge', amount: '10.000' },
        ],
      },
    },
    'PATCH /transaction_documents/7': { transaction_document: record },
  })
  const section = screen.getByRole('region', { name: 'Lines' })
  await userEvent.click(screen.getByRole('button', { name: /^Edit: Discount/ }))
  const charge = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
  const freight = await charge('Freight')
  await userEvent.clear(freight)
  // 250 less 10 %.
  await expect.poll(() => section.textContent).toMatch(/Freight\$40\.00/)
  await expect.poll(() => [freight.value, freight.placeholder]).toEqual(['', '$40.00'])
  await userEvent.type(freight, '50')
  await expect.poll(() => section.textContent).toMatch(/Freight\$50\.00/)
  await userEvent.clear(freight)
  await expect.poll(() => section.textContent).toMatch(/Freight\$40\.00/)
  await expect.poll(() => [freight.value, freight.placeholder]).toEqual(['', '$40.00'])
  // A zero is the amount of no fee, and changes nothing.
  const handling = await charge('Handling charge')
  await userEvent.type(handling, '0')
  await userEvent.tab()
  await expect.poll(() => [handling.value, handling.placeholder]).toEqual(['', '$10.00'])
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await sentPatch()).toMatchObject({ freight: '35.000' })
})

test('starts the next line on Enter, and sends ids and quantities but no computed values', async () => {
  await userEvent.type(lineOf(1).getByRole('textbox', { name: 'Unit price' }), '{Enter}')
  await userEvent.type(lineOf(2).getByRole('textbox', { name: 'Quantity' }), '3')
  await userEvent.click(lineOf(2).getByRole('combobox', { name: 'Product' }))
  const choices = await screen.findAllByRole('option', { name: 'Diesel', hidden: true })
  await userEvent.click(choices.at(-1)!)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const body = await sentPatch()
  expect(body).toMatchObject({
    details: [
      { document_detail_id: 70, quantity: '100' },
      { product_id: 9, quantity: '3' },
    ],
  })
  expect(JSON.stringify(body)).not.toContain('line_total')
  expect(await lineOf(2).findByText('No such product')).toBeTruthy()
})

test('offers the products of the tanks concerned', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Add a line' }))
  await userEvent.click(lineOf(2).getByRole('combobox', { name: 'Product' }))
  expect((await screen.findAllByRole('option', { name: 'Diesel', hidden: true })).length).toBeGreaterThan(0)
  expect(screen.queryByRole('option', { name: 'Kerosene', hidden: true })).toBeNull()
})

test('fills in the price found for a new line, and shows its source', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Add a line' }))
  await userEvent.click(lineOf(2).getByRole('combobox', { name: 'Product' }))
  const choices = await screen.findAllByRole('option', { name: 'Diesel', hidden: true })
  await userEvent.click(choices.at(-1)!)
  expect(await lineOf(2).findByDisplayValue('$3.2555')).toBeTruthy()
  expect(lineOf(2).getByText('List price')).toBeTruthy()
  expect(lineOf(1).queryByText('List price')).toBeNull()
  await userEvent.clear(lineOf(2).getByRole('textbox', { name: 'Unit price' }))
  await userEvent.type(lineOf(2).getByRole('textbox', { name: 'Unit price' }), '4')
  expect(lineOf(2).getByDisplayValue(/^\$?4$/)).toBeTruthy()
})

test('follows the tiers of a price list while the quantity is typed', async () => {
  const path = 'GET /transaction_documents/price?company_id=2&product_id=9&document_date=2026-11-01'
  const tier = (unit_price: string) => ({
    price: {
      ...{ product_id: 9, unit_id: 1, unit_price, source: 'price_list', document_date: null },
      ...{ is_ruled: true, problem: null },
    },
  })
  answering({
    'GET /currencies/marks': { currencies: [] },
    [path]: tier('3.255500'),
    [`${path}&quantity=500`]: tier('3.050000'),
    'GET /devices/4': { device: { device_id: 4, ports: [{ product_id: 9 }] } },
    'GET /tank_products?options=1': { tank_products: [{ product_id: 9, label: 'Diesel' }] },
    'GET /': {},
  })
  await userEvent.click(screen.getByRole('button', { name: 'Add a line' }))
  await userEvent.click(lineOf(2).getByRole('combobox', { name: 'Product' }))
  await userEvent.click((await screen.findAllByRole('option', { name: 'Diesel', hidden: true })).at(-1)!)
  expect(await lineOf(2).findByDisplayValue(/3\.2555$/)).toBeTruthy()
  await userEvent.type(lineOf(2).getByRole('textbox', { name: 'Quantity' }), '500')
  expect(await lineOf(2).findByDisplayValue(/3\.05$/)).toBeTruthy()
  expect(lineOf(2).queryByRole('textbox', { name: 'Why this price' })).toBeNull()
})

test('marks missing fields of a line, and removes a line', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Add a line' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  for (const input of [
    lineOf(2).getByRole('combobox', { name: 'Product' }),
    lineOf(2).getByRole('textbox', { name: 'Quantity' }),
  ]) {
    expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).toBe('Required')
  }
  expect(sent.some(({ call }) => call.startsWith('PATCH'))).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Remove line 2' }))
  expect(screen.queryByRole('group', { name: 'Line 2' })).toBeNull()
})

test('asks for a reason where a price rule gives another price, and sends it', async () => {
  sent = answering({
    'GET /currencies/marks': { currencies: [] },
    'GET /transaction_documents/price?company_id=2&product_id=9': {
      price: {
        ...{ product_id: 9, unit_id: 1, unit_price: '3.255500', source: 'price_list', document_date: null },
        ...{ is_ruled: true, problem: null },
      },
    },
    'GET /devices/4': { device: { device_id: 4, ports: [{ product_id: 9 }] } },
    'GET /tank_products?options=1': { tank_products: [{ product_id: 9, label: 'Diesel' }] },
    'GET /': {},
    'PATCH /transaction_documents/7': { transaction_document: record },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Add a line' }))
  await userEvent.click(lineOf(2).getByRole('combobox', { name: 'Product' }))
  await userEvent.click((await screen.findAllByRole('option', { name: 'Diesel', hidden: true })).at(-1)!)
  expect(await lineOf(2).findByText('Price list')).toBeTruthy()
  expect(lineOf(2).queryByRole('textbox', { name: 'Why this price' })).toBeNull()
  await userEvent.clear(lineOf(2).getByRole('textbox', { name: 'Unit price' }))
  await userEvent.type(lineOf(2).getByRole('textbox', { name: 'Unit price' }), '3')
  await userEvent.type(lineOf(2).getByRole('textbox', { name: 'Why this price' }), 'Matches a rival')
  await userEvent.type(lineOf(2).getByRole('textbox', { name: 'Quantity' }), '3')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const body = await sentPatch()
  expect((body as { details: object[] }).details[1]).toMatchObject({ price_reason: 'Matches a rival' })
})
