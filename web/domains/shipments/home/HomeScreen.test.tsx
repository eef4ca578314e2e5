import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { HomeScreen } from './HomeScreen.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const asCustomer = {
  login_type_id: 'customer',
  user_type: 'customer',
  permissions: ['devices.read', 'transaction_documents.read', 'transaction_documents.create'],
} as Partial<CurrentUser>

const stop = (more: object) => ({
  ...{ key: 'stop:1', kind: 'stop', document_id: null, document_number: null, shipment_id: null },
  ...{ shipment_number: null, company_id: 1, company_title: 'Prairie Fuels', site_id: null, place: 'Barn' },
  time_zone: 'America/New_York',
  ...{ day: '2026-12-04', arrival: null, on_the_way: false, status: 'planned', at: null, signed_by: null },
  is_firm: true,
  ...{ reason: null, tickets: [] },
  loads: [
    {
      ...{ product_id: 1, product_title: 'Diesel', color: null, liters: 378.541, device_ports_ids: [5] },
      ...{ document_id: null, document_number: null },
    },
  ],
  ...more,
})
const ticket = {
  ...{
    ticket_id: 8,
    number: 88,
    at: '2026-11-02T15:00:00.000Z',
    product_title: 'Diesel',
    liters: 757.082,
    net_liters: null,
  },
  ...{ meter_start: 10, meter_end: 210, unit_title: 'gal', level_before: null, level_after: null },
}

function show(answers: Parameters<typeof answering>[0]) {
  answering({
    'GET /devices?': { devices: [], page: { total_records: 0 } },
    'GET /devices/needing_someone': { tanks: [] },
    'GET /devices/monthly_usage': { unit: 'gal', tanks: 0, months: [], products: [] },
    'GET /deliveries': { coming: [], done: [] },
    'GET /transaction_documents': { transaction_documents: [], page: { total_records: 0 } },
    'GET /currencies/marks': { currencies: [] },
    ...answers,
  })
  return showScreen(
    <RecordAddresses value={(kind, id) => `/${kind}/${id ?? 'new'}`}>
      <HomeScreen />
    </RecordAddresses>,
    { as: asCustomer },
  )
}

test('a user without a tank sees what happens next', async () => {
  show({})
  expect(await screen.findByText('No tanks yet')).toBeTruthy()
  expect(await screen.findByText('No delivery is planned')).toBeTruthy()
  expect(await screen.findByText('Nothing to pay')).toBeTruthy()
})

test('a coming delivery shows its day, and its time once the truck is on its way', async () => {
  vi.setSystemTime('2031-12-04T18:00:00.000Z')
  show({
    'GET /deliveries': {
      coming: [
        stop({}),
        stop({ key: 'stop:3', place: 'Shed', day: null, is_firm: false }),
        stop({ key: 'stop:2', place: 'Yard', on_the_way: true, arrival: '2031-12-04T19:20:00.000Z' }),
      ],
      done: [],
    },
  })
  expect(await screen.findByText('Planned for Friday, December 4')).toBeTruthy()
  expect(screen.getByText('Being planned. We will confirm the day.')).toBeTruthy()
  expect(screen.getByText(/^On the way: about 2:20.PM$/)).toBeTruthy()
})

test('the amount owed and the next delivery are above the tanks', async () => {
  show({
    'GET /deliveries': { coming: [stop({}), stop({ key: 'stop:2', place: 'Yard' })], done: [] },
    'GET /companies': {
      owed: {
        ...{ currency_id: 1, open: '900.000', overdue: '120.000', unapplied: '100.000' },
        ...{ open_invoices: 2, overdue_invoices: 1, last_payment: null },
      },
    },
    'GET /currencies/marks': {
      currencies: [
        {
          ...{ currency_id: 1, code: 'USD', prefix: '$', suffix: null, precision: 2 },
          ...{ decimal: '.', thousands: ',', mask: null },
        },
      ],
    },
  })
  expect(await screen.findByText('To pay: $800.00')).toBeTruthy()
  expect(screen.getByText(/Overdue: \$120.00/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open invoices' })).toBeTruthy()
  const next = screen.getByText(/^Next delivery: Planned for Friday, December 4/)
  expect(next.textContent).toContain('Barn')
})

const tank = (device_ports_id: number, level: string, product_id: number | null = 1) => ({
  ...{ device_ports_id, device_id: device_ports_id, port_number: 1, level, percent: 20, products: [] },
  ...{ label: `Tank ${device_ports_id}`, product_id, product: product_id && 'Diesel', loss_alert: null },
  ...{ level_source: 'measured', told_by: 'sensor' },
  ...{ dry_at: null, days_to_empty: null, days_to_empty_range: null, days_to_red: null },
})

test('the button to order stands out on low tanks that no delivery is planned for', async () => {
  show({
    'GET /devices/needing_someone': { tanks: [tank(5, 'urgent'), tank(6, 'mild'), tank(7, 'fine')] },
    'GET /deliveries': { coming: [stop({})], done: [] },
  })
  const buttons = await screen.findAllByRole('button', { name: /^Order a fill/ })
  await screen.findAllByText('Planned for Friday, December 4')
  expect(buttons.map((button) => button.dataset.variant)).toEqual(['default', 'filled', 'default'])
})

test('the product of a tank without one is chosen in the order form', async () => {
  const router = show({ 'GET /devices/needing_someone': { tanks: [tank(5, 'urgent', null)] } })
  await userEvent.click(await screen.findByRole('button', { name: /^Order a fill/ }))
  expect(`${router.state.location.pathname}${router.state.location.search}`).toMatch(/device_id=5&fill=1$/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a past delivery shows its ticket, which can be opened', async () => {
  show({
    'GET /deliveries': {
      coming: [],
      done: [stop({ status: 'done', at: ticket.at, signed_by: 'Dale', tickets: [ticket] })],
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /88/ }))
  const paper = within(await screen.findByRole('dialog'))
  expect(paper.getByText(/^200.gal$/)).toBeTruthy()
  expect(paper.getByText('Dale')).toBeTruthy()
  expect(paper.getByRole('button', { name: 'Print or save it' })).toBeTruthy()
})

test('invoices show the open amount and whether it is overdue', async () => {
  const invoice = { document_id: 4, document_number: 'INV-4', document_balance: '120.000', currency_id: 1 }
  show({
    'GET /transaction_documents': {
      transaction_documents: [
        { ...invoice, due_date: '2020-01-31' },
        {
          ...invoice,
          document_id: 5,
          document_number: 'INV-5',
          document_balance: '0.000',
          due_date: '2020-01-31',
        },
      ],
      page: { total_records: 2 },
    },
  })
  expect(await screen.findByText('INV-4')).toBeTruthy()
  expect(screen.getByText('Overdue')).toBeTruthy()
  expect(screen.queryByText('INV-5')).toBeNull()
})

test('an invoice is not overdue before its due day has ended where the reader is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] })
  vi.setSystemTime('2026-12-01T04:00:00.000Z')
  const invoice = { document_id: 4, document_number: 'INV-4', document_balance: '120.000', currency_id: 1 }
  show({
    'GET /transaction_documents': {
      transaction_documents: [{ ...invoice, due_date: '2026-11-30' }],
      page: { total_records: 1 },
    },
  })
  expect(await screen.findByText('INV-4')).toBeTruthy()
  expect(screen.queryByText('Overdue')).toBeNull()
})

test('a delivery from several compartments is one line with its sum', async () => {
  const load = {
    product_id: 1,
    product_title: 'Diesel',
    color: null,
    document_id: null,
    document_number: null,
  }
  show({
    'GET /deliveries': {
      coming: [],
      done: [
        stop({
          ...{ status: 'done', at: '2026-11-02T15:00:00.000Z' },
          loads: [
            { ...load, liters: 378.541, device_ports_ids: [5] },
            { ...load, liters: 757.082, device_ports_ids: [6] },
            { ...load, product_id: 2, product_title: 'Kerosene', liters: 378.541, device_ports_ids: [7] },
          ],
        }),
      ],
    },
  })
  const line = (await screen.findByText(/^Diesel ·/)).textContent.replace(/\u00a0/g, ' ')
  expect(line).toBe('Diesel · 300 gal (100 gal + 200 gal)')
  expect(screen.getByText(/^Kerosene ·/).textContent).not.toContain('(')
})
