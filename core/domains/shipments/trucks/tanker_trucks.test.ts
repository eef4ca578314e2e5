import { expect, test } from 'vitest'
import { tanker_trucks } from './tanker_trucks.ts'

const truck = { num_of_compartments: 2, compartment1: 4000, compartment2: 3000, payload: 9000, gvwr: 15_000 }

test('a truck may have empty compartments, but none with a volume beyond its number', () => {
  expect(tanker_trucks.check(truck)).toEqual([])
  expect(tanker_trucks.check({ ...truck, compartment3: 0, compartment2: 0 })).toEqual([])
  expect(tanker_trucks.check({ ...truck, compartment3: 1, compartment5: 9 })).toEqual([
    { field: 'compartment3', rule: 'no_such_compartment' },
    { field: 'compartment5', rule: 'no_such_compartment' },
  ])
})

test('the load cannot be heavier than the gross weight limit', () => {
  expect(tanker_trucks.check({ ...truck, payload: 15_001 })).toEqual([
    { field: 'payload', rule: 'payload_above_gvwr' },
  ])
})

test('an axle limit needs the axle’s empty weight, not above the limit, and the share of each compartment', () => {
  const axle = { rear_axle_limit: 9000, rear_share1: '40' }
  expect(tanker_trucks.check({ ...truck, ...axle })).toEqual([
    { field: 'rear_axle_empty', rule: 'required' },
    { field: 'rear_share2', rule: 'required' },
  ])
  const whole = { ...axle, rear_axle_empty: 4000, rear_share2: '0' }
  expect(tanker_trucks.check({ ...truck, ...whole })).toEqual([])
  expect(tanker_trucks.check({ ...truck, ...whole, rear_axle_empty: 9001 })).toEqual([
    { field: 'rear_axle_empty', rule: 'empty_above_limit' },
  ])
  expect(
    tanker_trucks.check({ ...truck, imperial_front_axle_limit: '9', rear_share1: '1', rear_share2: '1' }),
  ).toEqual([{ field: 'imperial_front_axle_empty', rule: 'required' }])
  expect(tanker_trucks.check({ ...truck, front_axle_empty: 4000, rear_share1: '5' })).toEqual([])
})
