import { expect, test } from 'vitest'
import { tanksToFill } from './tanksToFill.ts'

const tank = (port_number: number, level: string | null, percent: number | null) => ({
  port_number,
  level,
  percent,
})
const ports = (tanks: { port_number: number }[]) => tanks.map(({ port_number }) => port_number)

test('a fill is for the tank of the port number, however full it is', () => {
  expect(ports(tanksToFill([tank(1, 'urgent', 5), tank(2, 'fine', 90)], 2))).toEqual([2])
  expect(tanksToFill([tank(1, 'urgent', 5)], 9)).toEqual([])
})

test('a fill without a port number is for all low tanks, worst first', () => {
  const tanks = [tank(1, 'mild', 28), tank(2, 'fine', 80), tank(3, 'urgent', 10), tank(4, 'overfill', 99)]
  expect(ports(tanksToFill(tanks, null))).toEqual([3, 1])
})

test('a fill without a low tank is for the emptiest with a known level', () => {
  expect(
    ports(tanksToFill([tank(1, 'fine', 80), tank(2, 'unknown', null), tank(3, 'fine', 60)], null)),
  ).toEqual([3])
  expect(ports(tanksToFill([tank(1, null, null)], null))).toEqual([1])
  expect(tanksToFill([], null)).toEqual([])
})
