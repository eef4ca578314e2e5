import type { Load, Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { Random } from '#core/domains/telemetry/forecasting/random.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { NEED_RANKS } from '../judgeNeed.ts'
import type { Window } from '../routing/problem.ts'
import { estimateTravel, type Place } from '../travel/estimateTravel.ts'
import type { ProposableNeed, ProposalTask, TruckDay } from './proposal.ts'

const DAY = 86_400
const HOUR = 3600

/** Products that cover every loading rule. */
const PRODUCTS: readonly (Omit<Load, 'compartment' | 'quantity'> & { isGas: boolean })[] = [
  { product_id: 1, grade: 'ULSD', specific_gravity: '0.85', isGas: false },
  { product_id: 2, grade: 'E10', specific_gravity: '0.74', isGas: false, not_followed_by: 'DEF' },
  { product_id: 3, grade: 'DEF', specific_gravity: '1.09', isGas: false, not_beside: 'E10' },
  { product_id: 4, grade: 'HD-5', specific_gravity: '0.51', isGas: true, expansion_room: '12.5' },
]

/** A random task from a seed, for tests; covers every feature. */
export function randomTask(seed: number, mostNeeds = 24, mostTruckDays = 5): ProposalTask {
  const random = new Random(seed)
  const count = 1 + random.below(mostNeeds)
  const days = 1 + random.below(3)
  const homes = 2
  const places: Place[] = Array.from({ length: count + homes + 3 }, () => ({
    latitude: 40 + random.uniform(),
    longitude: -98 + random.uniform(),
  }))
  const truckDays = Array.from({ length: 1 + random.below(mostTruckDays) }, (_, index): TruckDay => {
    const day = random.below(days)
    const sizes = Array.from({ length: 1 + random.below(4) }, () => 500 + random.below(4000))
    const shift: Window = [day * DAY + 7 * HOUR, day * DAY + (12 + random.below(6)) * HOUR]
    const isBegun = random.uniform() < 0.3
    return {
      truck_id: index + 1,
      day,
      vehicles: [vehicleOf(sizes, random)],
      home: random.uniform() < 0.9 ? count + random.below(homes) : null,
      shift,
      aboard: isBegun ? [aboardOf(random)] : [],
      halts: isBegun ? [{ place: count + homes, service: 900, windows: windowsOf(random, days) }] : [],
    }
  })
  const needs = Array.from({ length: count }, (_, place) => needOf(random, place, days, truckDays.length))
  return {
    travel: estimateTravel(places, 60),
    needs,
    truckDays,
    step: random.uniform() < 0.5 ? 1 : 3.785411784,
    seed,
  }
}

const aboardOf = (random: Random) => ({
  ...itemAt(PRODUCTS, random.below(2)),
  ...{ compartment: 1, quantity: 200 + random.below(300), stop: 1 },
})

function windowsOf(random: Random, days: number): Window[] | null {
  const kind = random.uniform()
  if (kind < 0.5) return null
  if (kind < 0.55) return []
  return Array.from({ length: days }, (_, day): Window => {
    const from = day * DAY + (7 + random.below(8)) * HOUR
    return [from, from + (1 + random.below(3)) * HOUR]
  })
}

function needOf(random: Random, place: number, days: number, trucks: number): ProposableNeed {
  const { isGas, ...load } = itemAt(PRODUCTS, random.below(PRODUCTS.length))
  const litres = 100 + random.below(2500)
  const mine = Array.from({ length: trucks }, (_, index) => index).filter(() => random.uniform() < 0.8)
  return {
    key: `tank:${place + 1}`,
    rank: itemAt(NEED_RANKS, random.below(3)),
    place,
    load: { ...load, room: litres + random.below(200), tanks: [place + 1] },
    isGas,
    litres,
    dueLitres: litres + random.below(2000),
    service: 600 + random.below(1800),
    windows: windowsOf(random, days),
    latest: random.below(days + 2),
    truckDays: mine,
    fixed: mine.length > 0 && random.uniform() < 0.1 ? itemAt(mine, random.below(mine.length)) : null,
  }
}

function vehicleOf(sizes: readonly number[], random: Random): Vehicle {
  return {
    num_of_compartments: sizes.length,
    payload: 0,
    max_weight: random.uniform() < 0.5 ? 0 : 1500 + random.below(6000),
    compartment1: sizes[0] ?? 0,
    compartment2: sizes[1] ?? 0,
    compartment3: sizes[2] ?? 0,
    compartment4: sizes[3] ?? 0,
    compartment5: sizes[4] ?? 0,
    last_products: sizes.map(() => (random.uniform() < 0.3 ? itemAt(PRODUCTS, 1) : null)),
    ...(random.uniform() < 0.3 && axlesOf(random)),
  }
}

function axlesOf(random: Random): Partial<Vehicle> {
  const order = random.uniform()
  return {
    unloading_order: order < 0.3 ? 'rear_first' : order < 0.6 ? 'front_first' : 'any',
    ...{ front_axle_limit: 5000 + random.below(3000), front_axle_empty: 4000 },
    ...{ rear_axle_limit: 9000 + random.below(6000), rear_axle_empty: 7000 },
    ...{ rear_share1: 20, rear_share2: 45, rear_share3: 70, rear_share4: 105 },
  }
}
