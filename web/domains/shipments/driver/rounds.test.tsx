import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PLANNED_STOP, type StopTicket } from '#core/domains/shipments/driver/applyEvent.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { Rounds } from './MyDayScreen.tsx'
import { Received } from './stop/SignForm.tsx'
import type { StepProps } from './stop/stepProps.ts'
import type { DriverDayOnPhone } from './useDriverDay.ts'

const currency = {
  ...{ currency_id: 3, code: 'USD', prefix: '$', suffix: null, precision: 2 },
  ...{ decimal: '.', thousands: ',', mask: null },
}
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const round = (shipment_id: number, load_date: string, more: object = {}) => ({
  ...{ shipment_id, shipment_number: `S-${shipment_id}`, status_id: 1, truck_title: 'Bobtail', stops: [{}] },
  ...{ load_date, deliver_date: null, time_zone: 'UTC', ...more },
})
const phoneWith = (rounds: object[]) =>
  ({
    day: { rounds, read_at: '2026-11-23T06:00:00Z' },
    stops: [],
    events: [],
    ready: {},
  }) as unknown as DriverDayOnPhone
const show = (phone: DriverDayOnPhone) =>
  showScreen(<Rounds phone={phone} onOpen={() => {}} onLift={() => {}} />)

test('rounds of today have their date and a button; later ones are listed by day without one', () => {
  show(phoneWith([round(1, dayFromNow(0)), round(2, dayFromNow(2))]))
  const today = within(screen.getByRole('region', { name: 'S-1' }))
  expect(today.getByRole('heading').textContent).toMatch(/20\d\d · S-1 · Bobtail$/)
  expect(today.getByRole('button', { name: 'Get ready for the road' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'S-2' })).toBeNull()
  const later = within(screen.getByRole('region', { name: 'Later days' }))
  expect(later.getByText(/S-2 · Bobtail · 1 stop$/).textContent).toMatch(/20\d\d · S-2/)
  expect(later.queryByRole('button')).toBeNull()
})

test('a round that the office has sent early counts as today’s', () => {
  show(phoneWith([round(3, dayFromNow(2), { status_id: 2 })]))
  expect(screen.getByRole('region', { name: 'S-3' })).toBeTruthy()
  expect(screen.queryByText('Later days')).toBeNull()
})

test('only the next planned stop has a badge, and none before the round has left', () => {
  const stop = (stop_id: number, of: object, status = 'planned') => ({
    ...{ stop_id, sequence: stop_id, company_title: `Farm ${stop_id}`, place: 'Barn', loads: [], site: null },
    ...{ latitude: null, longitude: null, round: of },
    state: { ...PLANNED_STOP, status, isClosed: status !== 'planned' },
  })
  const [inRoute, draft] = [round(7, dayFromNow(0), { status_id: 2 }), round(8, dayFromNow(0))]
  const phone = phoneWith([inRoute, draft])
  Object.assign(phone, {
    stops: [stop(1, inRoute, 'done'), stop(2, inRoute), stop(3, inRoute), stop(4, draft)],
  })
  show(phone)
  const on = (name: string) => within(screen.getByRole('region', { name }))
  const badges = on('S-7')
    .getAllByRole('button', { name: /Farm/ })
    .map((card) => card.querySelector('.mantine-Badge-root')?.textContent)
  expect(badges).toEqual(['Delivered', 'Next', undefined])
  expect(on('S-7').getByRole('button', { name: 'Store the round on this phone' })).toBeTruthy()
  expect(
    on('S-8')
      .getByRole('button', { name: /Farm 4/ })
      .querySelector('.mantine-Badge-root'),
  ).toBeNull()
  expect(on('S-8').getByRole('button', { name: 'Get ready for the road' })).toBeTruthy()
})

test('the day shows after its last round the finished work, the content left on board, and the next round', () => {
  const LITRES = 3.785411784
  const done = {
    ...{ shipment_id: 4, shipment_number: 'S-4', truck_title: 'Bobtail', time_zone: 'UTC' },
    ...{ delivered_at: new Date().toISOString(), stops: 3, done_stops: 2, delivered_liters: 1500 * LITRES },
    left: [{ product_title: 'Propane', liters: 200 * LITRES }],
  }
  const yesterday = {
    ...done,
    shipment_id: 3,
    delivered_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  }
  const phone = phoneWith([round(5, dayFromNow(2))])
  Object.assign(phone.day!, { done: [yesterday, done] })
  show(phone)
  const part = within(screen.getByRole('region', { name: 'Done today' }))
  expect(part.getByText(/^1 round · 2 stops · 1,500\sgal delivered$/)).toBeTruthy()
  expect(part.getByText(/^2 of 3 stops delivered · 1,500\sgal delivered · Finished \d/)).toBeTruthy()
  expect(part.getByText(/^Left on board: 200\sgal Propane$/)).toBeTruthy()
  expect(screen.queryByText('No rounds for you')).toBeNull()
  expect(within(screen.getByRole('region', { name: 'Later days' })).getByText(/S-5/)).toBeTruthy()
})

test('a round that is closed on this phone is done, sent or not', () => {
  const phone = phoneWith([round(6, dayFromNow(0), { status_id: 2, on_truck: null })])
  const event = {
    shipment_id: 6,
    stop_id: null,
    kind: 'round_closed',
    at: new Date().toISOString(),
    body: {},
  }
  Object.assign(phone, { events: [{ event, isSent: false }] })
  show(phone)
  expect(within(screen.getByRole('region', { name: 'Done today' })).getByText(/S-6 · Bobtail/)).toBeTruthy()
})

test('a round that delivered without a lift asks for it before it is closed, and can be closed without', async () => {
  const place = (delivered_liters: number, on_board_liters: number | null) => ({
    ...{ compartment: 1, product_id: 5, product_title: 'Diesel', carried_liters: 0, planned_liters: 0 },
    ...{ loaded_liters: null, returned_liters: 0, delivered_liters, on_board_liters },
  })
  const phoneAfter = (delivered_liters: number, may_lift = true) => {
    const on_truck = {
      ...{ lifts: [], terminals: [], products: [], units: [], may_lift },
      compartments: [place(delivered_liters, null)],
    }
    const phone = phoneWith([round(6, dayFromNow(0), { status_id: 2, on_truck })])
    return Object.assign(phone, { record: vi.fn(async () => {}) })
  }
  const onLift = vi.fn()
  const phone = phoneAfter(900)
  showScreen(<Rounds phone={phone} onOpen={() => {}} onLift={onLift} />)
  expect(screen.getByText(/^No lift is recorded\./)).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Record a lift' }).at(-1)!)
  expect(onLift).toHaveBeenCalledWith(6)
  await userEvent.click(screen.getByRole('button', { name: 'Not now: close the round' }))
  expect(phone.record).toHaveBeenCalledWith({ shipment_id: 6, stop_id: null }, [['round_closed', {}]])
  for (const other of [phoneAfter(0), phoneAfter(900, false)]) {
    cleanup()
    show(other)
    expect(screen.queryByText(/^No lift is recorded\./)).toBeNull()
    expect(screen.getByRole('button', { name: 'Close the round' })).toBeTruthy()
  }
})

test('the receiver sees the metered quantity and its price, not the planned one', () => {
  const ticket: StopTicket = {
    ...{ event_id: 'e1', shipment_detail_id: 11, number: 88, meter_start: null, meter_end: null },
    ...{ quantity: '738.4', unit_id: 2, celsius: null, reason: null, at: '2026-11-23T14:20:00Z' },
    ...{ corrects: null, isCorrected: false },
  }
  const line = {
    ...{ document_detail_id: 5, product_title: 'Propane', quantity: '740', quantity_invoiced: '0' },
    ...{ unit_title: 'gal', unit_price: '2', line_discount_type: 'A', line_discount_amount: '0' },
    ...{ line_discount_percentage: '0', line_total: '1480', discount_taken: '0' },
    loads: [{ shipment_detail_id: 11, factor: '1' }],
  }
  const order = {
    ...{ document_id: 4, document_number: 'SO-4', discount_type: 'A', discount: '0', subtotal: '1480' },
    ...{ discount_taken: '0', freight: '0', customs: '0', expedite_fee: '0', handling_charge: '0' },
    lines: [line],
  }
  const stop = {
    ...{ stop_id: 7, currency, door_orders: [order] },
    loads: [{ shipment_detail_id: 11, product_title: 'Propane', quantity: 740, unit_title: 'gal' }],
    state: { ...PLANNED_STOP, tickets: [ticket] },
  } as unknown as StepProps['stop']
  const phone = { stops: [stop] } as unknown as DriverDayOnPhone
  showScreen(
    <section aria-label="Received">
      <Received stop={stop} phone={phone} />
    </section>,
  )
  const lines = [...screen.getByRole('region', { name: 'Received' }).querySelectorAll('p')]
  expect(lines.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'Propane · 738.4 gal delivered',
    'Total $1,476.80',
  ])
})
