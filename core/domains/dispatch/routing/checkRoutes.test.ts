import { expect, test } from 'vitest'
import { checkRoutes } from './checkRoutes.ts'
import { RELOAD, type RoutingProblem } from './problem.ts'
import { scheduleRoute } from './scheduleRoute.ts'

/** Places on a line, 1000 m and 100 s apart; the vehicles start at the first. */
function onLine(places: number): RoutingProblem['travel'] {
  const metres = new Float64Array(places ** 2)
  for (let one = 0; one < places; one += 1)
    for (let other = 0; other < places; other += 1)
      metres[one * places + other] = Math.abs(one - other) * 1000
  return { places, metres, seconds: metres.map((way) => way / 10) }
}

const stop = (place: number, more: Partial<RoutingProblem['stops'][number]> = {}) => ({
  place,
  demand: [10],
  service: 60,
  windows: [],
  prize: null,
  vehicles: null,
  ...more,
})
const vehicle = (more: Partial<RoutingProblem['vehicles'][number]> = {}) => ({
  start: 0,
  end: 0,
  shift: [0, 10_000] as const,
  capacity: [100],
  terminal: null,
  loadsFirst: false,
  pace: 1,
  fixedCost: 0,
  locked: [],
  ...more,
})
const problem = (more: Partial<RoutingProblem> = {}): RoutingProblem => ({
  travel: onLine(5),
  cost: { perMetre: 1, perSecond: 0 },
  stops: [stop(1), stop(2), stop(3)],
  vehicles: [vehicle(), vehicle()],
  terminals: [],
  ...more,
})
const rulesOf = (...args: Parameters<typeof checkRoutes>) =>
  checkRoutes(...args).map(({ rule, vehicle: at, stop: of }) => [rule, at, of])

test('routes that visit every stop in time have no issues', () => {
  expect(checkRoutes(problem(), [{ vehicle: 0, visits: [0, 1, 2] }])).toEqual([])
})

test('a mandatory stop is visited once, by one vehicle', () => {
  expect(rulesOf(problem(), [{ vehicle: 0, visits: [0, 1] }])).toEqual([['stop_left_out', null, 2]])
  expect(
    rulesOf(problem(), [
      { vehicle: 0, visits: [0, 1, 2] },
      { vehicle: 1, visits: [1] },
    ]),
  ).toEqual([['stop_twice', 1, 1]])
  expect(
    rulesOf(problem(), [
      { vehicle: 0, visits: [0, 1] },
      { vehicle: 0, visits: [2] },
    ]),
  ).toEqual([['vehicle_twice', 0, null]])
  const optional = problem({ stops: [stop(1), stop(2, { prize: 5 })] })
  expect(checkRoutes(optional, [{ vehicle: 0, visits: [0] }])).toEqual([])
})

test('unknown stops and vehicles are reported, and judged no further', () => {
  expect(rulesOf(problem({ stops: [] }), [{ vehicle: 0, visits: [7] }])).toEqual([['unknown_stop', 0, null]])
  expect(rulesOf(problem({ stops: [] }), [{ vehicle: 9, visits: [] }])).toEqual([['unknown_stop', 9, null]])
})

test('a vehicle visits only stops that allow it', () => {
  const only = problem({ stops: [stop(1, { vehicles: [1] })] })
  expect(rulesOf(only, [{ vehicle: 0, visits: [0] }])).toEqual([['vehicle_not_allowed', 0, 0]])
  expect(checkRoutes(only, [{ vehicle: 1, visits: [0] }])).toEqual([])
})

test('locked stops stay at the beginning', () => {
  const fixed = problem({ vehicles: [vehicle({ locked: [2, 0] })] })
  expect(checkRoutes(fixed, [{ vehicle: 0, visits: [2, 0, 1] }])).toEqual([])
  expect(rulesOf(fixed, [{ vehicle: 0, visits: [2, 1, 0] }])).toEqual([['locked_moved', 0, 0]])
})

test('a vehicle carries no more than it holds, in each dimension, until it reloads', () => {
  const heavy = problem({
    stops: [1, 2, 3].map((place) => stop(place, { demand: [10, 60] })),
    vehicles: [vehicle({ capacity: [100, 100], terminal: 0 })],
    terminals: [{ place: 4, service: 300, windows: [] }],
  })
  expect(checkRoutes(heavy, [{ vehicle: 0, visits: [0, 1, 2] }])).toEqual([
    {
      vehicle: 0,
      index: 1,
      stop: 1,
      rule: 'over_capacity',
      params: { limit: 100, found: 120, dimension: 1 },
    },
  ])
  expect(checkRoutes(heavy, [{ vehicle: 0, visits: [0, RELOAD, 1, RELOAD, 2] }])).toEqual([])
  const without = { ...heavy, vehicles: [vehicle({ capacity: [100, 100] })] }
  expect(rulesOf(without, [{ vehicle: 0, visits: [0, RELOAD, 1, RELOAD, 2] }])).toContainEqual([
    'no_terminal',
    0,
    null,
  ])
})

test('a delivery begins in one of its windows, and the shift ends in time', () => {
  const two = problem({
    stops: [
      stop(1, {
        windows: [
          [0, 50],
          [400, 500],
        ],
      }),
    ],
  })
  expect(checkRoutes(two, [{ vehicle: 0, visits: [0] }])).toEqual([])
  const late = problem({ stops: [stop(2, { windows: [[0, 50]] })] })
  expect(checkRoutes(late, [{ vehicle: 0, visits: [0] }])).toEqual([
    { vehicle: 0, index: 0, stop: 0, rule: 'outside_window', params: { limit: 50, found: 200 } },
  ])
  const short = problem({ stops: [stop(3)], vehicles: [vehicle({ shift: [0, 600] })] })
  expect(checkRoutes(short, [{ vehicle: 0, visits: [0] }])).toEqual([
    { vehicle: 0, index: null, stop: null, rule: 'over_shift', params: { limit: 600, found: 660 } },
  ])
})

test('a terminal is open when the vehicle loads, also at the beginning', () => {
  const closed = problem({
    stops: [stop(1)],
    vehicles: [vehicle({ terminal: 0, loadsFirst: true })],
    terminals: [{ place: 4, service: 300, windows: [[0, 100]] }],
  })
  expect(checkRoutes(closed, [{ vehicle: 0, visits: [0] }])).toEqual([
    { vehicle: 0, index: null, stop: null, rule: 'outside_window', params: { limit: 100, found: 400 } },
  ])
})

test('a slow vehicle takes longer, and an idle one drives nowhere', () => {
  const slow = problem({ stops: [stop(2)], vehicles: [vehicle({ pace: 0.5 })] })
  expect(scheduleRoute(slow, { vehicle: 0, visits: [0] })).toMatchObject({
    end: 860,
    metres: 4000,
    driving: 800,
  })
  expect(scheduleRoute(slow, { vehicle: 0, visits: [] })).toMatchObject({ end: 0, metres: 0, visits: [] })
})

test('a vehicle leaves home later instead of waiting for the first window', () => {
  const later = problem({ stops: [stop(1, { windows: [[1000, 2000]] }), stop(2)] })
  const schedule = scheduleRoute(later, { vehicle: 0, visits: [0, 1] })
  expect(schedule).toMatchObject({ departure: 900, waiting: 0, end: 1420 })
  expect(schedule.visits.map(({ arrival }) => arrival)).toEqual([1000, 1160])
  // A stop before the window keeps its time if a later departure does not help.
  const before = problem({ stops: [stop(1, { windows: [[0, 150]] }), stop(2, { windows: [[1000, 2000]] })] })
  expect(scheduleRoute(before, { vehicle: 0, visits: [0, 1] })).toMatchObject({ departure: 0, waiting: 740 })
})
