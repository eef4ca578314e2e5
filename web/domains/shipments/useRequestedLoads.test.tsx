import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ShipmentLoads } from './ShipmentLoads.tsx'

const LITRES = 3.785411784

const tank = (port_number: number, gallons: number) => ({
  device_ports_id: 70 + port_number,
  device_id: 3,
  public_id: 'U-3',
  place: 'North yard',
  port_number,
  company_id: 2,
  company_title: 'Acme',
  product_id: 9,
  product_title: 'Diesel',
  percent: 20,
  room: gallons * LITRES,
  room_celsius: null,
  quantity_planned: 0,
  level: 'urgent',
  level_source: 'measured',
})
const line = {
  document_detail_id: 40,
  document_number: 'O-40',
  company_id: 2,
  company_title: 'Acme',
  product_id: 9,
  product_title: 'Diesel',
  unit_id: 2,
  unit_code: 'gal',
  quantity: 150,
  quantity_left: 150,
  liters_left: 150 * LITRES,
  quantity_liters: 150 * LITRES,
  ordered_for: '2026-12-01',
  is_usual_day: false,
  tanks: [71],
  room: 300 * LITRES,
  room_celsius: null,
}

function showShipment(at: string, estimate = {}) {
  const sent = answering({
    'GET /': {},
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
    'GET /tank_products?options=1': { tank_products: [{ product_id: 9, label: 'Diesel' }] },
    'GET /shipment_planner/load_choices': {
      load_choices: {
        order_lines: [line],
        tanks: [tank(1, 300), tank(2, 220.9)].map((item) => ({ ...item, ...estimate })),
      },
    },
  })
  showScreen(
    <ResourceForm
      resource={shipment_planners}
      record={null}
      onSaved={() => {}}
      kind={{ Inside: ShipmentLoads }}
    />,
    { at },
  )
  return sent
}

const loadOf = async (number: number) => within(await screen.findByRole('group', { name: `Load ${number}` }))

test('a tank is added to a new shipment with its room, in whole units', async () => {
  const sent = showShipment('/shipment_planners/new?device_id=3&fill=2')
  const load = await loadOf(1)
  expect(load.getByRole('textbox', { name: /quantity/i })).toHaveProperty('value', '220')
  expect(load.getByText(/North yard/)).toBeTruthy()
  expect(sent.some(({ call }) => call === 'GET /shipment_planner/load_choices?device_id=3')).toBe(true)
})

test('a tank with a waiting order gets the ordered quantity', async () => {
  showShipment('/shipment_planners/new?device_id=3&fill=1')
  const load = await loadOf(1)
  expect(load.getByRole('textbox', { name: /quantity/i })).toHaveProperty('value', '150')
  expect(load.getByText(/O-40/)).toBeTruthy()
})

test('all low tanks of a device are added', async () => {
  showShipment('/shipment_planners/new?device_id=3&fill=needed')
  await loadOf(2)
  expect(screen.queryByRole('group', { name: 'Load 3' })).toBeNull()
})

test('the chooser marks an estimated level, with its age', async () => {
  vi.setSystemTime('2026-11-27T17:00:00Z')
  onTestFinished(() => void vi.useRealTimers())
  showShipment('/shipment_planners/new', { level_source: 'estimated', level_age: 4.5 * 86_400 })
  await userEvent.click(await screen.findByRole('button', { name: 'Choose orders or tanks' }))
  await userEvent.click(await screen.findByRole('tab', { name: /^Tanks/ }))
  expect((await screen.findAllByText(/≈ 20% full, estimated; last measured 4 days ago/)).length).toBe(2)
})
