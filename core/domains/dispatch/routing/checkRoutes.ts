import { lastOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { RELOAD, type Route, type RoutingProblem, type Space } from './problem.ts'
import { scheduleRoute, type Visit, windowsOf } from './scheduleRoute.ts'

/** Tolerance in s for sums of floating-point numbers. */
const TOLERANCE = 1e-6

export type RouteRule =
  | 'stop_left_out'
  | 'stop_twice'
  | 'vehicle_twice'
  | 'unknown_stop'
  | 'vehicle_not_allowed'
  | 'locked_moved'
  | 'no_terminal'
  | 'over_capacity'
  | 'no_space'
  | 'outside_window'
  | 'over_shift'

export interface RouteIssue {
  /** Index into the vehicles; null if no vehicle visits the stop. */
  vehicle: number | null
  /** Index of the visit in the route; null for the whole route or a stop without a visit. */
  index: number | null
  /** Index into the stops. */
  stop: number | null
  rule: RouteRule
  params: {
    /** The limit: s for a time, otherwise the capacity. */
    limit: number
    found?: number
    /** The dimension of the capacity. */
    dimension?: number
  }
}

/** The rules that routes break. Independent of the solver: judges only the problem and the visits. */
export function checkRoutes(problem: RoutingProblem, routes: readonly Route[]): RouteIssue[] {
  return [
    ...unknownIssues(problem, routes),
    ...onceIssues(problem, routes),
    ...routes.flatMap((route) =>
      isKnown(problem, route)
        ? [
            ...allowedIssues(problem, route),
            ...lockedIssues(problem, route),
            ...capacityIssues(problem, route),
            ...spaceIssues(problem, route),
            ...timeIssues(problem, route),
          ]
        : [],
    ),
  ]
}

const isStop = ({ stops }: RoutingProblem, stop: number) => stop === RELOAD || stops[stop] !== undefined

function isKnown(problem: RoutingProblem, { vehicle, visits }: Route): boolean {
  return problem.vehicles[vehicle] !== undefined && visits.every((stop) => isStop(problem, stop))
}

function unknownIssues(problem: RoutingProblem, routes: readonly Route[]): RouteIssue[] {
  return routes.flatMap(({ vehicle, visits }) => {
    const index = visits.findIndex((stop) => !isStop(problem, stop))
    const isWrong = index >= 0 || problem.vehicles[vehicle] === undefined
    const params = { limit: problem.stops.length }
    return isWrong
      ? [{ vehicle, index: Math.max(index, 0), stop: null, rule: 'unknown_stop' as const, params }]
      : []
  })
}

/** Every mandatory stop is visited, no stop twice, and no vehicle drives two routes. */
function onceIssues({ stops }: RoutingProblem, routes: readonly Route[]): RouteIssue[] {
  const seen = new Set<number>()
  const vehicles = new Set<number>()
  const twice = routes.flatMap(({ vehicle, visits }): RouteIssue[] => {
    const again = vehicles.has(vehicle) && visits.length > 0
    vehicles.add(vehicle)
    return [
      ...(again
        ? [{ vehicle, index: null, stop: null, rule: 'vehicle_twice' as const, params: { limit: 1 } }]
        : []),
      ...visits.flatMap((stop, index): RouteIssue[] => {
        const isSeen = stop !== RELOAD && seen.has(stop)
        seen.add(stop)
        return isSeen ? [{ vehicle, index, stop, rule: 'stop_twice', params: { limit: 1 } }] : []
      }),
    ]
  })
  const missing = stops.flatMap(({ prize }, stop): RouteIssue[] =>
    prize === null && !seen.has(stop)
      ? [{ vehicle: null, index: null, stop, rule: 'stop_left_out', params: { limit: 1, found: 0 } }]
      : [],
  )
  return [...twice, ...missing]
}

function allowedIssues({ stops, vehicles }: RoutingProblem, { vehicle, visits }: Route): RouteIssue[] {
  return visits.flatMap((stop, index): RouteIssue[] => {
    if (stop === RELOAD)
      return itemAt(vehicles, vehicle).terminal === null
        ? [{ vehicle, index, stop: null, rule: 'no_terminal', params: { limit: 0 } }]
        : []
    const allowed = itemAt(stops, stop).vehicles
    return allowed && !allowed.includes(vehicle)
      ? [{ vehicle, index, stop, rule: 'vehicle_not_allowed', params: { limit: allowed.length } }]
      : []
  })
}

/** Locked stops stay at the beginning; a reload between them is not a change. */
function lockedIssues({ vehicles }: RoutingProblem, { vehicle, visits }: Route): RouteIssue[] {
  const stops = visits.filter((stop) => stop !== RELOAD)
  const at = itemAt(vehicles, vehicle).locked.findIndex((stop, index) => stops[index] !== stop)
  if (at < 0) return []
  const stop = itemAt(itemAt(vehicles, vehicle).locked, at)
  return [{ vehicle, index: null, stop, rule: 'locked_moved', params: { limit: at } }]
}

/** Between two reloads a vehicle carries no more than it holds; reported at the visit that exceeds it. */
function capacityIssues({ stops, vehicles }: RoutingProblem, { vehicle, visits }: Route): RouteIssue[] {
  return itemAt(vehicles, vehicle).capacity.flatMap((limit, dimension) => {
    let aboard = 0
    return visits.flatMap((stop, index): RouteIssue[] => {
      const before = stop === RELOAD ? 0 : aboard
      aboard = stop === RELOAD ? 0 : aboard + (itemAt(stops, stop).demand[dimension] ?? 0)
      const slack = TOLERANCE * Math.max(1, limit)
      return aboard > limit + slack && before <= limit + slack
        ? [{ vehicle, index, stop, rule: 'over_capacity', params: { limit, found: aboard, dimension } }]
        : []
    })
  })
}

/** The loads between two reloads fit into the spaces, one product in each; reported at the visit that exceeds them. */
function spaceIssues(problem: RoutingProblem, { vehicle, visits }: Route): RouteIssue[] {
  const { stops, products } = problem
  if (!products) return []
  let aboard = new Map<number, number>()
  let isReported = false
  return visits.flatMap((stop, index): RouteIssue[] => {
    if (stop === RELOAD) {
      aboard = new Map()
      isReported = false
      return []
    }
    for (const [dimension, amount] of itemAt(stops, stop).demand.entries())
      if (dimension >= products.from && amount > 0)
        aboard.set(dimension, (aboard.get(dimension) ?? 0) + amount)
    const isApart = products.apart.every(([one, other]) => !aboard.has(one) || !aboard.has(other))
    if (isReported || (isApart && canHold(itemAt(problem.vehicles, vehicle).spaces ?? [], aboard))) return []
    isReported = true
    return [{ vehicle, index, stop, rule: 'no_space', params: { limit: aboard.size } }]
  })
}

/** Whether products fit into spaces, by trying every product in every space. */
function canHold(spaces: readonly Space[], needed: ReadonlyMap<number, number>): boolean {
  if ([...needed.values()].every((amount) => amount <= TOLERANCE)) return true
  const [space, ...others] = spaces
  if (!space) return false
  return (
    canHold(others, needed) ||
    space.takes.some((dimension) => {
      const amount = needed.get(dimension) ?? 0
      return amount > TOLERANCE && canHold(others, new Map(needed).set(dimension, amount - space.capacity))
    })
  )
}

function timeIssues(problem: RoutingProblem, route: Route): RouteIssue[] {
  const { vehicle, visits } = route
  if (visits.length === 0) return []
  const schedule = scheduleRoute(problem, route)
  const until = itemAt(problem.vehicles, vehicle).shift[1]
  const skipped = schedule.visits.length - visits.length
  const late = schedule.visits.flatMap((visit, at): RouteIssue[] => {
    const window = missedWindow(problem, vehicle, visit)
    const index = at - skipped
    const stop = visit.stop === RELOAD ? null : visit.stop
    return window === null
      ? []
      : [
          {
            vehicle,
            index: index < 0 ? null : index,
            stop,
            rule: 'outside_window',
            params: { limit: window, found: visit.begin },
          },
        ]
  })
  return schedule.end > until + TOLERANCE
    ? [
        ...late,
        {
          vehicle,
          index: null,
          stop: null,
          rule: 'over_shift',
          params: { limit: until, found: schedule.end },
        },
      ]
    : late
}

/** The end of the last window if a visit begins outside all windows; null otherwise. */
function missedWindow(problem: RoutingProblem, vehicle: number, { stop, begin }: Visit): number | null {
  const windows = windowsOf(problem, vehicle, stop)
  const isInside = windows.some(([from, until]) => begin >= from - TOLERANCE && begin <= until + TOLERANCE)
  return windows.length === 0 || isInside ? null : lastOf(windows)[1]
}
