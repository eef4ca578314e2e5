import { expect, test } from 'vitest'
import { checkLoad, compartmentsOf, type Product, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { usGallonsToLitres } from '#core/platform/units.ts'
import { pastDeliveries } from './deviceHistory.ts'
import { demoFleet } from './fleet.ts'
import { type Carriable, type DemoTruck, type Fill, planRounds } from './planRounds.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const DAY = 86_400_000
const GALLONS_OF_A_TANK = 6_000

/** What came to the tanks of one company, each of them with the same product. */
function fills(): Fill[] {
  const devices = demoFleet().filter(({ company }) => company === 'platte')
  return devices.flatMap((device, index) =>
    pastDeliveries(device, NOW, 60).map(({ port_number, percent, ...delivery }) => ({
      ...delivery,
      ...{ device_id: index + 1, device_ports_id: index * 10 + port_number, company_id: 1, product_id: 1 },
      gallons: (percent / 100) * GALLONS_OF_A_TANK,
    })),
  )
}

const product = (product_id: number, more: Partial<Carriable> = {}): Carriable => ({
  ...{
    product_id,
    product_name: `Product ${product_id}`,
    product_group: 'fuel_oil',
    specific_gravity: '0.85',
  },
  ...more,
})
const DIESEL = product(1, { grade: 'Diesel', not_followed_by: 'DEF' })
const PRODUCTS = new Map([[1, DIESEL]])

/** A vehicle for fuels with these compartments, US gallons. */
function vehicle(compartments: readonly number[], more: Partial<Vehicle> = {}): Vehicle {
  const places = [0, 1, 2, 3, 4].map((at) => [
    `compartment${at + 1}`,
    usGallonsToLitres(compartments[at] ?? 0),
  ])
  return {
    ...{ num_of_compartments: compartments.length, payload: 0, max_weight: 0, vehicle_class: 'fuel' },
    ...Object.fromEntries(places),
    ...more,
  } as Vehicle
}

const TRUCKS: readonly DemoTruck[] = [
  { truck_id: 1, company_id: 1, vehicle: vehicle([3_000, 2_000, 1_500]), carries: new Set([1]) },
  {
    ...{ truck_id: 2, company_id: 1, vehicle: vehicle([4_000, 3_000, 2_000]), carries: new Set([1]) },
    drift: { share: 0.01, since: NOW - 30 * DAY },
  },
]

test('what flowed into a tank is what its level rose by, and what was used meanwhile', () => {
  const device = demoFleet().find(({ company, condition }) => company === 'platte' && condition === 'fine')!
  const found = pastDeliveries(device, NOW, 60)
  expect(found.length).toBeGreaterThan(0)
  for (const { began, ended, percent } of found) {
    expect(ended - began).toBeGreaterThan(0)
    expect(percent).toBeGreaterThan(20)
    expect(percent).toBeLessThan(100)
  }
  expect(pastDeliveries(device, NOW, 30)).toEqual(found.filter(({ began }) => began > NOW - 30 * DAY))
})

test('no compartment takes more than it holds, or twice, and the parts of a load are its ticket', () => {
  const rounds = planRounds(fills(), TRUCKS, PRODUCTS, NOW)
  expect(rounds.length).toBeGreaterThan(20)
  for (const { truck_id, loads } of rounds) {
    const compartments = compartmentsOf([TRUCKS.find((truck) => truck.truck_id === truck_id)!.vehicle])
    const parts = loads.flatMap((load) => load.parts)
    expect(new Set(parts.map(({ compartment }) => compartment)).size).toBe(parts.length)
    for (const { compartment, gallons } of parts)
      expect(usGallonsToLitres(gallons)).toBeLessThanOrEqual(compartments[compartment - 1]!.capacity + 1e-6)
    for (const { ticket, parts: some } of loads)
      expect(some.reduce((sum, { gallons }) => sum + gallons, 0)).toBeCloseTo(ticket, 6)
  }
})

test('one delivery of each fault is planted, and every other ticket is what flowed', () => {
  const loads = planRounds(fills(), TRUCKS, PRODUCTS, NOW).flatMap(({ truck_id, loads: some }) =>
    some.map((load) => ({ ...load, truck_id })),
  )
  const planted = loads.flatMap(({ planted: fault }) => fault ?? [])
  expect([...planted].sort()).toEqual(['mistyped', 'short', 'wrong_tank'])
  const real = fills()
  for (const { planted: fault, ticket, gallons, began, truck_id, device_ports_id } of loads) {
    const flowed = real.some((fill) => fill.device_ports_id === device_ports_id && fill.began === began)
    expect(flowed).toBe(fault !== 'wrong_tank')
    if (fault === 'short' || fault === 'mistyped') expect(Math.abs(ticket / gallons - 1)).toBeGreaterThan(0.1)
    else {
      const counted = truck_id === 2 && began >= NOW - 30 * DAY ? 1.01 : 1
      expect(Math.abs(ticket / gallons / counted - 1)).toBeLessThan(0.009)
    }
  }
})

test('each round is loaded as the rules of loads allow it: DEF in its own compartment, and cleaned after gasoline', () => {
  const products = new Map([
    [1, DIESEL],
    [2, product(2, { grade: 'Gasoline', product_group: 'gasoline', not_followed_by: 'DEF|Diesel' })],
    [3, product(3, { grade: 'DEF', product_group: null, vehicle_class: 'def' })],
  ])
  const own = vehicle([2_500, 2_000, 1_800, 1_600, 1_200], {
    ...{ max_weight: 26_000, compartment_class5: 'def', unloading_order: 'rear_first' },
  })
  const truck = { truck_id: 1, company_id: 1, vehicle: own, carries: new Set([1, 2, 3]) }
  const mixed = fills().map((fill, index) => {
    const product_id = (index % 3) + 1
    return { ...fill, product_id, gallons: product_id === 3 ? fill.gallons / 8 : fill.gallons }
  })
  const rounds = planRounds(mixed, [truck], products, NOW)
  const last: (Product | null)[] = [null, null, null, null, null]
  for (const { cleaned, loads } of rounds) {
    for (const place of cleaned) last[place - 1] = null
    const devices = [...new Set(loads.map(({ device_id }) => device_id))]
    const aboard = loads.flatMap(({ parts, product_id, device_id }) =>
      parts.map(({ compartment, gallons }) => ({
        ...products.get(product_id)!,
        ...{ compartment, quantity: usGallonsToLitres(gallons), stop: devices.indexOf(device_id) },
      })),
    )
    expect(checkLoad([{ ...own, last_products: last }], aboard)).toEqual([])
    for (const load of aboard) last[load.compartment - 1] = load
  }
  expect(last[4]?.product_id).toBe(3)
  expect(rounds.some(({ cleaned }) => cleaned.length > 0)).toBe(true)
  const brought = new Set(rounds.flatMap(({ loads }) => loads.map(({ product_id }) => product_id)))
  expect([...brought].sort()).toEqual([1, 2, 3])
})
