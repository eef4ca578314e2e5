import { Packing } from './packing.ts'
import { beginAt, legOf, RELOAD, type RoutingProblem, type Window } from './problem.ts'

export interface ModelVehicle {
  /** Index in the model. */
  index: number
  start: number
  end: number
  from: number
  until: number
  capacity: readonly number[]
  /** Node of its terminal, or -1. */
  terminal: number
  /** Factor on the travel times of the matrix. */
  slowness: number
  fixedCost: number
  /** Vehicles of one kind are interchangeable: one idle vehicle stands for all idle ones of its kind. */
  kind: number
  /** Nodes locked at the beginning. */
  locked: readonly number[]
  /** Packing of its products; null without products. */
  packing: Packing | null
}

const NO_LIMIT = Number.POSITIVE_INFINITY
/** Length of a stop's list of neighbours. */
const MAX_NEIGHBOURS = 120

/**
 * A problem in the form that the search needs: stops, terminals, bases, and a last node for "anywhere", with flat matrices
 * between them.
 */
export class RoutingModel {
  readonly problem: RoutingProblem
  /** Number of stops, and number of all nodes. */
  readonly stops: number
  readonly size: number
  readonly dimensions: number
  readonly #cost: Float64Array
  readonly #seconds: Float64Array
  readonly #service: Float64Array
  readonly #demand: Float64Array
  /** Cost of leaving a stop out; for a mandatory stop more than any plan costs. */
  readonly prize: Float64Array
  /** More than any plan costs. */
  readonly most: number
  readonly vehicles: readonly ModelVehicle[]
  readonly #allowed: Uint8Array
  /** Per stop: the other stops, nearest first. */
  readonly neighbours: readonly Int32Array[]
  readonly #opens: Float64Array
  readonly #closes: Float64Array
  readonly #windows: readonly (readonly Window[] | null)[]
  readonly #terminals: number
  readonly #visits: Float64Array | null

  constructor(problem: RoutingProblem) {
    const { stops, terminals, vehicles } = problem
    this.problem = problem
    this.stops = stops.length
    this.#terminals = terminals.length
    const bases = [...new Set(vehicles.flatMap(({ start, end }) => (end === null ? [start] : [start, end])))]
    const places = [...stops.map(({ place }) => place), ...terminals.map(({ place }) => place), ...bases]
    this.size = places.length + 1
    const widths = [...vehicles.map(({ capacity }) => capacity), ...stops.map(({ demand }) => demand)]
    this.dimensions = widths.reduce((most, { length }) => Math.max(most, length), 1)
    this.#cost = new Float64Array(this.size ** 2)
    this.#seconds = new Float64Array(this.size ** 2)
    this.#fillLegs(places)
    const halts = [...stops, ...terminals]
    this.#service = new Float64Array(this.size)
    this.#opens = new Float64Array(this.size).fill(-NO_LIMIT)
    this.#closes = new Float64Array(this.size).fill(NO_LIMIT)
    this.#windows = halts.map(({ windows }) => (windows.length > 1 ? windows : null))
    for (const [node, { service, windows }] of halts.entries()) {
      this.#service[node] = service
      this.#opens[node] = windows[0]?.[0] ?? -NO_LIMIT
      this.#closes[node] = windows.at(-1)?.[1] ?? NO_LIMIT
    }
    this.#demand = new Float64Array(this.stops * this.dimensions)
    for (const [stop, { demand }] of stops.entries())
      for (const [d, amount] of demand.entries()) this.#demand[stop * this.dimensions + d] = amount
    const dearest = this.#cost.reduce((most, cost) => Math.max(most, cost), 1)
    const optional = stops.reduce((sum, { prize }) => sum + (prize ?? 0), 0)
    this.most =
      optional +
      10 * dearest * (this.stops + 1) +
      vehicles.reduce((sum, vehicle) => sum + vehicle.fixedCost, 0)
    this.prize = Float64Array.from(stops, ({ prize }) => prize ?? this.most)
    this.vehicles = this.#modelVehicles(bases)
    this.#visits = this.#visitCosts()
    this.#allowed = this.#allowedVehicles()
    this.neighbours = stops.map((_, stop) => this.#nearest(stop))
  }

  /** Cost of driving from one node to another. */
  cost(from: number, to: number): number {
    return this.#cost[from * this.size + to]!
  }

  /** Travel time from one node to another, s. */
  seconds(from: number, to: number): number {
    return this.#seconds[from * this.size + to]!
  }

  /** Service time of a node, s. */
  service(node: number): number {
    return this.#service[node]!
  }

  /** Demand of a stop in a dimension of capacity. */
  demand(stop: number, dimension: number): number {
    return this.#demand[stop * this.dimensions + dimension]!
  }

  /** Whether a vehicle may visit a stop. */
  isAllowed(stop: number, { index }: ModelVehicle): boolean {
    return this.#allowed[stop * this.vehicles.length + index] !== 0
  }

  isTerminal(node: number): boolean {
    return node >= this.stops && node < this.stops + this.#terminals
  }

  /** When service can begin after an arrival; infinity if all windows are over. */
  beginAt(node: number, arrival: number): number {
    if (arrival > this.#closes[node]!) return Number.POSITIVE_INFINITY
    const windows = this.#windows[node]
    if (windows) return beginAt(windows, arrival)
    return arrival < this.#opens[node]! ? this.#opens[node]! : arrival
  }

  /** The latest begin at or before a limit. */
  latestBegin(node: number, limit: number): number {
    const windows = this.#windows[node]
    if (windows) {
      const last = windows.findLast(([from]) => from <= limit)
      return last ? Math.min(last[1], limit) : Number.NEGATIVE_INFINITY
    }
    if (limit < this.#opens[node]!) return Number.NEGATIVE_INFINITY
    return limit > this.#closes[node]! ? this.#closes[node]! : limit
  }

  /** Cost of a visit other than driving; 0 if the node is not a stop. */
  visitCost(node: number, { index }: ModelVehicle): number {
    return this.#visits && node < this.stops ? this.#visits[node * this.vehicles.length + index]! : 0
  }

  /** Whether the amounts (from index `from` on) fit into the vehicle's spaces, plus the demand of one more stop. */
  hasSpaces({ packing }: ModelVehicle, amounts: readonly number[], from: number, stop?: number): boolean {
    if (!packing) return true
    return packing.holds((d) => amounts[from + d]! + (stop === undefined ? 0 : this.demand(stop, d)))
  }

  /** The latest time at which service can begin. */
  closes(node: number): number {
    return this.#closes[node]!
  }

  #fillLegs(places: readonly number[]): void {
    const { travel, cost } = this.problem
    for (const [one, from] of places.entries())
      for (const [other, to] of places.entries()) {
        const { metres, seconds } = legOf(travel, from, to)
        this.#seconds[one * this.size + other] = seconds
        this.#cost[one * this.size + other] = metres * cost.perMetre + seconds * cost.perSecond
      }
  }

  #modelVehicles(bases: readonly number[]): ModelVehicle[] {
    const { vehicles, terminals, stops, products } = this.problem
    const nodeOf = (place: number) => this.stops + terminals.length + bases.indexOf(place)
    const kinds = new Map<string, number>()
    const special = new Set(
      stops.flatMap((stop) =>
        stop.vehicles && stop.vehicles.length < vehicles.length ? [stop.vehicles] : [],
      ),
    )
    return vehicles.map((vehicle, index): ModelVehicle => {
      const terminal = vehicle.terminal === null ? -1 : this.stops + vehicle.terminal
      const slowness = 1 / vehicle.pace
      const home = nodeOf(vehicle.start)
      const loads = vehicle.loadsFirst && terminal >= 0
      const reached = vehicle.shift[0] + (loads ? this.seconds(home, terminal) * slowness : 0)
      const locked = vehicle.locked.map((stop) => (stop === RELOAD ? terminal : stop))
      const mayCome = [...special].map((allowed) => (allowed.includes(index) ? 1 : 0)).join('')
      const visits = stops.map(({ costs }) => costs?.[index] ?? 0)
      const key = JSON.stringify([{ ...vehicle, locked: locked.length > 0 ? index : 0 }, mayCome, visits])
      const packing = products ? new Packing(vehicle.spaces ?? [], products, this.dimensions) : null
      const kind = kinds.get(key) ?? kinds.size
      kinds.set(key, kind)
      return {
        index,
        start: loads ? terminal : home,
        end: vehicle.end === null ? this.size - 1 : nodeOf(vehicle.end),
        from: loads ? this.beginAt(terminal, reached) + this.service(terminal) : reached,
        until: vehicle.shift[1],
        capacity: Array.from({ length: this.dimensions }, (_, d) =>
          Math.min(vehicle.capacity[d] ?? NO_LIMIT, packing?.most[d] ?? NO_LIMIT),
        ),
        packing,
        terminal,
        slowness,
        fixedCost: vehicle.fixedCost + (loads ? this.cost(home, terminal) : 0),
        kind,
        locked,
      }
    })
  }

  #visitCosts(): Float64Array | null {
    const { stops, vehicles } = this.problem
    if (stops.every(({ costs }) => !costs)) return null
    return Float64Array.from(stops.flatMap(({ costs }) => vehicles.map((_, index) => costs?.[index] ?? 0)))
  }

  #allowedVehicles(): Uint8Array {
    const { stops, vehicles } = this.problem
    const allowed = new Uint8Array(stops.length * vehicles.length)
    for (const [stop, { vehicles: mine }] of stops.entries())
      for (const at of mine ?? vehicles.keys()) allowed[stop * vehicles.length + at] = 1
    return allowed
  }

  #nearest(stop: number): Int32Array {
    const far = (other: number) => this.cost(stop, other) + this.cost(other, stop)
    return Int32Array.from(
      Array.from({ length: this.stops }, (_, other) => other)
        .filter((other) => other !== stop)
        .sort((one, other) => far(one) - far(other))
        .slice(0, MAX_NEIGHBOURS),
    )
  }
}
