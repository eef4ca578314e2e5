import { expect, test } from 'vitest'
import { leftByProduct } from './leftByProduct.ts'
import type { TruckCompartment } from './onTruckResponse.ts'

const compartment = (more: Partial<TruckCompartment>) =>
  ({
    ...{ product_id: 1, product_title: 'Diesel', on_board_liters: 0, carried_liters: 0 },
    ...{ planned_liters: 100, delivered_liters: 100, ...more },
  }) as TruckCompartment

test.each<[string, Partial<TruckCompartment>[], unknown]>([
  ['an emptied compartment', [{}], []],
  [
    'rests of one product',
    [{ on_board_liters: 5 }, { on_board_liters: 7 }],
    [{ product_title: 'Diesel', liters: 12 }],
  ],
  ['a compartment that delivered without a recorded lift', [{ on_board_liters: null }], null],
  [
    'a compartment that the round did not use',
    [{}, { on_board_liters: null, planned_liters: 0, delivered_liters: 0, carried_liters: 30 }],
    [{ product_title: 'Diesel', liters: 30 }],
  ],
])('what a round left on board of %s', (_, compartments, left) => {
  expect(leftByProduct(compartments.map(compartment))).toEqual(left)
})
