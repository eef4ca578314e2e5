import { itemAt } from '#core/platform/lists/itemAt.ts'
import { beginAt, legOf, RELOAD, type Route, type RoutingProblem } from './problem.ts'

/** A visit with its times (s from the start of the horizon). */
export interface Visit {
  /** Index of the stop, or `RELOAD`. */
  stop: number
  arrival: number
  /** Start of the delivery: after the arrival if it waits for a window; at the arrival if all windows are over. */
  begin: number
  leave: number
  /** Distance (m) and driving time (s) to it. */
  metres: number
  driving: number
}

export interface RouteSchedule {
  /** The latest departure that waits as little as possible without arriving later. */
  departure: number
  visits: Visit[]
  /** Arrival at the end place. */
  end: number
  metres: number
  /** Driving time, s. */
  driving: number
  waiting: number
}

/**
 * The times of a route: every visit as early as possible, with the latest departure that allows it. A route that is late gets
 * its times as well.
 */
export function scheduleRoute(problem: RoutingProblem, { vehicle: at, visits }: Route): RouteSchedule {
  const vehicle = itemAt(problem.vehicles, at)
  const planned = visits.length > 0 && vehicle.loadsFirst ? [RELOAD, ...visits] : visits
  const early = timesFrom(problem, at, planned, vehicle.shift[0])
  // Waiting before the first window can be spent at home, unless a visit that did not wait would be later.
  const idle = early.visits.map(({ arrival, begin }) => begin - arrival)
  const first = idle.findIndex((waits) => waits > 0)
  if (first < 0) return early
  const late = timesFrom(problem, at, planned, vehicle.shift[0] + itemAt(idle, first))
  const isAsGood =
    late.end <= early.end &&
    late.visits.every(({ begin }, i) => i < first || begin <= itemAt(early.visits, i).begin)
  const keepsWindows = late.visits.every(
    ({ begin, stop }, i) => i >= first || isOpen(problem, at, stop, begin),
  )
  return isAsGood && keepsWindows ? late : early
}

function isOpen(problem: RoutingProblem, vehicle: number, stop: number, begin: number): boolean {
  const windows = windowsOf(problem, vehicle, stop)
  return windows.length === 0 || windows.some(([from, until]) => begin >= from && begin <= until)
}

/** The windows of a visit: its stop's, or its terminal's. */
export function windowsOf({ stops, vehicles, terminals }: RoutingProblem, vehicle: number, stop: number) {
  return stop === RELOAD
    ? (terminals[itemAt(vehicles, vehicle).terminal ?? -1]?.windows ?? [])
    : itemAt(stops, stop).windows
}

function timesFrom(
  problem: RoutingProblem,
  at: number,
  planned: readonly number[],
  departure: number,
): RouteSchedule {
  const { stops, terminals, travel } = problem
  const vehicle = itemAt(problem.vehicles, at)
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

/** Total cost of routes and of the stops left out. */
export function costOfRoutes(problem: RoutingProblem, routes: readonly Route[]): number {
  const delivered = new Set(routes.flatMap(({ visits }) => visits))
  const leftOut = problem.stops.reduce(
    (sum, { prize }, stop) => sum + (delivered.has(stop) ? 0 : (prize ?? 0)),
    0,
  )
  return routes.reduce((sum, route) => sum + costOfRoute(problem, route), leftOut)
}

/** Cost of one route; 0 if the vehicle stays. */
export function costOfRoute(problem: RoutingProblem, route: Route): number {
  if (route.visits.length === 0) return 0
  const { pace, fixedCost } = itemAt(problem.vehicles, route.vehicle)
  const { metres, driving } = scheduleRoute(problem, route)
  const visits = route.visits.reduce(
    (sum, stop) => sum + (problem.stops[stop]?.costs?.[route.vehicle] ?? 0),
    0,
  )
  return fixedCost + metres * problem.cost.perMetre + driving * pace * problem.cost.perSecond + visits
}
