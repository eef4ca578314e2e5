import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { OnTruck } from '#core/domains/shipments/onTruck/onTruckResponse.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { FinalizeDialog } from '../FinalizeDialog.tsx'
import { ShipmentOnTruck } from './OnTruck.tsx'
import { TruckOverview } from './TruckOverview.tsx'

const GAL = 3.785411784
const UNITS = {
  units_of_measure: [
    { id: 2, label: 'US gallon', unit_abbrev: 'gal', measure: 'volume', factor: '3.785411784', code: 'gal' },
  ],
}
const on_truck: OnTruck = {
  shipment: { shipment_id: 7, shipment_number: 'S-7', status_id: 3 },
  closed_shipment_id: null,
  compartments: [
    {
      ...{ compartment: 1, truck_id: 3, truck_title: 'Bobtail', capacity_liters: 1000 * GAL },
      ...{ product_id: 5, product_title: 'Diesel #2', last_product_title: 'Kerosene' },
      ...{ carried_liters: 200 * GAL, planned_liters: 600 * GAL, loaded_liters: 500 * GAL },
      ...{ delivered_liters: 0, returned_liters: 0, on_board_liters: 700 * GAL },
      ...{ difference_liters: null, margin_liters: 10 * GAL, reason: null, note: null, warnings: [] },
    },
  ],
  lifts: [],
  terminals: [{ terminal_id: 9, name: 'Rack 1' }],
  products: [
    { product_id: 5, title: 'Diesel #2', product_group: 'fuel_oil', specific_gravity: 0.85 },
    { product_id: 6, title: 'Kerosene', product_group: 'jet_fuel', specific_gravity: 0.81 },
  ],
  may_lift: true,
  has_paper: false,
  meters: [{ truck_title: 'Bobtail', percent: 0.8, rounds: 6 }],
}
const record = {
  shipment_id: 7,
  status_id: 3,
  details: [
    {
      ...{ shipment_detail_id: 11, product_id: 5, product_title: 'Diesel #2', compartment: 1 },
      ...{ quantity: '600.000', unit_id: 2, quantity_liters: String(600 * GAL), delivered: null },
      ...{ delivered_unit_id: null, company_title: 'Prairie', company_id: 1 },
    },
  ],
}
const as = { login_type_id: 'dispatcher', user_type: 'customer' } as const

test('shows the truck’s contents in the reader’s unit, and records a lift in place', async () => {
  const sent = answering({
    'GET /units_of_measure?options=1': UNITS,
    'GET /shipment_planner/7/on_truck': { on_truck },
    'POST /shipment_planner/7/lifts': { on_truck },
  })
  showScreen(<ShipmentOnTruck record={record as never} />, { as })
  const compartment = await screen.findByRole('region', { name: 'Compartment 1' })
  expect(within(compartment).getByText('700 gal')).toBeTruthy()
  expect(within(compartment).getByText(/Last product: Kerosene/)).toBeTruthy()
  expect(screen.getByText(/It may count 0.8% too much/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Record a lift' }))
  const dialog = await screen.findByRole('dialog', { name: 'Record a lift' })
  await userEvent.type(within(dialog).getByLabelText(/Bill of lading number/), 'B-12')
  const time = within(dialog).getByLabelText<HTMLInputElement>('Time of the lift')
  expect(time.value).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d$/)
  fireEvent.change(time, { target: { value: '2026-11-20T06:30' } })
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Product in compartment 1' }))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual(['Diesel #2', 'Kerosene'])
  await userEvent.click(screen.getByRole('option', { name: 'Kerosene' }))
  await userEvent.type(within(dialog).getByLabelText('Gross into compartment 1'), '300')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Record a lift' }))
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
    number: 'B-12',
    unit_id: 2,
    lifted_at: expect.stringMatching(/^2026-11-20T\d\d:30/),
    lines: [{ compartment: 1, product_id: 6, gross: '300', net: null }],
  })
})

const lift = {
  ...{
    lift_ticket_id: 1,
    number: 'B-1',
    compartment: 1,
    product_title: 'Diesel #2',
    gross: '500.000',
    net: null,
  },
  ...{ unit_title: 'gal', terminal_title: 'Rack 1', supplier: null, lifted_at: '2026-11-28T20:45:00.000Z' },
  ...{ reason: null, is_corrected: false },
}

test('a finalized round offers corrections, a forgotten lift, and no cleaning; its lifts have the clock of its place', async () => {
  const shipment = { shipment_id: 7, shipment_number: 'S-7', status_id: 4 }
  const [first] = on_truck.compartments
  const show = async (loaded_liters: number | null) => {
    cleanup()
    const compartments = [{ ...first!, loaded_liters }]
    answering({
      'GET /shipment_planner/7/on_truck': {
        on_truck: { ...on_truck, shipment, compartments, lifts: [lift] },
      },
    })
    const stops = [{ time_zone: 'America/Chicago' }]
    showScreen(<ShipmentOnTruck record={{ ...record, status_id: 4, stops } as never} />, { as })
    return screen.findByRole('button', { name: 'Correct lift B-1' })
  }
  await show(500 * GAL)
  expect(screen.getByText(/Nov 28, 2026, 2:45.PM CST/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Record a cleaning' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Record a lift' })).toBeNull()
  await show(null)
  expect(screen.getByRole('button', { name: 'Record a lift' })).toBeTruthy()
})

test('the page of a truck draws the contents of its compartments, and names the next stop of its round', async () => {
  const [first] = on_truck.compartments
  const unused = {
    ...{ ...first!, compartment: 2, product_id: null, product_title: null, last_product_title: null },
    ...{ loaded_liters: null, carried_liters: 0, planned_liters: 0, on_board_liters: 0 },
  }
  const stop = { ...{ stop_id: 1, place: 'Mill', time_zone: null, planned_arrival: null }, status: 'done' }
  const round = { shipment_id: 7, shipment_number: 'S-7', status_id: 2, load_date: '2026-11-27' }
  answering({
    'GET /units_of_measure?options=1': UNITS,
    'GET /tanker_trucks/3/on_truck': { on_truck: { ...on_truck, compartments: [first!, unused] } },
    'GET /shipment_planner?dashboard=1': {
      shipment_planners: [{ ...round, shipment_id: 5, status_id: 1 }, round],
    },
    'GET /shipment_planner?dashboard=&truck_id=3': {
      shipment_planners: [{ ...round, shipment_id: 6, shipment_number: 'S-6', status_id: 4 }],
      page: { page_num: 1, page_size: 10, total_records: 1 },
    },
    'GET /shipment_planner/7': {
      shipment_planner: {
        ...{ ...round, delivered_by: 4, delivered_by_title: 'Ana Ruiz' },
        stops: [stop, { ...stop, ...{ stop_id: 2, place: 'North yard', status: 'arrived' } }],
      },
    },
  })
  showScreen(<TruckOverview record={{ truck_id: 3 }} />, { as })
  const textOf = async (name: string) =>
    (await screen.findByRole('region', { name })).textContent.replaceAll('\u00a0', ' ')
  expect(await textOf('Compartment 1')).toContain('Compartment 1 · Diesel #2700 gal / 1,000 gal')
  expect(await textOf('Compartment 2')).toBe('Compartment 20 gal / 1,000 gal · Empty')
  const last = within(await screen.findByRole('region', { name: 'Last rounds' }))
  expect(await last.findByRole('link', { name: 'S-6' })).toBeTruthy()
  const next = within(await screen.findByRole('region', { name: 'Round' }))
  expect(await next.findByText('North yard')).toBeTruthy()
  expect(next.getByText('1 of 2 stops closed')).toBeTruthy()
  expect(next.getByRole('link', { name: 'S-7' }).getAttribute('href')).toBe('/shipment_planners/7')
})

test.each([
  [2, 'Warning'],
  [1, undefined],
])(
  'a truck without a recorded lift is warned about once it is in route: status %i',
  async (status_id, isWarned) => {
    const [first] = on_truck.compartments
    answering({
      'GET /units_of_measure?options=1': UNITS,
      'GET /tanker_trucks/3/on_truck': {
        on_truck: {
          ...{ ...on_truck, shipment: { ...on_truck.shipment!, status_id } },
          compartments: [{ ...first!, loaded_liters: null, on_board_liters: null }],
        },
      },
      'GET /shipment_planner?': {
        shipment_planners: [],
        page: { page_num: 1, page_size: 10, total_records: 0 },
      },
    })
    showScreen(<TruckOverview record={{ truck_id: 3 }} />, { as })
    const text = await screen.findByText('No lift recorded')
    expect(text.closest('.mantine-Badge-root') !== null).toBe(isWarned !== undefined)
  },
)

test('the content left after a finalized round is corrected from the report, changed compartments only', async () => {
  const [first] = on_truck.compartments
  const over = {
    ...{ ...first!, returned_liters: 100 * GAL, on_board_liters: 40 * GAL, difference_liters: -60 * GAL },
    ...{ delivered_liters: 500 * GAL, reason: 'spilled', note: 'Hose' },
  }
  const ended = {
    ...{ ...on_truck, shipment: { ...on_truck.shipment!, status_id: 4 }, closed_shipment_id: 7 },
    compartments: [over, { ...over, compartment: 2 }],
  }
  const message = 'Compartment 2 should hold 50 gal, but 40 gal was entered'
  const sent = answering({
    'GET /units_of_measure?options=1': UNITS,
    'GET /shipment_planner/7/on_truck': { on_truck: ended },
    'POST /shipment_planner/7/ends': {
      status: 422,
      errors: [{ field: 'compartments.0.reason', rule: 'truck_difference', message }],
    },
  })
  showScreen(<ShipmentOnTruck record={record as never} />, { as })
  await userEvent.click(await screen.findByRole('button', { name: 'Correct what is left' }))
  const dialog = await screen.findByRole('dialog', { name: 'Correct what is left · S-7' })
  const taken = await within(dialog).findByLabelText<HTMLInputElement>('Returned from compartment 2')
  expect(taken.value).toBe('100')
  await userEvent.clear(taken)
  await userEvent.type(taken, '150')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Correct what is left · S-7' }))
  expect(await within(dialog).findByText(message)).toBeTruthy()
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    compartments: [
      {
        ...{ compartment: 2, unit_id: 2, returned: '150', found: '40' },
        ...{ reason: 'spilled', note: 'Hose' },
      },
    ],
  })
})

test('a compartment is marked as clean after a confirmation, by its number on its own vehicle', async () => {
  const [first] = on_truck.compartments
  const second = { ...first!, compartment: 2, truck_id: 4, truck_title: 'Trailer' }
  const sent = answering({
    'GET /units_of_measure?options=1': UNITS,
    'GET /shipment_planner/7/on_truck': { on_truck: { ...on_truck, compartments: [first!, second] } },
    'POST /tanker_trucks/4/cleanings': { cleaning: { compartment: 1, cleaned_at: '2026-11-25T12:00:00Z' } },
  })
  showScreen(<ShipmentOnTruck record={record as never} />, { as })
  await userEvent.click(await screen.findByRole('button', { name: 'Record a cleaning of compartment 2' }))
  const dialog = await screen.findByRole('dialog', { name: 'Record a cleaning of compartment 2' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Record a cleaning' }))
  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('POST'))).toEqual({
      call: 'POST /tanker_trucks/4/cleanings',
      body: { compartment: 1 },
    }),
  )
})

test('the end of a round shows in place why it is not balanced, and accepts the reason', async () => {
  const message = 'Compartment 1 should hold 100 gal, but 40 gal was entered'
  const sent = answering({
    'GET /units_of_measure?options=1': UNITS,
    'GET /shipment_planner/7/on_truck': { on_truck },
    'POST /shipment_planner/7/finalize': {
      status: 422,
      errors: [{ field: 'compartments.0.reason', rule: 'truck_difference', message }],
    },
  })
  showScreen(<FinalizeDialog record={record as never} onClose={() => {}} onDone={() => {}} />, { as })
  expect(await screen.findByText('Should be 100 gal')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Left in compartment 1'), '40')
  const send = screen.getByRole('button', { name: 'Finalize shipment' })
  await userEvent.click(send)
  expect(await screen.findByText(message)).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Reason for the difference in compartment 1' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Spilled' }))
  await userEvent.click(send)
  expect(sent.filter(({ call }) => call.startsWith('POST')).at(-1)?.body).toMatchObject({
    compartments: [{ compartment: 1, unit_id: 2, found: '40', returned: null, reason: 'spilled' }],
  })
})
