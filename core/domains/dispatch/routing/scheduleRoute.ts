import { beginAt, legOf, RELOAD, type Route, type RoutingProblem } from './problem.ts'

/** One halt of a vehicle, with its times (s from the beginning of the horizon). */
export interface Visit {
  /** Place in the list of stops, or `RELOAD`. */
  stop: number
  arrival: number
  /** When the delivery begins: later than the arrival where it waits for a window; at the arrival where all are over. */
  begin: number
  leave: number
  /** The way there. */
  metres: number
  driving: number
}

export interface RouteSchedule {
  /** When it must leave, so that it waits as little as can be and comes as early as it would otherwise. */
  departure: number
  visits: Visit[]
  /** When it is at its end. */
  end: number
  metres: number
  /** s at the wheel. */
  driving: number
  waiting: number
}

/**
 * The times of a route: every visit as early as can be, and away from home as late as that allows. A route that comes too
 * late is told with its times all the same.
 */
export function scheduleRoute(problem: RoutingProblem, { vehicle: at, visits }: Route): RouteSchedule {
  const vehicle = problem.vehicles[at]!
  const planned = visits.length > 0 && vehicle.loadsFirst ? [RELOAD, ...visits] : visits
  const early = timesFrom(problem, at, planned, vehicle.shift[0])
  // Whatever it waits before every visit it could have stood at home; but never later at a visit that did not wait.
  const idle = early.visits.map(({ arrival, begin }) => begin - arrival)
  const first = idle.findIndex((waits) => waits > 0)
  if (first < 0) return early
  const late = timesFrom(problem, at, planned, vehicle.shift[0] + idle[first]!)
  const isAsGood =
    late.end <= early.end && late.visits.every(({ begin }, i) => i < first || begin <= early.visits[i]!.begin)
  const keepsWindows = late.visits.every(
    ({ begin, stop }, i) => i >= first || isOpen(problem, at, stop, begin),
  )
  return isAsGood && keepsWindows ? late : early
}

function isOpen(problem: RoutingProblem, vehicle: number, stop: number, begin: number): boolean {
  const windows = windowsOf(problem, vehicle, stop)
  return windows.length === 0 || windows.some(([from, until]) => begin >= from && begin <= until)
}

/** The windows of a visit: of its stop, or of the vehicle's terminal. */
export function windowsOf({ stops, vehicles, terminals }: RoutingProblem, vehicle: number, stop: number) {
  return stop === RELOAD
    ? (terminals[vehicles[vehicle]!.terminal ?? -1]?.windows ?? [])
    : stops[stop]!.windows
}

function timesFrom(
  problem: RoutingProblem,
  at: number,
  planned: readonly number[],
  departure: number,
): RouteSchedule {
  const { stops, terminals, travel } = problem
  const vehicle = problem.vehicles[at]!
  const terminal = terminals[vehicle.terminal ?? -1]
  let place = vehicle.start
  let time = departure
  const visits = planned.map((stop): Visit => {
    const to = stop === RELOAD ? terminal : stops[stop]
    const way = to ? legOf(travel, place, to.place) : { metres: 0, seconds: 0 }
    const driving = way.seconds / vehicle.pace
    const arrival = time + driving
    const found = beginAt(windowsOf(problem, at, stop), arrival)
    const begin = Number.isFinite(found) ? found : arrival
    place = to?.place ?? place
    time = begin + (to?.service ?? 0)
    return { stop, arrival, begin, leave: time, metres: way.metres, driving }
  })
  const isUsed = planned.length > 0 && vehicle.end !== null
  const home = isUsed ? legOf(travel, place, vehicle.end!) : { metres: 0, seconds: 0 }
  const sum = (of: (visit: Visit) => number) => visits.reduce((total, visit) => total + of(visit), 0)
  return {
    departure,
    visits,
    end: time + home.seconds / vehicle.pace,
    metres: sum(({ metres }) => metres) + home.metres,
    driving: sum(({ driving }) => driving) + home.seconds / vehicle.pace,
    waiting: sum(({ arrival, begin }) => begin - arrival),
  }
}

/** What routes cost, with what is left out. */
export function costOfRoutes(problem: RoutingProblem, routes: readonly Route[]): number {
  const brought = new Set(routes.flatMap(({ visits }) => visits))
  const leftOut = problem.stops.reduce(
    (sum, { prize }, stop) => sum + (brought.has(stop) ? 0 : (prize ?? 0)),
    0,
  )
  return routes.reduce((sum, route) => sum + costOfRoute(problem, route), leftOut)
}

/** What one route costs; nothing where the vehicle stays. */
export function costOfRoute(problem: RoutingProblem, route: Route): number {
  if (route.visits.length === 0) return 0
  const { pace, fixedCost } = problem.vehicles[route.vehicle]!
  const { metres, driving } = scheduleRoute(problem, route)
  const visits = route.visits.reduce(
    (sum, stop) => sum + (problem.stops[stop]?.costs?.[route.vehicle] ?? 0),
    0,
  )
  return fixedCost + metres * problem.cost.perMetre + driving * pace * problem.cost.perSecond + visits
}
