import { expect, test } from 'vitest'
import { tanker_trucks } from './tanker_trucks.ts'

const truck = { num_of_compartments: 2, compartment1: 4000, compartment2: 3000, payload: 9000, gvwr: 15_000 }

test('a truck may have empty compartments, and none beyond its number that hold something', () => {
  expect(tanker_trucks.check(truck)).toEqual([])
  expect(tanker_trucks.check({ ...truck, compartment3: 0, compartment2: 0 })).toEqual([])
  expect(tanker_trucks.check({ ...truck, compartment3: 1, compartment5: 9 })).toEqual([
    { field: 'compartment3', rule: 'no_such_compartment' },
    { field: 'compartment5', rule: 'no_such_compartment' },
  ])
})

test('the load cannot be heavier than truck and load together may be', () => {
  expect(tanker_trucks.check({ ...truck, payload: 15_001 })).toEqual([
    { field: 'payload', rule: 'payload_above_gvwr' },
  ])
})
