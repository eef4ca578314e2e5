import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { OrderLines } from './lines/OrderLines.tsx'

const tank = (port_number: number, product_id: number, level: string, room: number) => ({
  device_ports_id: port_number,
  port_number,
  product_id,
  level,
  trust: 'good',
  percent: 20,
  room,
  volume_unit: 'gal',
})

function showOrder(at: string, preset: FormValues = { device_id: 3 }) {
  const sent = answering({
    'GET /': {},
    'GET /units_of_measure?options=1': {
      units_of_measure: [
        { id: 1, label: 'Litre', unit_abbrev: 'L', measure: 'volume', factor: '1', code: 'l' },
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
        { product_id: 9, label: 'Diesel' },
        { product_id: 8, label: 'Gasoline' },
      ],
    },
    'GET /devices/3': {
      device: {
        device_id: 3,
        label: 'Farm yard',
        ports: [
          tank(1, 9, 'mild', 350.7),
          tank(2, 8, 'fine', 90),
          tank(3, 9, 'urgent', 99.2),
          tank(4, 8, 'overfill', 0),
        ],
      },
    },
  })
  showScreen(
    <ResourceForm
      resource={transaction_documents}
      record={null}
      preset={preset}
      onSaved={() => {}}
      kind={{ Inside: OrderLines }}
    />,
    { at },
  )
  return sent
}

const lineOf = async (number: number) => within(await screen.findByRole('group', { name: `Line ${number}` }))
const expectQuantity = (quantity: string) =>
  expect
    .poll(async () => (await lineOf(1)).getByRole<HTMLInputElement>('textbox', { name: 'Quantity' }).value)
    .toBe(quantity)

test('a fill of a tank sets its product and its room, in whole units', async () => {
  showOrder('/order?device_id=3&fill=2')
  await expectQuantity('90')
  const line = await lineOf(1)
  expect(await line.findByDisplayValue('Gasoline')).toBeTruthy()
  expect(await line.findByDisplayValue('gal')).toBeTruthy()
})

test('a fill of a device is for its low tanks; tanks with the same product share a line', async () => {
  showOrder('/order?device_id=3&fill=needed')
  await expectQuantity('449')
  expect(screen.queryByRole('group', { name: 'Line 2' })).toBeNull()
})

test('the customer enters the quantity if the room is unknown', async () => {
  showOrder('/order?device_id=3&fill=4')
  await expectQuantity('')
})

test('a new order without a device reads no device', async () => {
  const sent = showOrder('/order', {})
  expect(await screen.findByRole('combobox', { name: 'Tank' })).toBeTruthy()
  expect(sent.filter(({ call }) => call.startsWith('GET /devices/'))).toEqual([])
})
