import type { Plan } from './plan.ts'
import type { RouteState } from './routeState.ts'
import type { ModelVehicle, RoutingModel } from './routingModel.ts'

/** The best place of a stop in a route. */
export interface Place {
  vehicle: ModelVehicle
  /** Added cost; infinite if impossible. */
  delta: number
  position: number
  /** Whether the vehicle reloads before or after it. */
  reload: 'no' | 'before' | 'after'
}

/** Decides at random to skip a place, so that greedy insertion does not repeat itself. */
export type Blink = () => boolean

/** The cheapest feasible place of a stop in a route; constant time per place. */
export function bestPlace(model: RoutingModel, route: RouteState, stop: number, blink?: Blink): Place {
  const { vehicle } = route
  const best: Place = { vehicle, delta: Number.POSITIVE_INFINITY, position: -1, reload: 'no' }
  if (!model.isAllowed(stop, vehicle)) return best
  const { slowness } = vehicle
  if (vehicle.terminal < 0 && !fits(model, route, 0, stop)) return best
  const { nodes, leaves, latest } = route
  const last = nodes.length - 1
  const closes = model.closes(stop)
  const service = model.service(stop)
  const isEmpty = last === 1
  const visit = model.visitCost(stop, vehicle)
  for (let position = vehicle.locked.length + 1; position <= last; position += 1) {
    const leave = leaves[position - 1]!
    if (leave > closes) break
    const before = nodes[position - 1]!
    const after = nodes[position]!
    const saved = isEmpty ? -vehicle.fixedCost : model.cost(before, after)
    const delta = model.cost(before, stop) + model.cost(stop, after) - saved + visit
    if (delta >= best.delta || blink?.()) continue
    const begin = model.beginAt(stop, leave + model.seconds(before, stop) * slowness)
    if (begin + service + model.seconds(stop, after) * slowness > latest[position]!) continue
    if (vehicle.terminal >= 0 && !fits(model, route, position - 1, stop)) {
      placeWithReload(model, route, stop, position, best)
      continue
    }
    best.delta = delta
    best.position = position
    best.reload = 'no'
  }
  return best
}

/** Whether a stop fits into the load that serves a node. */
function fits(model: RoutingModel, route: RouteState, at: number, stop: number): boolean {
  const { dimensions } = model
  const { capacity } = route.vehicle
  const trip = route.trip[at]! * dimensions
  for (let d = 0; d < dimensions; d += 1)
    if (route.loads[trip + d]! + model.demand(stop, d) > capacity[d]! + 1e-9) return false
  return model.hasSpaces(route.vehicle, route.loads, trip, stop)
}

/** Tries a reload just before or just after the stop, which splits the load there. */
function placeWithReload(
  model: RoutingModel,
  route: RouteState,
  stop: number,
  position: number,
  best: Place,
): void {
  const { dimensions } = model
  const { capacity, terminal } = route.vehicle
  const before = route.nodes[position - 1]!
  const after = route.nodes[position]!
  for (const reload of ['before', 'after'] as const) {
    const one = reload === 'before' ? terminal : stop
    const other = reload === 'before' ? stop : terminal
    if (one === before || other === after) continue
    const delta =
      model.cost(before, one) +
      model.cost(one, other) +
      model.cost(other, after) -
      model.cost(before, after) +
      model.visitCost(stop, route.vehicle)
    if (delta >= best.delta) continue
    const trip = route.trip[position - 1]! * dimensions
    const parts: number[] = []
    for (let d = 0; d < dimensions; d += 1) {
      const first = route.brought[(position - 1) * dimensions + d]!
      const part = reload === 'before' ? route.loads[trip + d]! - first : first
      parts.push(part + model.demand(stop, d))
    }
    const isFitting =
      parts.every((part, d) => part <= capacity[d]! + 1e-9) && model.hasSpaces(route.vehicle, parts, 0)
    if (!isFitting || !isInTime(model, route, position, one, other)) continue
    best.delta = delta
    best.position = position
    best.reload = reload
  }
}

function isInTime(
  model: RoutingModel,
  route: RouteState,
  position: number,
  one: number,
  other: number,
): boolean {
  const { slowness } = route.vehicle
  const before = route.nodes[position - 1]!
  const after = route.nodes[position]!
  const first = model.beginAt(one, route.leaves[position - 1]! + model.seconds(before, one) * slowness)
  const left = first + model.service(one) + model.seconds(one, other) * slowness
  const second = model.beginAt(other, left) + model.service(other)
  return second + model.seconds(other, after) * slowness <= route.latest[position]!
}

/** Inserts a stop at its best place, and returns the route. */
export function putInto(plan: Plan, stop: number, { vehicle, position, reload }: Place): RouteState {
  const { index, terminal } = vehicle
  const nodes = reload === 'no' ? [stop] : reload === 'before' ? [terminal, stop] : [stop, terminal]
  return plan.insert(index, position, nodes, stop)
}

/** Routes to try: those in use, and the first idle one of each kind of vehicle. */
export function candidateRoutes(plan: Plan): RouteState[] {
  const seen = new Set<number>()
  return plan.routes.filter(({ isEmpty, vehicle: { kind } }) => {
    if (!isEmpty) return true
    const isFirst = !seen.has(kind)
    seen.add(kind)
    return isFirst
  })
}

/**
 * Inserts stops one after another, each at its cheapest place; a stop that costs more than its prize stays out.
 * @param generous inserts every stop that fits: a detour can be worth it for several stops even if for none alone
 */
export function insertGreedily(plan: Plan, stops: readonly number[], blink: Blink, generous: boolean): void {
  const { model } = plan
  for (const stop of stops) {
    let best: Place | null = null
    for (const route of candidateRoutes(plan)) {
      const place = bestPlace(model, route, stop, blink)
      if (place.delta < (best?.delta ?? limitOf(model, stop, generous))) best = place
    }
    if (best) putInto(plan, stop, best)
  }
}

/**
 * Inserts the stop first that loses most by waiting: the difference between its best route and its next `depth - 1` ones
 * (regret-k insertion, Potvin and Rousseau 1993).
 */
export function insertByRegret(plan: Plan, stops: readonly number[], depth: number, generous: boolean): void {
  const { model } = plan
  const open = new Map(stops.map((stop) => [stop, new Map<ModelVehicle, Place>()]))
  const look = (route: RouteState) => {
    for (const [stop, places] of open) places.set(route.vehicle, bestPlace(model, route, stop))
  }
  const known = new Set<ModelVehicle>()
  while (open.size > 0) {
    for (const route of candidateRoutes(plan)) {
      if (known.has(route.vehicle)) continue
      known.add(route.vehicle)
      look(route)
    }
    let chosen: { stop: number; place: Place } | null = null
    let most = Number.NEGATIVE_INFINITY
    for (const [stop, places] of open) {
      const { place, regret } = regretOf(places.values(), limitOf(model, stop, generous), depth)
      if (!place) open.delete(stop)
      else if (regret > most) {
        most = regret
        chosen = { stop, place }
      }
    }
    if (!chosen) return
    const changed = putInto(plan, chosen.stop, chosen.place)
    open.delete(chosen.stop)
    look(changed)
  }
}

/** The cost from which on a stop stays out. */
function limitOf({ prize, most }: RoutingModel, stop: number, generous: boolean): number {
  return generous ? most : prize[stop]!
}

/** The regret of a stop and its best place; leaving the stop out counts as one of the options. */
function regretOf(places: Iterable<Place>, prize: number, depth: number) {
  const deltas = new Array<number>(depth).fill(prize)
  let best: Place | null = null
  let least = prize
  for (const place of places) {
    const { delta } = place
    if (delta >= deltas[depth - 1]!) continue
    if (delta < least) {
      best = place
      least = delta
    }
    let i = depth - 1
    for (; i > 0 && deltas[i - 1]! > delta; i -= 1) deltas[i] = deltas[i - 1]!
    deltas[i] = delta
  }
  const regret = deltas.reduce((sum, delta) => sum + (delta - least), -least * 1e-6)
  return { place: best, regret }
}
