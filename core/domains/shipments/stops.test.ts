import { expect, test } from 'vitest'
import { stopsOf } from './stops.ts'

const farm = { company_id: 4, company_title: 'Farm', ship_location_label: 'Barn', ship_city: 'York' }

test('gathers the loads of one customer at one place, in the order of the round', () => {
  const loads = [
    { ...farm, litres: 1 },
    { ...farm, ship_location_label: 'Yard', litres: 2 },
    { ...farm, litres: 3 },
    { company_id: 5, litres: 4 },
  ]
  expect(
    stopsOf(loads).map(({ company, place, loads: some }) => [company, place, some.map((one) => one.litres)]),
  ).toEqual([
    ['Farm', 'Barn, York', [1, 3]],
    ['Farm', 'Yard, York', [2]],
    ['', '', [4]],
  ])
})
