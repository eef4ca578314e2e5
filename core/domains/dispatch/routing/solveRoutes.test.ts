import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRoutes } from './checkRoutes.ts'
import { RELOAD, type RoutingProblem } from './problem.ts'
import { randomProblem } from './randomProblem.ts'
import { costOfRoutes } from './scheduleRoute.ts'
import { solveRoutes } from './solveRoutes.ts'

const rounds = (most: number) => (done: number) => done / most

/** Brute force for a problem of one vehicle without reloads: the cheapest route that breaks no rule. */
function cheapestByTrial(problem: RoutingProblem): number {
  let best = Number.POSITIVE_INFINITY
  const go = (visits: number[], open: readonly number[]) => {
    const routes = [{ vehicle: 0, visits }]
    if (checkRoutes(problem, routes).length === 0) best = Math.min(best, costOfRoutes(problem, routes))
    for (const stop of open)
      go(
        [...visits, stop],
        open.filter((other) => other !== stop),
      )
  }
  go([], [...problem.stops.keys()])
  return best
}

test('a solution breaks no rule, for any problem', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const problem = randomProblem(seed)
      const { routes, leftOut, cost } = solveRoutes(problem, { seed, spent: rounds(64) })
      const issues = checkRoutes(problem, routes)
      // Undeliverable jobs are left out and reported; nothing else is wrong.
      expect(issues.filter(({ rule }) => rule !== 'stop_left_out')).toEqual([])
      expect(issues.map(({ stop }) => stop)).toEqual(
        leftOut.filter((stop) => problem.stops[stop]!.prize === null),
      )
      if (issues.length === 0) expect(cost).toBeCloseTo(costOfRoutes(problem, routes), 3)
    }),
    { numRuns: 150 },
  )
})

test('small problems are solved as well as by brute force', () => {
  let tried = 0
  for (let seed = 1; seed <= 40; seed += 1) {
    const drawn = randomProblem(seed, 6)
    const stops = drawn.stops.map((stop) => ({ ...stop, vehicles: null }))
    const vehicle = { ...drawn.vehicles[0]!, terminal: null, loadsFirst: false, locked: [] }
    const problem = { ...drawn, stops, vehicles: [vehicle] }
    const best = cheapestByTrial(problem)
    if (!Number.isFinite(best)) continue
    tried += 1
    expect(solveRoutes(problem, { seed, spent: rounds(300) }).cost).toBeCloseTo(best, 6)
  }
  expect(tried).toBeGreaterThan(10)
})

test('the same seed gives the same solution', () => {
  const problem = randomProblem(12)
  const once = solveRoutes(problem, { seed: 3, spent: rounds(200) })
  expect(solveRoutes(problem, { seed: 3, spent: rounds(200) })).toEqual(once)
})

test('it stops on request, and reports its progress', () => {
  const shares: number[] = []
  const { rounds: done } = solveRoutes(randomProblem(5), {
    seed: 1,
    spent: rounds(160),
    onProgress: (share) => shares.push(share),
  })
  expect(done).toBe(160)
  expect(shares[0]).toBe(0)
  expect(shares.at(-1)).toBe(1)
})

test('a truck that cannot carry everything at once reloads if it has a terminal', () => {
  const drawn = randomProblem(8)
  const problem: RoutingProblem = {
    ...drawn,
    stops: drawn.stops.slice(0, 4).map((stop) => ({
      ...stop,
      demand: [4000, 1],
      windows: [],
      vehicles: null,
      prize: null,
    })),
    terminals: [{ place: drawn.stops.length, service: 600, windows: [] }],
    vehicles: [
      {
        start: drawn.stops.length + 1,
        end: drawn.stops.length + 1,
        shift: [0, 100_000],
        capacity: [9000, 100],
        terminal: 0,
        loadsFirst: true,
        pace: 1,
        fixedCost: 0,
        locked: [],
      },
    ],
  }
  const { routes, leftOut } = solveRoutes(problem, { seed: 1, spent: rounds(200) })
  expect(leftOut).toEqual([])
  expect(checkRoutes(problem, routes)).toEqual([])
  expect(routes[0]!.visits.filter((stop) => stop === RELOAD).length).toBe(1)
})

test('a stop that costs more than its prize stays out', () => {
  const drawn = randomProblem(3)
  const stops = drawn.stops.map((stop) => ({ ...stop, prize: 0 }))
  const vehicles = drawn.vehicles.map((vehicle) => ({ ...vehicle, locked: [] }))
  const { routes, leftOut } = solveRoutes({ ...drawn, stops, vehicles }, { seed: 1, spent: rounds(32) })
  expect(routes).toEqual([])
  expect(leftOut).toHaveLength(stops.length)
})

test('there are no routes without stops or vehicles', () => {
  const drawn = randomProblem(3)
  expect(solveRoutes({ ...drawn, stops: [], vehicles: [] }, { seed: 1, spent: rounds(32) })).toMatchObject({
    routes: [],
    leftOut: [],
  })
  expect(solveRoutes({ ...drawn, vehicles: [] }, { seed: 1, spent: rounds(32) }).routes).toEqual([])
})
