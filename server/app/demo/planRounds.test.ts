import { expect, test } from 'vitest'
import { estimateTravel, greatCircle } from '#core/domains/dispatch/travel/estimateTravel.ts'
import { checkLoad, compartmentsOf, type Product, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { usGallonsToLitres } from '#core/platform/numbers/units.ts'
import { pastDeliveries } from './deviceHistory.ts'
import { demoFleet } from './fleet.ts'
import { type Carriable, endOf, type Fill, leaveOf, planRounds, type RoundTruck } from './planRounds.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const DAY = 86_400_000
const HOUR = DAY / 24
const GALLONS_OF_A_TANK = 6_000

/** Deliveries to the tanks of some companies, treated as one company, all of the same product. */
function fills(companies = ['platte']): Fill[] {
  const devices = demoFleet().filter(({ company }) => companies.includes(company))
  return devices.flatMap((device, index) =>
    pastDeliveries(device, NOW, 60).map(({ port_number, percent, ...delivery }) => ({
      ...{ ...delivery, label: device.label, state: device.town.town.slice(-2) },
      ...{ latitude: device.latitude, longitude: device.longitude },
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

/** In Kearney, NE. */
const YARD = { latitude: 40.6993, longitude: -99.0817 }

const truck = (truck_id: number, of: Vehicle, more: Partial<RoundTruck['served']> = {}): RoundTruck => ({
  ...{ truck_id, company_id: 1, driver_id: truck_id, vehicle: of },
  ...{ home: YARD, time_zone: 'America/Chicago' },
  served: { state: 'NE', carries: ['Product'], ...more },
})
const TRUCKS: readonly RoundTruck[] = [
  truck(1, vehicle([3_000, 2_000, 1_500])),
  truck(2, vehicle([4_000, 3_000, 2_000]), { drift: { share: 0.01, days: 30 } }),
]

test('a fill is the rise of the level plus the use in the meantime', () => {
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

test('no compartment is overfilled or gets two loads, and the parts of a load add up to its ticket', () => {
  const rounds = planRounds(fills(), TRUCKS, PRODUCTS, NOW)
  expect(rounds.length).toBeGreaterThan(20)
  for (const { truck: of, loads } of rounds) {
    const compartments = compartmentsOf([of.vehicle])
    const parts = loads.flatMap((load) => load.parts)
    expect(new Set(parts.map(({ compartment }) => compartment)).size).toBe(parts.length)
    for (const { compartment, gallons } of parts)
      expect(usGallonsToLitres(gallons)).toBeLessThanOrEqual(compartments[compartment - 1]!.capacity + 1e-6)
    for (const { ticket, parts: some } of loads)
      expect(some.reduce((sum, { gallons }) => sum + gallons, 0)).toBeCloseTo(ticket, 6)
  }
})

test('a driver serves the state of the truck, is at one place at a time, and stops only at tanks that rose', () => {
  const real = fills(['platte', 'prairiestar'])
  const rounds = planRounds(
    real,
    [...TRUCKS, truck(3, vehicle([5_000, 4_000]), { state: 'KS' })],
    PRODUCTS,
    NOW,
  )
  expect(new Set(rounds.map(({ truck: { served } }) => served.state))).toEqual(new Set(['NE', 'KS']))
  const last = new Map<number, Fill>()
  for (const { truck: of, loads } of rounds) {
    for (const load of loads) {
      expect(load.state).toBe(of.served.state)
      expect(real).toContainEqual(
        expect.objectContaining({ began: load.began, device_ports_id: load.device_ports_id }),
      )
      const before = last.get(of.driver_id)
      if (before && greatCircle(before, load) > 1000) expect(load.began).toBeGreaterThanOrEqual(before.ended)
      last.set(of.driver_id, load)
    }
  }
})

test('no compartment gets less than a gallon of a fill, as lifts are entered in whole gallons', () => {
  const fill = { ...fills()[0]!, latitude: 40.7, longitude: -99.1, state: 'NE' }
  const of = truck(1, vehicle([1_000, 1_000]))
  const gallons = Array.from({ length: 200 }, (_, tenths) =>
    planRounds([{ ...fill, gallons: 990 + tenths / 10 }], [of], PRODUCTS, NOW),
  )
    .flat()
    .flatMap(({ loads }) => loads.flatMap(({ parts }) => parts.map((part) => part.gallons)))
  expect(gallons.length).toBeGreaterThan(200)
  expect(Math.min(...gallons)).toBeGreaterThanOrEqual(1)
})

test('a round takes as long as its driving and its deliveries, on the day of its yard, and the next one begins after it', () => {
  const rounds = planRounds(fills(), TRUCKS, PRODUCTS, NOW)
  const back = new Map<number, number>()
  for (const { truck: of, loads, day } of rounds) {
    const places = [of.home, ...loads, of.home]
    const { seconds } = estimateTravel(places, 60)
    const driving = places
      .slice(1)
      .reduce((sum, _, at) => sum + seconds[at * places.length + at + 1]! * 1000, 0)
    const [leaves, ends] = [leaveOf({ truck: of, loads }), endOf({ truck: of, loads })]
    expect(ends - leaves).toBeGreaterThanOrEqual(driving - 1)
    expect(driving).toBeLessThanOrEqual(11 * HOUR)
    expect(ends).toBeLessThanOrEqual(NOW)
    expect(new Date(leaves).toLocaleDateString('en-CA', { timeZone: 'America/Chicago' })).toBe(day)
    expect(leaves).toBeGreaterThan(back.get(of.truck_id) ?? 0)
    back.set(of.truck_id, ends)
  }
})

test('one short delivery and one mistyped ticket are planted; every other ticket is what flowed', () => {
  const loads = planRounds(fills(), TRUCKS, PRODUCTS, NOW).flatMap(({ truck: { truck_id }, loads: some }) =>
    some.map((load) => ({ ...load, truck_id })),
  )
  expect(loads.filter(({ isFaulty }) => isFaulty)).toHaveLength(2)
  for (const { isFaulty, ticket, gallons, began, truck_id } of loads) {
    const counted = truck_id === 2 && began >= NOW - 30 * DAY ? 1.01 : 1
    if (isFaulty) expect(Math.abs(ticket / gallons - 1)).toBeGreaterThan(0.1)
    else expect(Math.abs(ticket / gallons / counted - 1)).toBeLessThan(0.009)
  }
})

test('each round obeys the loading rules: DEF in its own compartment, cleaning after gasoline', () => {
  const products = new Map([
    [1, DIESEL],
    [2, product(2, { grade: 'Gasoline', product_group: 'gasoline', not_followed_by: 'DEF|Diesel' })],
    [3, product(3, { grade: 'DEF', product_group: null, vehicle_class: 'def' })],
  ])
  const own = vehicle([2_500, 2_000, 1_800, 1_600, 1_200], {
    ...{ max_weight: 26_000, compartment_class5: 'def', unloading_order: 'rear_first' },
  })
  const mixed = fills().map((fill, index) => {
    const product_id = (index % 3) + 1
    return { ...fill, product_id, gallons: product_id === 3 ? fill.gallons / 8 : fill.gallons }
  })
  const rounds = planRounds(mixed, [truck(1, own)], products, NOW)
  const last: (Product | null)[] = [null, null, null, null, null]
  for (const { cleaned, aboard } of rounds) {
    for (const place of cleaned) last[place - 1] = null
    expect(checkLoad([{ ...own, last_products: last }], aboard)).toEqual([])
    for (const load of aboard) last[load.compartment! - 1] = load
  }
  expect(last[4]?.product_id).toBe(3)
  expect(rounds.some(({ cleaned }) => cleaned.length > 0)).toBe(true)
  const delivered = new Set(rounds.flatMap(({ loads }) => loads.map(({ product_id }) => product_id)))
  expect([...delivered].sort()).toEqual([1, 2, 3])
})
