import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { OrderCard, OrderDue, OrderNumber, OrderStatus } from './OrderCard.tsx'

const invoice = {
  document_id: 4,
  document_number: 'INV-2026-00004',
  document_type: 'invoice',
  company_id: 6,
  company_title: 'Bolt Farms',
  seller_id: 5,
  seller_title: 'Bolt Supply',
  line_place: 'Barn',
  line_products: 'Diesel, Propane',
  document_date: '2026-11-20',
  due_date: '2026-12-10',
  currency_code: 'USD',
  grand_total: '1250.5000',
  balance: '1250.5000',
} as const
const show = (record: object, company_id = 5) => {
  answering({ 'GET /': {} })
  showScreen(<OrderCard record={{ ...invoice, ...record }} address="/order/4" />, { as: { company_id } })
}

test('the card of an order names customer and place, the amount owed and its due date', () => {
  show({})
  expect(screen.getByRole('link', { name: 'INV-2026-00004' }).getAttribute('href')).toBe('/order/4')
  expect(screen.getByText('Bolt Farms')).toBeTruthy()
  expect(screen.getByText('Barn · Diesel, Propane')).toBeTruthy()
  expect(screen.getByText(/^Due /).textContent).toMatch(/Dec 10, 2026/)
  expect(screen.getByText(/1,250\.5/)).toBeTruthy()
})

test.each([
  ['overdue', DOCUMENT_STATUS.open, 'Overdue: due Nov 30, 2020'],
  ['one that is done is not', DOCUMENT_STATUS.paid, 'Due Nov 30, 2020'],
])('the card of an invoice says that it is overdue: %s', (_, status_id, text) => {
  show({ status_id, due_date: '2020-11-30' })
  expect(screen.getByText(text)).toBeTruthy()
})

test('once nothing is owed, the card shows the date of the order; customers do not read their own name', () => {
  show({ balance: '0.0000' }, 6)
  expect(screen.queryByText(/^Due /)).toBeNull()
  expect(screen.getByText(/Nov 20, 2026/)).toBeTruthy()
  expect(screen.queryByText('Bolt Farms')).toBeNull()
})

test('a reader who is neither customer nor seller sees the seller, whose series numbers the invoice', () => {
  const foreign = { seller_id: 8, seller_title: 'Acme Fuels' }
  showScreen(<OrderNumber record={{ ...invoice, ...foreign }} />, { as: { company_id: 5 } })
  expect(screen.getByText('Acme Fuels')).toBeTruthy()
})

test.each([5, 6])('seller and customer do not read the seller: company %s', (company_id) => {
  showScreen(<OrderNumber record={invoice} />, { as: { company_id } })
  expect(screen.getByText('INV-2026-00004')).toBeTruthy()
  expect(screen.queryByText('Bolt Supply')).toBeNull()
})

const load = {
  ...{ kind: 'stop', document_id: 4, document_number: 'SO-4', shipment_id: 2, shipment_number: 'S-2' },
  ...{ day: '2026-11-30', arrival: null, time_zone: 'America/Chicago', liters: 100, device_ports_ids: [] },
}
const order = {
  ...invoice,
  document_type: 'sales_order' as const,
  status_id: DOCUMENT_STATUS.waiting_for_shipment,
}
const reader: { permissions: string[] } = { permissions: ['shipment_planners.read'] }

test('the card of an order shows its coming delivery instead of its date', async () => {
  answering({
    'GET /deliveries/coming': { coming_loads: [{ ...load, on_the_way: false }] },
    'GET /': {},
  })
  showScreen(<OrderCard record={{ ...order, balance: '0.0000' }} address="/order/4" />, { as: reader })
  expect(screen.getByText(/Nov 20, 2026/)).toBeTruthy()
  expect(await screen.findByText(/^Delivery/)).toBeTruthy()
  expect(screen.queryByText(/Nov 20, 2026/)).toBeNull()
  expect(screen.getByText('Barn · Diesel, Propane')).toBeTruthy()
})

test.each([
  ['on the way', { on_the_way: true }, 'On the way', null],
  ['just delivered', { on_the_way: false, done_at: '2021-03-04T19:20:00Z' }, 'Delivered Thu, Mar 4', null],
  ['on a planned round', { on_the_way: false }, /^Delivery/, 'Waiting for shipment'],
])('an order %s reads as waiting only before its round', async (_, more, text, badge) => {
  answering({ 'GET /deliveries/coming': { coming_loads: [{ ...load, ...more }] }, 'GET /': {} })
  showScreen(<OrderStatus record={order} />, { as: reader })
  await screen.findByText(text)
  expect(screen.queryByText('Waiting for shipment')?.textContent ?? null).toBe(badge)
})

test.each([
  [DOCUMENT_STATUS.waiting_for_shipment, true],
  [DOCUMENT_STATUS.paid, false],
])('an order without a round and with status %s says by when it is wanted: %s', async (status_id, isSaid) => {
  answering({ 'GET /deliveries/coming': { coming_loads: [] }, 'GET /': {} })
  showScreen(<OrderStatus record={{ ...order, status_id, wished_date: '2026-12-03' }} />, { as: reader })
  expect(await screen.findByText(isSaid ? 'Waiting for shipment' : 'Paid')).toBeTruthy()
  expect(screen.queryByText('Ordered for Thu, Dec 3') !== null).toBe(isSaid)
})

test('money is due for an invoice, not for an order', () => {
  showScreen(<OrderDue record={{ ...order, due_date: '2026-12-14' }} />)
  expect(screen.queryByText(/Dec 14/)).toBeNull()
  showScreen(<OrderDue record={{ ...invoice, due_date: '2026-12-14' }} />)
  expect(screen.getByText('Dec 14, 2026')).toBeTruthy()
})
