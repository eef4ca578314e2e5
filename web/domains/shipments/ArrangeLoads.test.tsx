import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ArrangeButton, ArrangeOutcome, useArrangedLoads } from './ArrangeLoads.tsx'
import { useVolumeUnits } from './loading/useVolumeUnits.ts'
import type { Load } from './loads.ts'

const LITRES = 3.785411784
const UNITS = {
  units_of_measure: [
    { id: 2, label: 'US gallon', unit_abbrev: 'gal', measure: 'volume', factor: '3.785411784', code: 'gal' },
  ],
}
const load = (product: string, quantity: string, more: object = {}): Load => ({
  product_id: product.length,
  product_title: product,
  quantity,
  unit_id: 2,
  ...more,
})

function Planner({ first }: { first: Load[] }) {
  const [loads, setLoads] = useState<Load[]>(first)
  const volumes = useVolumeUnits()
  const arranging = useArrangedLoads({
    loads,
    values: { truck_id: 7 },
    shipment_id: null,
    volumes,
    onArranged: setLoads,
  })
  return (
    <>
      {volumes.own && <ArrangeButton arranging={arranging} />}
      <ArrangeOutcome {...{ arranging, volumes }} />
      <button type="button" onClick={() => setLoads([load('Diesel', '9')])}>
        Change
      </button>
      <ul>
        {loads.map((item, index) => (
          <li key={index}>
            {`${item['product_title']} ${item['quantity']} in ${item['compartment'] ?? 'none'}`}
          </li>
        ))}
      </ul>
    </>
  )
}

function showPlanner(first: Load[], loading: object) {
  const sent = answering({
    'GET /units_of_measure?options=1': UNITS,
    'POST /shipment_planner/propose_loading': { loading },
  })
  showScreen(<Planner first={first} />)
  return sent
}
const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const arrange = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Arrange in compartments' }))

test('each load gets its compartment, and a split load keeps its quantity to the last digit', async () => {
  const sent = showPlanner([load('Diesel', '1500.5'), load('Gas', '400')], {
    pieces: [
      { index: 0, compartment: 1, quantity_liters: 1000 * LITRES },
      { index: 0, compartment: 3, quantity_liters: 500.49999 * LITRES },
      { index: 1, compartment: 2, quantity_liters: 400 * LITRES },
    ],
    behind: [],
    limits: [],
    together: [],
    without: null,
  })
  await arrange()
  await expect.poll(shown).toEqual(['Diesel 1000 in 1', 'Diesel 500.5 in 3', 'Gas 400 in 2'])
  expect(sent.at(-1)?.body).toMatchObject({ truck_id: 7, unit_id: 2, details: [{ quantity: '1500.5' }, {}] })
})

test('loads that do not fit are shown with the limit, and removed on request', async () => {
  showPlanner([load('Diesel', '1000'), load('Gas', '400')], {
    pieces: [
      { index: 0, compartment: 1, quantity_liters: 750 * LITRES },
      { index: 1, compartment: 2, quantity_liters: 400 * LITRES },
    ],
    behind: [{ index: 0, quantity_liters: 250 * LITRES }],
    limits: [{ rule: 'over_weight', gain_liters: 250 * LITRES }],
    together: [],
    without: 1,
  })
  await arrange()
  expect(await screen.findByText('Load 1 · Diesel: 250 gal cannot be loaded.')).toBeTruthy()
  expect(screen.getByText('Limited by weight: otherwise 250 gal more could be loaded.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Leave out Load 2 · Gas' })).toBeTruthy()
  expect(shown()).toEqual(['Diesel 1000 in none', 'Gas 400 in none'])
  await userEvent.click(screen.getByRole('button', { name: /^Load 250\sgal less$/ }))
  await expect.poll(shown).toEqual(['Diesel 750 in 1', 'Gas 400 in 2'])
})

test('a response is ignored if the loads have changed since', async () => {
  showPlanner([load('Diesel', '1500.5')], {
    pieces: [{ index: 0, compartment: 1, quantity_liters: 1500.5 * LITRES }],
    behind: [],
    limits: [],
    together: [],
    without: null,
  })
  const button = await screen.findByRole('button', { name: 'Arrange in compartments' })
  fireEvent.click(button)
  fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  await expect.poll(() => button.hasAttribute('data-loading')).toBe(false)
  expect(shown()).toEqual(['Diesel 9 in none'])
})
