import type { Random } from '#core/domains/telemetry/forecasting/random.ts'
import { firstOf, lastOf } from '#core/platform/lists/firstOf.ts'
import type { Plan } from './plan.ts'
import type { RouteState } from './routeState.ts'

/** Chooses stops to remove from a plan and to insert again. */
export type Removal = (plan: Plan, count: number, random: Random) => number[]

/** The movable stops of a plan. */
function movableStops(plan: Plan): number[] {
  return plan.routes.flatMap((route) => plan.movable(route))
}

const anyRemoval: Removal = (plan, count, random) => {
  const stops = movableStops(plan)
  const most = Math.min(count, stops.length)
  for (let index = 0; index < most; index += 1) {
    const other = index + random.below(stops.length - index)
    const swapped = stops[index]!
    stops[index] = stops[other]!
    stops[other] = swapped
  }
  return stops.slice(0, most)
}

/** Maximum length of a removed string. */
const LONGEST_STRING = 10

/**
 * Removes strings of stops from routes near one place, half of them with a preserved substring (Christiaens and Vanden Berghe,
 * "Slack induction by string removals for vehicle routing problems", Transportation Science 54, 2020).
 */
const stringRemoval: Removal = (plan, count, random) => {
  const { model } = plan
  const routes = plan.routes.filter(({ isEmpty }) => !isEmpty)
  if (routes.length === 0) return []
  const average = routes.reduce((sum, { nodes }) => sum + nodes.length - 2, 0) / routes.length
  const longest = Math.max(1, Math.min(LONGEST_STRING, average))
  const most = Math.max(1, (4 * count) / (1 + longest) - 1)
  const strings = Math.floor(1 + random.uniform() * most)
  const seed = random.below(model.stops)
  const removed: number[] = []
  const touched = new Set<RouteState>()
  const take = (stop: number) => {
    const route = plan.routes[plan.where[stop]!]
    if (!route || touched.has(route)) return
    const stops = plan.movable(route)
    const at = stops.indexOf(stop)
    if (at < 0) return
    touched.add(route)
    const length = Math.floor(1 + random.uniform() * Math.min(stops.length, longest))
    removed.push(...stringAround(stops, at, length, random))
  }
  take(seed)
  for (const stop of model.neighbours[seed]!) {
    if (touched.size >= strings) break
    take(stop)
  }
  return removed
}

function stringAround(stops: readonly number[], at: number, length: number, random: Random): number[] {
  let preserved = 0
  if (length > 1 && random.uniform() < 0.5) {
    preserved = 1
    while (length + preserved < stops.length && random.uniform() > 0.01) preserved += 1
  }
  const whole = Math.min(length + preserved, stops.length)
  const from = Math.max(0, at - whole + 1)
  const first = from + random.below(Math.min(at, stops.length - whole) - from + 1)
  const string = stops.slice(first, first + whole)
  if (preserved === 0) return string
  string.splice(random.below(string.length - preserved + 1), preserved)
  return string
}

/** Number of nearest stops among which the most similar is chosen. */
const MAX_RELATED = 20

/** Removes similar stops: near one another and served at about the same time (Shaw 1998). */
const relatedRemoval: Removal = (plan, count, random) => {
  const { model } = plan
  const stops = movableStops(plan)
  if (stops.length === 0) return []
  const removed = [stops[random.below(stops.length)]!]
  const isGone = new Set(removed)
  const when = timesOf(plan)
  const { shift } = firstOf(model.problem.vehicles)
  const span = Math.max(1, shift[1] - shift[0])
  while (removed.length < Math.min(count, stops.length)) {
    const like = removed[random.below(removed.length)]!
    const near: number[] = []
    for (const stop of model.neighbours[like]!) {
      if (near.length === MAX_RELATED) break
      if (when[stop]! >= 0 && !isGone.has(stop)) near.push(stop)
    }
    if (near.length === 0) break
    const farthest = Math.max(1e-9, model.cost(like, lastOf(near)))
    const unlike = (stop: number) =>
      model.cost(like, stop) / farthest + Math.abs(when[like]! - when[stop]!) / span
    near.sort((one, other) => unlike(one) - unlike(other))
    const stop = near[Math.floor(random.uniform() ** 3 * near.length)]!
    removed.push(stop)
    isGone.add(stop)
  }
  return removed
}

/** When each movable stop is left; -1 for the others. */
function timesOf(plan: Plan): Float64Array {
  const when = new Float64Array(plan.model.stops).fill(-1)
  for (const { vehicle, nodes, leaves } of plan.routes) {
    const first = vehicle.locked.length + 1
    for (let at = first; at < nodes.length - 1; at += 1)
      if (nodes[at]! < plan.model.stops) when[nodes[at]!] = leaves[at]!
  }
  return when
}

/** Removes the stops with the largest detour. */
const worstRemoval: Removal = (plan, count, random) => {
  const { model } = plan
  const detours: { stop: number; cost: number }[] = []
  for (const { vehicle, nodes } of plan.routes)
    for (let index = vehicle.locked.length + 1; index < nodes.length - 1; index += 1) {
      const stop = nodes[index]!
      const [before, after] = [nodes[index - 1]!, nodes[index + 1]!]
      const detour = model.cost(before, stop) + model.cost(stop, after) - model.cost(before, after)
      if (stop < model.stops) detours.push({ stop, cost: detour })
    }
  detours.sort((one, other) => other.cost - one.cost)
  const removed: number[] = []
  while (removed.length < count && detours.length > 0) {
    const found = detours.splice(Math.floor(random.uniform() ** 3 * detours.length), 1)
    removed.push(...found.map(({ stop }) => stop))
  }
  return removed
}

/** Removes all movable stops of one route, preferring short ones. */
const routeRemoval: Removal = (plan, _, random) => {
  const routes = plan.routes
    .map((route) => plan.movable(route))
    .filter((stops) => stops.length > 0)
    .sort((one, other) => one.length - other.length)
  return routes[Math.floor(random.uniform() ** 2 * routes.length)] ?? []
}

export const REMOVALS: readonly Removal[] = [
  stringRemoval,
  relatedRemoval,
  anyRemoval,
  worstRemoval,
  routeRemoval,
]
