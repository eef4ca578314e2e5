import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { orderKindFor } from '../kinds.ts'

const port = (id: number, product: string, percent: number, room: number) => ({
  ...{ device_ports_id: id, port_number: id, product_id: id, product, percent, room, volume: 10 * percent },
  ...{ trust: 'good', days_to_empty: 4, days_to_empty_range: [3, 5], no_forecast: null, dry_at: null },
  ...{ volume_unit: 'gal', room_temperature: null, level: 'fine', level_source: 'measured', color: null },
})

const DEVICES = {
  7: { label: 'Farm yard', ports: [port(1, 'Diesel', 44, 560.4), port(2, 'Gasoline', 81, 90)] },
  8: { label: 'Barn', ports: [port(3, 'Propane', 23, 285.9)] },
  9: { label: 'Elm Street home', ports: [port(4, 'Heating oil', 30, 150)] },
}

const rows = (...ids: (keyof typeof DEVICES)[]) =>
  ids.map((device_id) => ({ device_id, public_id: `LT-${device_id}`, ...DEVICES[device_id] }))
const choices = (...ids: (keyof typeof DEVICES)[]) =>
  rows(...ids).map(({ device_id, public_id, label }) => ({ device_id, label: public_id, name: label }))
const deviceList = (...ids: (keyof typeof DEVICES)[]) => ({
  devices: rows(...ids),
  page: { total_records: 2 },
})

const DEFAULTS = {
  ...{
    currency_id: 3,
    company_currency_id: 3,
    unit_id: 2,
    payment_term_id: 1,
    exchange_rate: '1.0000000000',
  },
  ...{ document_date: '2026-11-28', due_date: '2026-12-28', shipping_addresses: [], billing_addresses: [] },
}

interface Shown {
  preset?: FormValues
  loginType?: LoginType
  at?: string
}

/** Shows a new order: company 5 has two devices with three tanks, company 6 a device with one. */
function showOrder({ preset = {}, loginType = 'administrator', at = '/order' }: Shown = {}) {
  const sent = answering({
    'GET /': {},
    'GET /companies?options=1&limit=500': {
      companies: [
        { company_id: 5, label: 'Miller Farms' },
        { company_id: 6, label: 'Ann Doe' },
      ],
    },
    'GET /devices?options=1&limit=500': { devices: choices(7, 8, 9) },
    'GET /devices?options=1&limit=500&within_company=5': { devices: choices(7, 8) },
    'GET /devices?options=1&limit=500&within_company=6': { devices: choices(9) },
    'GET /devices?company_id=5&page_size=100': deviceList(7, 8),
    'GET /devices?company_id=6&page_size=100': deviceList(9),
    ...Object.fromEntries(rows(7, 8, 9).map((row) => [`GET /devices/${row.device_id}`, { device: row }])),
    'GET /units_of_measure?options=1': {
      units_of_measure: [
        {
          id: 2,
          label: 'US gallon',
          unit_abbrev: 'gal',
          measure: 'volume',
          factor: '3.785411784',
          code: 'gal',
        },
      ],
    },
    'GET /tank_products?options=1': {
      tank_products: [
        { product_id: 1, label: 'Diesel' },
        { product_id: 2, label: 'Gasoline' },
        { product_id: 3, label: 'Propane' },
        { product_id: 4, label: 'Heating oil' },
      ],
    },
    'GET /currencies/marks': {
      currencies: [{ currency_id: 3, code: 'USD', prefix: '$', precision: 2, decimal: '.', thousands: ',' }],
    },
    'GET /transaction_documents/defaults': { document_defaults: DEFAULTS },
    'GET /transaction_documents/price': {
      price: { unit_id: 2, unit_price: '3.250000', source: 'list_price', document_date: null },
    },
    'GET /transaction_documents/taxes': { lines: [], fees: null },
    'GET /companies/5/owed': {
      owed: {
        ...{ currency_id: 3, open: '300.000', overdue: '120.500', unapplied: '40.000' },
        ...{ open_invoices: 3, overdue_invoices: 1, last_payment: null },
      },
    },
    'GET /deliveries/coming?device_ports_ids=3': {
      coming_loads: [
        {
          ...{ kind: 'stop', device_ports_ids: [3], document_id: null, document_number: null, liters: 1000 },
          ...{ shipment_id: 77, shipment_number: 'S-77', on_the_way: false, day: null, time_zone: 'UTC' },
        },
      ],
    },
    'GET /companies/': { credit_standing: { credit_hold: 0, is_over: false } },
    'POST /transaction_documents': { transaction_document: {} },
  })
  const view = orderKindFor({ loginType, onlyBuys: undefined })
  showScreen(
    <ResourceForm
      resource={view.formOf?.(true) ?? transaction_documents}
      record={null}
      preset={preset}
      onSaved={() => {}}
      kind={view}
    />,
    { at, as: { login_type_id: loginType } },
  )
  return sent
}

const tankInput = () => screen.findByRole('combobox', { name: 'Tank' }) as Promise<HTMLInputElement>
const lineOf = async (number: number) => within(await screen.findByRole('group', { name: `Line ${number}` }))
const quantityIn = (line: Awaited<ReturnType<typeof lineOf>>) =>
  line.getByRole('textbox', { name: 'Quantity' }) as HTMLInputElement

/** Waits for the proposed quantity of the first line. */
const expectQuantity = (quantity: string) =>
  expect.poll(async () => quantityIn(await lineOf(1)).value).toBe(quantity)

/** Waits for the price that is found for a line. */
async function expectPrice(line: Awaited<ReturnType<typeof lineOf>>): Promise<void> {
  const price = line.getByRole('textbox', { name: 'Price per gal' }) as HTMLInputElement
  await expect.poll(() => price.value).toContain('3.25')
}

const factsOfTanks = async () => within(await screen.findByRole('region', { name: 'Tank' }))

async function choose(field: string, option: RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: field }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

test('the form of a new order follows a phone call: customer, tank, quantity and price, day', async () => {
  showOrder()
  await choose('Customer', /Miller Farms/)
  await choose('Tank', /Propane/)
  await lineOf(1)
  const labels = [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea')].map(
    (input) => input.labels?.[0]?.textContent?.replace(/\s*\*$/, ''),
  )
  expect(labels).toEqual([
    ...['Customer', 'Tank'],
    ...['Product', 'Quantity', 'Unit', 'Price per gal', 'Discount', 'Discount by'],
    ...['Requested for', 'Comments'],
  ])
})

test('the customer’s balance is shown, and what of it is overdue', async () => {
  showOrder({ preset: { company_id: 5 } })
  expect(await screen.findByText('Balance: $260.00 · Overdue: $120.50')).toBeTruthy()
})

test('each tank of the customer shows its product, level and room', async () => {
  showOrder({ preset: { company_id: 5 } })
  await userEvent.click(await tankInput())
  const options = await screen.findAllByRole('option', { name: /room for/ })
  expect(options.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Barn · Propane 23% · room for 285 gal',
    'Farm yard · Diesel 44% · room for 560 gal',
    'Farm yard · Gasoline 81% · room for 90 gal',
  ])
})

test('a chosen tank proposes to fill it; another one replaces the proposal', async () => {
  showOrder({ preset: { company_id: 5 } })
  await choose('Tank', /Gasoline/)
  expect(quantityIn(await lineOf(1)).value).toBe('90')
  await choose('Tank', /Propane/)
  const line = await lineOf(1)
  expect(quantityIn(line).value).toBe('285')
  expect(await line.findByDisplayValue('Propane')).toBeTruthy()
  expect((await tankInput()).value).toBe('Barn · Propane')
  await expectPrice(line)
  expect(await line.findByText(/926\.25/)).toBeTruthy()
})

test('the chosen tank shows its level, content, room, forecast and next delivery', async () => {
  showOrder({ preset: { company_id: 5 } })
  expect(screen.queryByRole('region', { name: 'Tank' })).toBeNull()
  await choose('Tank', /Propane/)
  const facts = await factsOfTanks()
  for (const text of ['Barn · Propane', '23%', '230 gal', 'room for 285 gal', '3–5 days to empty'])
    expect(facts.getByText((shown) => shown.replaceAll('\u00a0', ' ') === text)).toBeTruthy()
  expect(await facts.findByText(/264/)).toBeTruthy()
})

test('a quantity beyond the tank’s present room is noted next to the room', async () => {
  showOrder({ preset: { company_id: 5 } })
  await choose('Tank', /Propane/)
  const facts = await factsOfTanks()
  const quantity = quantityIn(await lineOf(1))
  expect(quantity.value).toBe('285')
  expect(facts.queryByRole('status')).toBeNull()
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '400')
  expect((await facts.findByRole('status')).textContent?.replaceAll('\u00a0', ' ')).toBe(
    '400 gal are ordered, but the tank has room for 285 gal now.',
  )
})

test('the first line of a new order is there, and is not sent while it is untouched', async () => {
  const sent = showOrder({ preset: { company_id: 5, device_id: 7 } })
  const line = await lineOf(1)
  expect(line.queryByRole('button', { name: 'Remove line 1' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const saved = () => sent.find(({ call }) => call === 'POST /transaction_documents')?.body
  await expect.poll(() => saved()?.['details']).toEqual([])
})

test('a first line that is typed into stays, and the next one is added below it', async () => {
  showOrder({ preset: { company_id: 5, device_id: 7 } })
  await userEvent.type(quantityIn(await lineOf(1)), '120')
  expect(quantityIn(await lineOf(1)).value).toBe('120')
  await userEvent.click(screen.getByRole('button', { name: 'Add a line' }))
  expect(quantityIn(await lineOf(2)).value).toBe('')
})

test('the requested day is today or tomorrow by one click', async () => {
  showOrder({ preset: { company_id: 5 } })
  const day = (await screen.findByLabelText('Requested for')) as HTMLInputElement
  await userEvent.click(await screen.findByRole('button', { name: 'Tomorrow' }))
  const tomorrow = day.value
  await userEvent.click(screen.getByRole('button', { name: 'Today' }))
  expect(Date.parse(tomorrow) - Date.parse(day.value)).toBe(86_400_000)
  expect(screen.getByRole('button', { name: 'Today', pressed: true })).toBeTruthy()
})

test('the days after tomorrow are offered by their weekdays', async () => {
  showOrder({ preset: { company_id: 5 } })
  const day = (await screen.findByLabelText('Requested for')) as HTMLInputElement
  await userEvent.click(await screen.findByRole('button', { name: 'Today' }))
  const today = Date.parse(day.value)
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
  for (const ahead of [2, 3, 4, 5]) {
    await userEvent.click(screen.getByRole('button', { name: weekday.format(today + ahead * 86_400_000) }))
    expect(Date.parse(day.value) - today).toBe(ahead * 86_400_000)
  }
})

test('an empty order begins in the field of the customer', async () => {
  showOrder()
  const customer = await screen.findByRole('combobox', { name: /^Customer/ })
  await expect.poll(() => document.activeElement).toBe(customer)
})

test('an order for a known customer does not take the focus', async () => {
  showOrder({ preset: { company_id: 5 } })
  await screen.findByRole('combobox', { name: /^Customer/ })
  expect(document.activeElement).toBe(document.body)
})

test('a typed quantity stays when another tank is chosen', async () => {
  showOrder({ preset: { company_id: 5 } })
  await choose('Tank', /Gasoline/)
  const typed = quantityIn(await lineOf(1))
  await userEvent.clear(typed)
  await userEvent.type(typed, '50')
  await choose('Tank', /Diesel/)
  const line = await lineOf(1)
  expect(quantityIn(line).value).toBe('50')
  expect(await line.findByDisplayValue('Diesel')).toBeTruthy()
})

test('the only tank of a customer is preselected, and choosing another customer clears it', async () => {
  showOrder()
  await choose('Customer', /Ann Doe/)
  expect(quantityIn(await lineOf(1)).value).toBe('150')
  expect((await tankInput()).value).toBe('Elm Street home · Heating oil')
  await choose('Customer', /Miller Farms/)
  expect((await tankInput()).value).toBe('')
  expect(quantityIn(await lineOf(1)).value).toBe('')
})

test('an order from a tank has its tank and room filled in', async () => {
  showOrder({ preset: { device_id: 7 }, at: '/order?device_id=7&fill=2' })
  await expectQuantity('90')
  expect(await screen.findByDisplayValue('Farm yard · Gasoline')).toBeTruthy()
})

test('a device with several tanks is chosen as a whole, one with a single tank proposes its fill', async () => {
  showOrder()
  await choose('Tank', /Farm yard/)
  const tank = await tankInput()
  await expect.poll(() => tank.value).toBe('Farm yard · Diesel, Gasoline')
  expect(quantityIn(await lineOf(1)).value).toBe('')
  expect((await factsOfTanks()).getAllByText(/room for/).length).toBe(2)
  await choose('Tank', /Barn/)
  await expectQuantity('285')
})

test('a proposed line is sent with its tank', async () => {
  const sent = showOrder({ preset: { company_id: 6 } })
  await expectQuantity('150')
  await expectPrice(await lineOf(1))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const saved = () => sent.find(({ call }) => call === 'POST /transaction_documents')?.body
  await expect.poll(saved).toMatchObject({ company_id: 6, device_id: 9 })
  expect(saved()?.['details']).toEqual([
    {
      ...{ product_id: 4, ordered_port_id: 4, quantity: '150' },
      ...{ unit_id: 2, unit_price: '3.25', line_discount_type: 'A' },
    },
  ])
})

test('the other fields are behind a button', async () => {
  showOrder()
  await tankInput()
  expect(screen.queryByRole('combobox', { name: 'Type' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /More fields/ }))
  expect(await screen.findByRole('combobox', { name: 'Type' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Customer PO' })).toBeTruthy()
})

test('a customer who orders chooses a device as before', async () => {
  showOrder({ loginType: 'customer' })
  expect(await screen.findByRole('combobox', { name: 'Tank' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Customer' })).toBeNull()
})
