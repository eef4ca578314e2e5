import { expect, test } from 'vitest'
import { pastDeliveries } from './deviceHistory.ts'
import { demoFleet } from './fleet.ts'
import { type DemoTruck, type Fill, planRounds } from './planRounds.ts'

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

const TRUCKS: readonly DemoTruck[] = [
  { truck_id: 1, company_id: 1, compartments: [3_000, 2_000, 1_500], carries: new Set([1]) },
  {
    ...{ truck_id: 2, company_id: 1, compartments: [4_000, 3_000, 2_000], carries: new Set([1]) },
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
  const rounds = planRounds(fills(), TRUCKS, NOW)
  expect(rounds.length).toBeGreaterThan(20)
  for (const { truck_id, loads } of rounds) {
    const { compartments } = TRUCKS.find((truck) => truck.truck_id === truck_id)!
    const parts = loads.flatMap((load) => load.parts)
    expect(new Set(parts.map(({ compartment }) => compartment)).size).toBe(parts.length)
    for (const { compartment, gallons } of parts)
      expect(gallons).toBeLessThanOrEqual(compartments[compartment - 1]!)
    for (const { ticket, parts: some } of loads)
      expect(some.reduce((sum, { gallons }) => sum + gallons, 0)).toBeCloseTo(ticket, 6)
  }
})

test('one delivery of each fault is planted, and every other ticket is what flowed', () => {
  const loads = planRounds(fills(), TRUCKS, NOW).flatMap(({ truck_id, loads: some }) =>
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
