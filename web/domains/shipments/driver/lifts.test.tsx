import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PLANNED_STOP } from '#core/domains/shipments/driver/applyEvent.ts'
import type { DriverRound } from '#core/domains/shipments/driver/driverCalls.ts'
import type { ReportedLift } from '#core/domains/shipments/driver/driverEvents.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { LiftForm } from './LiftForm.tsx'
import { TruckContents } from './TruckContents.tsx'
import type { DayStop, DriverDayOnPhone } from './useDriverDay.ts'

const GAL = 3.785411784
const compartment = (number: number, more: object = {}) => ({
  ...{ compartment: number, truck_id: 3, truck_title: 'Bobtail', capacity_liters: 1000 * GAL },
  ...{ product_id: 5, product_title: 'Diesel #2', last_product_title: null, planned_liters: 600 * GAL },
  ...{
    carried_liters: 0,
    loaded_liters: null,
    delivered_liters: 0,
    returned_liters: 0,
    on_board_liters: null,
  },
  ...{ difference_liters: null, margin_liters: null, reason: null, note: null, warnings: [], ...more },
})
const ofOffice = {
  ...{ lift_ticket_id: 8, number: 'B-1', compartment: 1, product_id: 5, product_title: 'Diesel #2' },
  ...{
    terminal_id: 9,
    terminal_title: 'Rack 1',
    supplier: 'Refinery',
    gross: '500.000',
    net: null,
    unit_id: 2,
  },
  ...{ unit_title: 'gal', celsius: 20, lifted_at: '2026-11-23T06:00:00Z', reason: null, correction_of: null },
  ...{ event_id: null, is_corrected: false },
}
const round = {
  ...{ shipment_id: 7, shipment_number: 'S-7' },
  on_truck: {
    compartments: [compartment(1, { carried_liters: 200 * GAL, loaded_liters: 500 * GAL }), compartment(2)],
    lifts: [ofOffice],
    terminals: [{ terminal_id: 9, name: 'Rack 1' }],
    products: [
      { product_id: 5, title: 'Diesel #2', product_group: 'fuel_oil', specific_gravity: 0.85 },
      { product_id: 6, title: 'Kerosene', product_group: 'jet_fuel', specific_gravity: 0.81 },
    ],
    units: [
      { unit_id: 1, title: 'L', code: 'l', factor: '1' },
      { unit_id: 2, title: 'gal', code: 'gal', factor: '3.785411784' },
    ],
    may_lift: true,
  },
} as unknown as DriverRound
const storedEvent = (body: object, more: object = {}) => ({
  ...{ place: 1, isSent: false },
  event: {
    event_id: 'e1',
    shipment_id: 7,
    stop_id: null,
    kind: 'lifted',
    at: ofOffice.lifted_at,
    body,
    ...more,
  },
})
const lift: ReportedLift = {
  ...{ number: 'B-2', compartment: 2, product_id: 6, terminal_id: 9, supplier: null, unit_id: 2 },
  ...{ gross: '600', net: null, celsius: null, lifted_at: '2026-11-23T06:20:00Z' },
}
const phoneWith = (events: object[]) => {
  const record = vi.fn<DriverDayOnPhone['record']>(async () => {})
  return {
    record,
    phone: { events, record, stops: [], day: { rounds: [round] } } as unknown as DriverDayOnPhone,
  }
}

test('the contents of the truck count unsent lifts and tickets, and mark them', () => {
  const ticket = { event_id: 't1', shipment_detail_id: 11, quantity: '150', unit_id: 2, isCorrected: false }
  const stops = [
    {
      ...{ loads: [{ shipment_detail_id: 11, compartment: 1 }], known: PLANNED_STOP },
      state: { ...PLANNED_STOP, tickets: [ticket] },
    },
  ] as unknown as DayStop[]
  const right = { ...lift, gross: '650', corrects: 'e1', reason: 'Read wrong' }
  const { phone } = phoneWith([
    storedEvent(lift),
    storedEvent(right, { event_id: 'e2', kind: 'lift_corrected' }),
    storedEvent({ ...lift, compartment: 1 }, { event_id: 'e3', shipment_id: 99 }),
  ])
  showScreen(<TruckContents round={round} stops={stops} phone={phone} onLift={() => {}} />)
  const { textContent } = screen.getByRole('region', { name: /^On the truck/ })
  expect(textContent).toMatch(/1 · Diesel #2550\sgal/)
  expect(textContent).toMatch(/Carried over 200\sgal · Loaded 500\sgal · Delivered 150\sgal/)
  expect(textContent).toMatch(/2 · Kerosene650\sgal/)
  expect(textContent).toMatch(/B-2 · 600\sgal.*corrected.*B-2 · 650\sgal.*correction: Read wrong/)
  expect(screen.getAllByText('not sent yet')).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: /^Correct lift/ })).toHaveLength(2)
})

test('a lift proposes values of the previous rack for the next compartment, by the rules of the office', async () => {
  const { phone, record } = phoneWith([])
  const onDone = vi.fn()
  showScreen(<LiftForm round={round} corrects={null} phone={phone} onDone={onDone} />)
  const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name)
  const main = () => screen.getByRole('button', { name: /^Record/ })
  expect(field('Bill of lading number').value).toBe('B-1')
  expect(screen.getByRole('combobox', { name: 'Compartment' })).toHaveProperty(
    'value',
    expect.stringMatching(/^2 · /),
  )
  expect(screen.getByRole('combobox', { name: 'Terminal' })).toHaveProperty('value', 'Rack 1')
  await userEvent.type(field('Gross, gal'), '1006')
  expect(screen.getByText(/The compartment holds only 1,000\sgal/)).toBeTruthy()
  expect(main()).toHaveProperty('disabled', true)
  await userEvent.clear(field('Gross, gal'))
  await userEvent.type(field('Gross, gal'), '600.5')
  expect(screen.getByText(/^Net [\d.]+\sgal \(indicative\)$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Record 600\.5\sgal in compartment 2$/ }))
  const [place, [event]] = record.mock.calls[0]!
  expect(place).toEqual({ shipment_id: 7, stop_id: null })
  expect(event).toMatchObject([
    'lifted',
    {
      ...{ number: 'B-1', compartment: 2, product_id: 5, terminal_id: 9, supplier: 'Refinery', unit_id: 2 },
      ...{ gross: '600.5', net: null, celsius: 20 },
    },
  ])
  await expect.poll(() => onDone.mock.calls).toHaveLength(1)
})

test('a correction names its lift and its reason', async () => {
  const { phone, record } = phoneWith([])
  showScreen(<LiftForm round={round} corrects="8" phone={phone} onDone={() => {}} />)
  const gross = screen.getByLabelText('Gross, gal')
  expect(gross).toHaveProperty('value', '500')
  await userEvent.clear(gross)
  await userEvent.type(gross, '0')
  const main = screen.getByRole('button', { name: /^Correct to 0\sgal in compartment 1$/ })
  expect(main).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByLabelText('Reason for the correction'), 'Another truck')
  await userEvent.click(main)
  expect(record.mock.calls[0]![1]).toMatchObject([
    ['lift_corrected', { number: 'B-1', gross: '0', corrects: 8, reason: 'Another truck' }],
  ])
})

test('the same bill of lading is not recorded twice for a compartment', async () => {
  const { phone } = phoneWith([])
  showScreen(<LiftForm round={round} corrects={null} phone={phone} onDone={() => {}} />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Compartment' }))
  await userEvent.click(await screen.findByRole('option', { name: /^1 · / }))
  await userEvent.type(screen.getByLabelText('Gross, gal'), '10')
  expect(screen.getByText('This bill of lading was already recorded for that compartment')).toBeTruthy()
})
