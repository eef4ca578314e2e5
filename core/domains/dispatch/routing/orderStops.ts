import { checkRoutes, type RouteIssue, type RouteRule } from './checkRoutes.ts'
import type { RoutingProblem, TravelMatrix, Window } from './problem.ts'
import { costOfRoutes, type RouteSchedule, scheduleRoute } from './scheduleRoute.ts'
import { solveRoutes } from './solveRoutes.ts'

/** The rules that the order of stops can break. */
export const TIMED_RULES = ['outside_window', 'over_shift'] as const satisfies readonly RouteRule[]

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

export interface OrderedStops {
  /** Places in the list that was given. */
  order: number[]
  schedule: RouteSchedule
  issues: RouteIssue[]
}

/** Rounds that a search for one truck takes: far more than what a dozen stops need, a second for a hundred. */
const ROUNDS = 3000
/** s: no stop is left behind for being late; the checker tells what is. */
const NEVER = 1e9
/** An hour at the wheel weighs as much as so many km. */
const KILOMETRES_AN_HOUR = 40

/**
 * The best order for the stops of one truck, beside the one that they have. All of them are driven, also where windows or the
 * shift cannot be kept: what is wrong then is told.
 */
export function orderStops(task: OrderTask): { before: OrderedStops; after: OrderedStops } {
  const problem = problemOf(task)
  const asItIs = task.stops.map((_, stop) => stop)
  const found = solveRoutes(withoutLimits(problem, checkRoutes(problem, routesOf(asItIs))), {
    seed: 1,
    spent: (rounds) => (task.stops.length > 1 ? rounds / ROUNDS : 1),
  })
  const order = [...(found.routes[0]?.visits ?? [])]
  const proposed = order.length === asItIs.length ? order : asItIs
  const before = driven(problem, asItIs)
  const after = driven(problem, proposed)
  const isBetter =
    after.issues.length < before.issues.length ||
    costOfRoutes(problem, routesOf(proposed)) < costOfRoutes(problem, routesOf(asItIs)) - 1
  return { before, after: isBetter ? after : before }
}

const routesOf = (visits: readonly number[]) => [{ vehicle: 0, visits }]

function driven(problem: RoutingProblem, order: number[]): OrderedStops {
  const [route] = routesOf(order)
  return { order, schedule: scheduleRoute(problem, route!), issues: checkRoutes(problem, [route!]) }
}

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

function withNowhere({ places, metres, seconds }: TravelMatrix): TravelMatrix {
  const wider = (ways: Float64Array) => {
    const made = new Float64Array((places + 1) ** 2)
    for (let from = 0; from < places; from += 1)
      made.set(ways.subarray(from * places, (from + 1) * places), from * (places + 1))
    return made
  }
  return { places: places + 1, metres: wider(metres), seconds: wider(seconds) }
}

/** Where the order as it is keeps every rule, so must the proposed one; else the shift does not count, and a route is found at all. */
function withoutLimits(problem: RoutingProblem, issues: readonly RouteIssue[]): RoutingProblem {
  if (issues.length === 0) return problem
  const isShort = issues.some(({ rule }) => rule === 'over_shift')
  const [vehicle] = problem.vehicles
  return {
    ...problem,
    vehicles: isShort ? [{ ...vehicle!, shift: [0, NEVER] }] : problem.vehicles,
  }
}
