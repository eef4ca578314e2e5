import type { Plan } from './plan.ts'
import type { RouteState } from './routeState.ts'
import type { RoutingModel } from './routingModel.ts'

/** The best place of a stop in a route. */
export interface Place {
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
  const best: Place = { delta: Number.POSITIVE_INFINITY, position: -1, reload: 'no' }
  if (model.allowed[stop * model.vehicles.length + route.vehicle] === 0) return best
  const vehicle = model.vehicles[route.vehicle]!
  const { slowness } = vehicle
  if (vehicle.terminal < 0 && !fits(model, route, 0, stop)) return best
  const { nodes, leaves, latest } = route
  const last = nodes.length - 1
  const closes = model.closes(stop)
  const service = model.service(stop)
  const isEmpty = last === 1
  const visit = model.visitCost(stop, route.vehicle)
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
  const { dimensions, vehicles } = model
  const { capacity } = vehicles[route.vehicle]!
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
  const { capacity, terminal } = model.vehicles[route.vehicle]!
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
  const { slowness } = model.vehicles[route.vehicle]!
  const before = route.nodes[position - 1]!
  const after = route.nodes[position]!
  const first = model.beginAt(one, route.leaves[position - 1]! + model.seconds(before, one) * slowness)
  const left = first + model.service(one) + model.seconds(one, other) * slowness
  const second = model.beginAt(other, left) + model.service(other)
  return second + model.seconds(other, after) * slowness <= route.latest[position]!
}

/** Inserts a stop at its best place. */
export function putInto(plan: Plan, vehicle: number, stop: number, { position, reload }: Place): void {
  const { terminal } = plan.model.vehicles[vehicle]!
  const nodes = reload === 'no' ? [stop] : reload === 'before' ? [terminal, stop] : [stop, terminal]
  plan.insert(vehicle, position, nodes, stop)
}

/** Vehicles to try: those in use, and the first idle one of each kind. */
export function candidateVehicles(plan: Plan): number[] {
  const seen = new Set<number>()
  const found: number[] = []
  for (const route of plan.routes) {
    if (route.isEmpty) {
      const { kind } = plan.model.vehicles[route.vehicle]!
      if (seen.has(kind)) continue
      seen.add(kind)
    }
    found.push(route.vehicle)
  }
  return found
}

/**
 * Inserts stops one after another, each at its cheapest place; a stop that costs more than its prize stays out.
 * @param generous inserts whatever fits: a detour can be worth it for several stops even if for none alone
 */
export function insertGreedily(plan: Plan, stops: readonly number[], blink: Blink, generous: boolean): void {
  const { model } = plan
  for (const stop of stops) {
    let best: Place | null = null
    let into = -1
    for (const vehicle of candidateVehicles(plan)) {
      const place = bestPlace(model, plan.routes[vehicle]!, stop, blink)
      if (place.delta >= (best?.delta ?? limitOf(model, stop, generous))) continue
      best = place
      into = vehicle
    }
    if (best) putInto(plan, into, stop, best)
  }
}

/**
 * Inserts the stop first that loses most by waiting: the difference between its best route and its next `depth - 1` ones
 * (regret-k insertion, Potvin and Rousseau 1993).
 */
export function insertByRegret(plan: Plan, stops: readonly number[], depth: number, generous: boolean): void {
  const { model } = plan
  const open = new Set(stops)
  const places = new Map<number, Map<number, Place>>()
  for (const stop of open) places.set(stop, new Map())
  const look = (vehicle: number) => {
    for (const stop of open) places.get(stop)!.set(vehicle, bestPlace(model, plan.routes[vehicle]!, stop))
  }
  const known = new Set<number>()
  while (open.size > 0) {
    for (const vehicle of candidateVehicles(plan)) {
      if (known.has(vehicle)) continue
      known.add(vehicle)
      look(vehicle)
    }
    let chosen = -1
    let into = -1
    let most = Number.NEGATIVE_INFINITY
    for (const stop of open) {
      const { vehicle, regret } = regretOf(places.get(stop)!, limitOf(model, stop, generous), depth)
      if (vehicle < 0) {
        open.delete(stop)
        continue
      }
      if (regret <= most) continue
      most = regret
      chosen = stop
      into = vehicle
    }
    if (chosen < 0) return
    putInto(plan, into, chosen, places.get(chosen)!.get(into)!)
    open.delete(chosen)
    look(into)
  }
}

/** The cost from which on a stop stays out. */
function limitOf({ prize, most }: RoutingModel, stop: number, generous: boolean): number {
  return generous ? most : prize[stop]!
}

/** The regret of a stop and its best vehicle; leaving the stop out counts as one of the options. */
function regretOf(places: ReadonlyMap<number, Place>, prize: number, depth: number) {
  const best = new Array<number>(depth).fill(prize)
  let vehicle = -1
  for (const [at, { delta }] of places) {
    if (delta >= best[depth - 1]!) continue
    if (delta < best[0]!) vehicle = at
    let i = depth - 1
    for (; i > 0 && best[i - 1]! > delta; i -= 1) best[i] = best[i - 1]!
    best[i] = delta
  }
  let regret = -best[0]! * 1e-6
  for (let i = 1; i < depth; i += 1) regret += best[i]! - best[0]!
  return { vehicle, regret }
}
