import type { ModelVehicle, RoutingModel } from './routingModel.ts'

/** The state of one route in the search: its nodes, with the earliest departure and the latest arrival of each. */
export class RouteState {
  readonly vehicle: ModelVehicle
  /** Nodes from start to end. */
  nodes: number[]
  cost = 0
  /** Per node: the earliest departure, and the latest feasible begin. */
  leaves: number[] = []
  latest: number[] = []
  /** Per node: the index of its load, and how much of that load is delivered up to it, by dimension. */
  trip: number[] = []
  brought: number[] = []
  /** Demand of each load, by dimension. */
  loads: number[] = []

  constructor(vehicle: ModelVehicle, nodes: number[]) {
    this.vehicle = vehicle
    this.nodes = nodes
  }

  copy(): RouteState {
    const copy = new RouteState(this.vehicle, this.nodes.slice())
    copy.cost = this.cost
    // Every change replaces these arrays and never mutates them.
    copy.leaves = this.leaves
    copy.latest = this.latest
    copy.trip = this.trip
    copy.brought = this.brought
    copy.loads = this.loads
    return copy
  }

  get isEmpty(): boolean {
    return this.nodes.length === 2
  }

  /** Recomputes everything from the nodes; returns whether the route is feasible. */
  refresh(model: RoutingModel): boolean {
    const isFitting = this.#refreshLoads(model)
    return this.#refreshTimes(model) && isFitting
  }

  #refreshTimes(model: RoutingModel): boolean {
    const { slowness, until, from, fixedCost } = this.vehicle
    const { nodes } = this
    const last = nodes.length - 1
    const leaves = new Array<number>(last + 1)
    const latest = new Array<number>(last + 1)
    let total = nodes.length > 2 ? fixedCost : 0
    let time = from
    leaves[0] = time
    for (let index = 1; index <= last; index += 1) {
      const before = nodes[index - 1]!
      const node = nodes[index]!
      if (last > 1) total += model.cost(before, node) + model.visitCost(node, this.vehicle)
      time = model.beginAt(node, time + model.seconds(before, node) * slowness) + model.service(node)
      leaves[index] = time
    }
    let limit = until
    latest[last] = until
    for (let at = last - 1; at > 0; at -= 1) {
      const node = nodes[at]!
      const leave = limit - model.seconds(node, nodes[at + 1]!) * slowness
      limit = model.latestBegin(node, leave - model.service(node))
      latest[at] = limit
    }
    const first = limit - (last > 1 ? model.seconds(nodes[0]!, nodes[1]!) * slowness : 0)
    latest[0] = first
    this.cost = total
    this.leaves = leaves
    this.latest = latest
    return last === 1 || (leaves[last]! <= until + 1e-7 && first >= from - 1e-7)
  }

  #refreshLoads(model: RoutingModel): boolean {
    const { dimensions, stops } = model
    const { capacity } = this.vehicle
    const { nodes } = this
    const trip = new Array<number>(nodes.length)
    const delivered = new Array<number>(nodes.length * dimensions)
    const loads: number[] = new Array<number>(dimensions).fill(0)
    let current = 0
    for (let index = 0; index < nodes.length; index += 1) {
      const node = nodes[index]!
      if (model.isTerminal(node) && index > 0 && index < nodes.length - 1) {
        current += 1
        for (let d = 0; d < dimensions; d += 1) loads.push(0)
      }
      trip[index] = current
      for (let d = 0; d < dimensions; d += 1) {
        if (node < stops) loads[current * dimensions + d]! += model.demand(node, d)
        delivered[index * dimensions + d] = loads[current * dimensions + d]!
      }
    }
    this.trip = trip
    this.brought = delivered
    this.loads = loads
    if (!loads.every((load, i) => load <= capacity[i % dimensions]! + 1e-7)) return false
    for (let one = 0; one <= current; one += 1)
      if (!model.hasSpaces(this.vehicle, loads, one * dimensions)) return false
    return true
  }
}
