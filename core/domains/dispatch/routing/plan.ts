import { RouteState } from './routeState.ts'
import type { RoutingModel } from './routingModel.ts'

/** One way to drive it all, while it is searched. A copy shares the routes with its original until it changes them. */
export class Plan {
  readonly model: RoutingModel
  routes: RouteState[]
  /** Which vehicle comes to a stop, or -1. */
  where: Int32Array
  /** Stops that no vehicle comes to. */
  left: Set<number>
  /** Which routes are this plan's alone. */
  #own: Uint8Array

  private constructor(model: RoutingModel, routes: RouteState[], where: Int32Array, left: Set<number>) {
    this.model = model
    this.routes = routes
    this.where = where
    this.left = left
    this.#own = new Uint8Array(routes.length)
  }

  /** With nothing but what a person has put at the beginning of routes. */
  static empty(model: RoutingModel): Plan {
    const where = new Int32Array(model.stops).fill(-1)
    const routes = model.vehicles.map(({ start, end, locked }, vehicle) => {
      const route = new RouteState(vehicle, [start, ...locked, end])
      route.refresh(model)
      for (const node of locked) if (node < model.stops) where[node] = vehicle
      return route
    })
    const left = new Set(
      Array.from({ length: model.stops }, (_, stop) => stop).filter((stop) => where[stop]! < 0),
    )
    return new Plan(model, routes, where, left)
  }

  copy(): Plan {
    return new Plan(this.model, this.routes.slice(), this.where.slice(), new Set(this.left))
  }

  get cost(): number {
    let total = 0
    for (const route of this.routes) total += route.cost
    for (const stop of this.left) total += this.model.prize[stop]!
    return total
  }

  /** A route that this plan may change. */
  #owned(vehicle: number): RouteState {
    if (this.#own[vehicle] === 0) {
      this.routes[vehicle] = this.routes[vehicle]!.copy()
      this.#own[vehicle] = 1
    }
    return this.routes[vehicle]!
  }

  /** Puts nodes into a route, one of them a stop. */
  insert(vehicle: number, position: number, nodes: readonly number[], stop: number): void {
    const route = this.#owned(vehicle)
    route.nodes.splice(position, 0, ...nodes)
    route.refresh(this.model)
    this.where[stop] = vehicle
    this.left.delete(stop)
  }

  /** Takes stops out of their routes; nobody comes to them then. */
  remove(stops: readonly number[]): void {
    const gone = new Set(stops)
    const touched = new Set(stops.map((stop) => this.where[stop]!))
    for (const vehicle of touched) {
      const route = this.#owned(vehicle)
      route.nodes = route.nodes.filter((node) => !gone.has(node))
      this.#dropReloads(route)
      // Where a detour was quicker than the way itself it can now be late: then all that may go goes.
      if (!route.refresh(this.model)) this.#clear(route)
    }
    for (const stop of stops) {
      this.where[stop] = -1
      this.left.add(stop)
    }
  }

  /** Loads again only where what comes before and after does not fit into one loading. */
  #dropReloads(route: RouteState): void {
    const { model } = this
    const { terminal, locked } = model.vehicles[route.vehicle]!
    if (terminal < 0) return
    for (let at = locked.length + 1; at < route.nodes.length - 1; at += 1) {
      if (route.nodes[at] !== terminal) continue
      const without = new RouteState(route.vehicle, route.nodes.toSpliced(at, 1))
      const isFitting = without.refresh(model)
      if (!isFitting) continue
      route.nodes = without.nodes
      at -= 1
    }
  }

  #clear(route: RouteState): void {
    const { start, end, locked } = this.model.vehicles[route.vehicle]!
    for (const node of route.nodes.slice(locked.length + 1, -1)) {
      if (node >= this.model.stops) continue
      this.where[node] = -1
      this.left.add(node)
    }
    route.nodes = [start, ...locked, end]
    route.refresh(this.model)
  }

  /** Stops of a route that may be moved, in order. */
  movable(vehicle: number): number[] {
    const first = this.model.vehicles[vehicle]!.locked.length + 1
    const found: number[] = []
    const { nodes } = this.routes[vehicle]!
    for (let at = first; at < nodes.length - 1; at += 1)
      if (nodes[at]! < this.model.stops) found.push(nodes[at]!)
    return found
  }
}
