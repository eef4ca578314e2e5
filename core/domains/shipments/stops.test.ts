import { expect, test } from 'vitest'
import { placeOf, stopsOf } from './stops.ts'

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

test('a place is told without the blanks around its parts; a load of nobody is not one of a customer', () => {
  expect(placeOf({ ship_location_label: ' Barn ', ship_address1: '', ship_city: ' York' })).toBe('Barn, York')
  expect(placeOf({ ship_address1: 5 })).toBe('5')
  const stops = stopsOf([{ company_id: 4 }, { company_id: null }, { company_id: 5 }, {}])
  expect(stops.map(({ key, loads }) => [key, loads.length])).toEqual([
    ['4|', 1],
    ['|', 2],
    ['5|', 1],
  ])
})
