import { expect, test } from 'vitest'
import { checkLoad } from '#core/domains/shipments/checkLoad.ts'
import { asLoads } from '#core/domains/shipments/loading/proposeLoading.ts'
import { solveLoading } from './solveLoading.ts'

test('a round at which the solver ends with an error, with its presolve, is loaded and its limits are named', async () => {
  const truck = {
    ...{ num_of_compartments: 2, payload: 9434, max_weight: 0, compartment1: 2439, compartment2: 3363 },
    ...{ compartment3: 0, compartment4: 0, compartment5: 0, unloading_order: 'any' as const },
    ...{ front_axle_limit: null, front_axle_empty: 5199, rear_axle_limit: 10_804, rear_axle_empty: 4342 },
    ...{ rear_share1: 20.93, rear_share2: 44.49 },
  }
  const load = (product_id: number, grade: string, more: object) => ({
    ...{ product_id, grade, compartment: null, not_beside: '', tanks: [1], room: 4000, expansion_room: null },
    ...{ quantity: 0, specific_gravity: 1, ...more },
  })
  const loads = [
    load(2, 'Gasoline', { quantity: 1846.495, specific_gravity: 0.745, stop: 2 }),
    load(4, 'Acid', {
      ...{ quantity: 3498, specific_gravity: 1.1, not_beside: 'Gasoline', expansion_room: 9, stop: 2 },
    }),
    load(3, 'Kerosene', { quantity: 453.341, specific_gravity: 0.81, stop: 3 }),
    load(1, 'Diesel', {
      ...{ quantity: 3375.872, specific_gravity: 0.85, tanks: [3], room: null, expansion_room: 3, stop: 4 },
    }),
  ]
  const found = await solveLoading({ vehicles: [truck], loads, step: 3.785411784 })
  expect(checkLoad([truck], asLoads(loads, found!.pieces))).toEqual([])
  expect(found!.limits.map(({ rule }) => rule)).toEqual(['over_compartment', 'two_products'])
})
