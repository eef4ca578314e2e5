import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { checkRoutes, type RouteIssue, type RouteRule } from './checkRoutes.ts'
import type { RoutingProblem, TravelMatrix, Window } from './problem.ts'
import { costOfRoutes, scheduleRoute } from './scheduleRoute.ts'
import { solveRoutes } from './solveRoutes.ts'
import { withNowhere } from './withNowhere.ts'

/** Stops of one truck in their current order; times in s from its earliest departure. */
export interface OrderTask {
  /** Matrix of the stops and, if `hasHome`, the home as its last row. */
  travel: TravelMatrix
  stops: readonly { service: number; windows: readonly Window[] }[]
  /** Number of stops at the start that were already reached; they keep their place. */
  startedStops: number
  hasHome: boolean
  /** When it must be back; null if unspecified. */
  until: number | null
}

/** Iterations of the search for one truck: more than enough for a dozen stops; takes a second for a hundred. */
const ITERATIONS = 3000
/** s: a deadline that no stop misses; the checker reports lateness. */
const NO_DEADLINE = 1e9
/** Gain (s or m) below which the order does not change. */
const MIN_GAIN = 0.99
/** Km of driving that one hour at the wheel equals. */
const KILOMETRES_AN_HOUR = 40

/**
 * The best order of the stops of one truck, as indexes into the input. Visits all stops even if windows or the shift cannot be
 * met: it then minimizes the number of violations, then lateness, then cost.
 */
export function orderStops(task: OrderTask): number[] {
  const problem = problemOf(task)
  const asItIs = task.stops.map((_, stop) => stop)
  const shift = latenessOf(checkRoutes(problem, routesOf(asItIs)), 'over_shift')
  const proposed = search(shift > 0 ? withoutShift(problem) : problem, asItIs)
  const judged = (order: readonly number[]) => {
    const issues = checkRoutes(problem, routesOf(order))
    return [issues.length, latenessOf(issues), costOfRoutes(problem, routesOf(order))]
  }
  const [before, after] = [judged(asItIs), judged(proposed)]
  const differing = after.findIndex((figure, index) => Math.abs(figure - itemAt(before, index)) > MIN_GAIN)
  return differing >= 0 && itemAt(after, differing) < itemAt(before, differing) ? proposed : asItIs
}

/** The latest departure that waits as little as possible without arriving later. */
export function departureOf(task: OrderTask, order: readonly number[]): number {
  return scheduleRoute(problemOf(task), firstOf(routesOf(order))).departure
}

/** Searches an order; drops the windows of stops that it cannot reach in time, and searches again. */
function search(problem: RoutingProblem, asItIs: readonly number[]): number[] {
  const found = solveRoutes(problem, {
    seed: 1,
    spent: (rounds) => (asItIs.length > 1 ? rounds / ITERATIONS : 1),
  })
  const order = [...(found.routes[0]?.visits ?? [])]
  const missed = asItIs.filter((stop) => !order.includes(stop))
  if (missed.length === 0) return order
  const hasWindows = missed.some((stop) => itemAt(problem.stops, stop).windows.length > 0)
  if (!hasWindows) return [...asItIs]
  const stops = problem.stops.map((stop, index) => (missed.includes(index) ? { ...stop, windows: [] } : stop))
  return search({ ...problem, stops }, asItIs)
}

/** Total s by which windows and the shift are missed. */
function latenessOf(issues: readonly RouteIssue[], rule?: RouteRule): number {
  return issues
    .filter((issue) => rule === undefined || issue.rule === rule)
    .reduce((sum, { params: { found, limit } }) => sum + Math.max(0, (found ?? limit) - limit), 0)
}

const routesOf = (visits: readonly number[]) => [{ vehicle: 0, visits }]

/** One vehicle with unlimited capacity. Without a home it starts at its first stop: every place is at distance 0 from its start. */
function problemOf({ travel, stops, startedStops, hasHome, until }: OrderTask): RoutingProblem {
  const home = stops.length
  return {
    travel: hasHome ? travel : withNowhere(travel),
    cost: { perMetre: 1, perSecond: (KILOMETRES_AN_HOUR * 1000) / 3600 },
    terminals: [],
    stops: stops.map((stop, place) => ({ ...stop, place, demand: [], prize: null, vehicles: null })),
    vehicles: [
      {
        start: home,
        end: home,
        shift: [0, until ?? NO_DEADLINE],
        capacity: [],
        terminal: null,
        loadsFirst: false,
        pace: 1,
        fixedCost: 0,
        locked: stops.slice(0, startedStops).map((_, stop) => stop),
      },
    ],
  }
}

/** If the current order exceeds the shift, the shift no longer constrains the search. */
function withoutShift(problem: RoutingProblem): RoutingProblem {
  const [vehicle] = problem.vehicles
  return { ...problem, vehicles: [{ ...vehicle!, shift: [0, NO_DEADLINE] }] }
}
