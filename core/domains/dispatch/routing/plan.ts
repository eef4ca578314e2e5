import { itemAt } from '#core/platform/lists/itemAt.ts'
import { RouteState } from './routeState.ts'
import type { RoutingModel } from './routingModel.ts'

/** A candidate solution during the search. A copy shares its routes with the original until it changes them. */
export class Plan {
  readonly model: RoutingModel
  routes: RouteState[]
  /** The vehicle of each stop, or -1. */
  where: Int32Array
  /** Unassigned stops. */
  left: Set<number>
  /** Routes that this plan owns. */
  #own: Uint8Array

  private constructor(model: RoutingModel, routes: RouteState[], where: Int32Array, left: Set<number>) {
    this.model = model
    this.routes = routes
    this.where = where
    this.left = left
    this.#own = new Uint8Array(routes.length)
  }

  /** A plan with only the locked stops. */
  static empty(model: RoutingModel): Plan {
    const where = new Int32Array(model.stops).fill(-1)
    const left = new Set(Array.from({ length: model.stops }, (_, stop) => stop))
    const routes = model.vehicles.map((vehicle) => {
      const { index, start, end, locked } = vehicle
      const route = new RouteState(vehicle, [start, ...locked, end])
      route.refresh(model)
      for (const node of locked)
        if (node < model.stops) {
          where[node] = index
          left.delete(node)
        }
      return route
    })
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

  /** A route that this plan may change; copies it on first use. */
  #owned(vehicle: number): RouteState {
    const shared = itemAt(this.routes, vehicle)
    if (this.#own[vehicle] !== 0) return shared
    const own = shared.copy()
    this.routes[vehicle] = own
    this.#own[vehicle] = 1
    return own
  }

  /** Inserts nodes into a route, and returns it; one of them is the stop. */
  insert(vehicle: number, position: number, nodes: readonly number[], stop: number): RouteState {
    const route = this.#owned(vehicle)
    route.nodes.splice(position, 0, ...nodes)
    route.refresh(this.model)
    this.where[stop] = vehicle
    this.left.delete(stop)
    return route
  }

  /** Removes stops from their routes. */
  remove(stops: readonly number[]): void {
    const removed = new Set(stops)
    const touched = new Set(stops.map((stop) => this.where[stop]!))
    for (const vehicle of touched) {
      const route = this.#owned(vehicle)
      route.nodes = route.nodes.filter((node) => !removed.has(node))
      this.#dropReloads(route)
      // If a detour was faster than the direct way, the route can now be late: then remove all movable stops.
      if (!route.refresh(this.model)) this.#clear(route)
    }
    for (const stop of stops) {
      this.where[stop] = -1
      this.left.add(stop)
    }
  }

  /** Removes reloads that are no longer needed. */
  #dropReloads(route: RouteState): void {
    const { model } = this
    const { terminal, locked } = route.vehicle
    if (terminal < 0) return
    for (let index = locked.length + 1; index < route.nodes.length - 1; index += 1) {
      if (route.nodes[index] !== terminal) continue
      const without = new RouteState(route.vehicle, route.nodes.toSpliced(index, 1))
      const isFitting = without.refresh(model)
      if (!isFitting) continue
      route.nodes = without.nodes
      index -= 1
    }
  }

  #clear(route: RouteState): void {
    const { start, end, locked } = route.vehicle
    for (const node of route.nodes.slice(locked.length + 1, -1)) {
      if (node >= this.model.stops) continue
      this.where[node] = -1
      this.left.add(node)
    }
    route.nodes = [start, ...locked, end]
    route.refresh(this.model)
  }

  /** Movable stops of a route, in order. */
  movable({ vehicle, nodes }: RouteState): number[] {
    return nodes.slice(vehicle.locked.length + 1, -1).filter((node) => node < this.model.stops)
  }
}
