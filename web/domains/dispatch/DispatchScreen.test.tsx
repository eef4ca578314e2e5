import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { DispatchScreen } from './DispatchScreen.tsx'

// A map needs WebGL.
vi.mock('./BoardMap.tsx', () => ({ BoardMap: () => null }))

const DAY = '2026-11-26'
const truck = {
  truck_id: 7,
  truck_name: 'Bobtail 7',
  vehicle_type: 'truck',
  compartments: [4000],
  classes: ['fuel'],
  company_id: 2,
}
const need = (key: string, place: string, more: object = {}) => ({
  ...{
    key,
    rank: 'must',
    reason: 'at_reorder',
    params: {},
    latest: DAY,
    place,
    company_title: 'Kearney Farms',
  },
  ...{ device_id: 3, port_number: 1, device_ports_id: 5, document_id: null, document_detail_id: null },
  ...{
    product_title: 'Diesel',
    product_class: 'fuel',
    haulers: [4, 2],
    percent: null,
    quantity_liters: 1000,
    ...more,
  },
})
const line = { device_ports_id: null, document_id: 9, document_detail_id: 90, port_number: 2 }

function arrive(address: string, coming: object = {}, trucks: object[] = [truck]) {
  const needs = [need('tank:5', 'North tank'), need('line:90', 'South tank', line)]
  const answers: Parameters<typeof answering>[0] = {
    'GET /units_of_measure': { units_of_measure: [] },
    'GET /dispatch/rounds': { day: DAY, trucks, rounds: [], week: [] },
    'GET /dispatch/needs': {
      ...{ day: DAY, next_day: DAY, needs, total: 2, week: [], companies: [], products: [], unplanned: [] },
      counts: { must: 2, should: 0, could: 0, planned: 0 },
    },
    'GET /deliveries/coming': { coming_loads: [{ device_ports_ids: [], ...coming }] },
    'GET /dispatch/proposal': { proposal: null },
    'POST /dispatch/plan': { shipment_id: 4, shipment_detail_ids: [1], arranged: null, left_out: [] },
  }
  const sent = answering(answers)
  const router = showScreen(<DispatchScreen />, { at: address })
  return { sent, router }
}
const chosen = async () =>
  (await screen.findAllByRole<HTMLInputElement>('checkbox'))
    .filter(({ checked }) => checked)
    .map((box) => box.getAttribute('aria-label'))

test.each([
  ['an order', 'fill=needed&document_id=9', ['Choose South tank · Diesel']],
  ['a tank', 'fill=1', ['Choose North tank · Diesel']],
  ['a device', 'fill=needed', ['Choose North tank · Diesel', 'Choose South tank · Diesel']],
])('%s to put on a truck arrives chosen, with the trucks to choose from', async (_, fill, names) => {
  const { sent, router } = arrive(`/dispatch?device_id=3&${fill}`)
  const item = await screen.findByRole('menuitem', { name: /Bobtail 7/ })
  expect(await chosen()).toEqual(names)
  expect(router.state.location.search).toBe('?device_id=3')
  await userEvent.click(item)
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('POST /dispatch/plan'))
})

test('a board that is only filtered by a device chooses nothing', async () => {
  arrive('/dispatch?device_id=3')
  expect(await chosen()).toEqual([])
  await userEvent.click(screen.getByRole('checkbox', { name: /North tank/ }))
  expect(screen.queryByRole('menuitem', { name: /Bobtail 7/ })).toBeNull()
})

test.each([
  ['planned', { kind: 'stop', document_id: 8, shipment_number: 'S-4' }, /on round S-4 already/],
  ['on hold', {}, /it is on hold, not released yet/],
])('an order that is not among the needs says why: %s', async (_, coming, why) => {
  arrive('/dispatch?device_id=3&fill=needed&document_id=8', coming)
  expect((await screen.findByText(why)).textContent).toMatch(/^The order is not among the needs/)
  expect(await chosen()).toEqual([])
})

test('trucks with most room come first, last those that can bring none of it, with the reason', async () => {
  const trucks = [
    { ...truck, truck_id: 1, truck_name: 'Other seller', company_id: 3, compartments: [9000] },
    { ...truck, truck_id: 2, truck_name: 'Gas', classes: ['lpg'], compartments: [8000] },
    {
      ...{ ...truck, truck_id: 5, truck_name: 'Gas elsewhere', company_id: 3 },
      ...{ classes: ['lpg'], compartments: [7000] },
    },
    { ...truck, truck_id: 3, truck_name: 'Small' },
    { ...truck, truck_id: 4, truck_name: 'Large', compartments: [6000], classes: ['any'] },
  ]
  arrive('/dispatch?device_id=3&fill=1', {}, trucks)
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => [item.textContent, item.hasAttribute('data-disabled')])).toEqual([
    [expect.stringMatching(/^Large.*free$/), false],
    [expect.stringMatching(/^Small.*free$/), false],
    ['Other sellerUsually delivers for another seller', false],
    ['GasNot built for this product', true],
    ['Gas elsewhereNot built for this product', true],
  ])
})
