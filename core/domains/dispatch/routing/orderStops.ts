import { checkRoutes, type RouteIssue, type RouteRule } from './checkRoutes.ts'
import type { RoutingProblem, TravelMatrix, Window } from './problem.ts'
import { costOfRoutes, scheduleRoute } from './scheduleRoute.ts'
import { solveRoutes } from './solveRoutes.ts'
import { withNowhere } from './withNowhere.ts'

/** Stops of one truck, in the order that they have; times in s from its earliest departure. */
export interface OrderTask {
  /** Ways between the stops and, where `hasHome`, its home behind them. */
  travel: TravelMatrix
  stops: readonly { service: number; windows: readonly Window[] }[]
  /** So many of the first ones have been reached already: they stay where they are. */
  begun: number
  hasHome: boolean
  /** By when it must be back; none where nobody said. */
  until: number | null
}

/** Rounds that a search for one truck takes: far more than what a dozen stops need, a second for a hundred. */
const ROUNDS = 3000
/** s: no stop is left behind for being late; the checker tells what is. */
const NEVER = 1e9
/** s, or m, for which nobody changes an order. */
const LEAST_GAIN = 0.99
/** An hour at the wheel weighs as much as so many km. */
const KILOMETRES_AN_HOUR = 40

/**
 * The best order for the stops of one truck: places in the list that was given. All of them are driven, also where windows or
 * the shift cannot be kept: then as few of them missed as was found, by as little as can be, and driven as fast.
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
  const differing = after.findIndex((figure, at) => Math.abs(figure - before[at]!) > LEAST_GAIN)
  return differing >= 0 && after[differing]! < before[differing]! ? proposed : asItIs
}

/** When the truck must leave at the latest, to wait as little as can be and come as early as it would otherwise. */
export function departureOf(task: OrderTask, order: readonly number[]): number {
  return scheduleRoute(problemOf(task), routesOf(order)[0]!).departure
}

/** A search that keeps the windows of as many stops as it can: those of a stop that it cannot reach in time count no more. */
function search(problem: RoutingProblem, asItIs: readonly number[]): number[] {
  const found = solveRoutes(problem, {
    seed: 1,
    spent: (rounds) => (asItIs.length > 1 ? rounds / ROUNDS : 1),
  })
  const order = [...(found.routes[0]?.visits ?? [])]
  const missed = asItIs.filter((stop) => !order.includes(stop))
  if (missed.length === 0) return order
  const hasWindows = missed.some((stop) => problem.stops[stop]!.windows.length > 0)
  if (!hasWindows) return [...asItIs]
  const stops = problem.stops.map((stop, at) => (missed.includes(at) ? { ...stop, windows: [] } : stop))
  return search({ ...problem, stops }, asItIs)
}

/** s by which windows and the shift are missed, together. */
function latenessOf(issues: readonly RouteIssue[], rule?: RouteRule): number {
  return issues
    .filter((one) => rule === undefined || one.rule === rule)
    .reduce((sum, { params: { found, limit } }) => sum + Math.max(0, (found ?? limit) - limit), 0)
}

const routesOf = (visits: readonly number[]) => [{ vehicle: 0, visits }]

/** One vehicle, as large as need be. Without a home it begins at its first stop: all places are as near to nowhere. */
function problemOf({ travel, stops, begun, hasHome, until }: OrderTask): RoutingProblem {
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
        shift: [0, until ?? NEVER],
        capacity: [],
        terminal: null,
        loadsFirst: false,
        pace: 1,
        fixedCost: 0,
        locked: stops.slice(0, begun).map((_, stop) => stop),
      },
    ],
  }
}

/** Where the order as it is takes longer than the shift, any route will do. */
function withoutShift(problem: RoutingProblem): RoutingProblem {
  const [vehicle] = problem.vehicles
  return { ...problem, vehicles: [{ ...vehicle!, shift: [0, NEVER] }] }
}
