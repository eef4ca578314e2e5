/** A time span, s from the start of the horizon. */
export type Window = readonly [from: number, until: number]

/** Distances and travel times between places, row-major: from one place to another. */
export interface TravelMatrix {
  /** Number of places. */
  places: number
  /** m. */
  metres: Float64Array
  /** s. */
  seconds: Float64Array
}

/** A delivery stop. */
export interface RoutingStop {
  /** Row of the travel matrix. */
  place: number
  /** Demand per dimension of capacity: litres of a grade, or kilograms. */
  demand: readonly number[]
  /** Service time, s. */
  service: number
  /** The delivery must begin in one of these; []: any time. Sorted, without overlaps. */
  windows: readonly Window[]
  /** Cost of leaving it out; null: it must be visited. */
  prize: number | null
  /** Indexes of the vehicles that may visit it; null: all. */
  vehicles: readonly number[] | null
  /** Cost of a visit other than driving, such as lateness, by vehicle index. Default: 0. */
  costs?: readonly number[]
}

/** A part of a vehicle that holds one product at a time: a compartment. */
export interface Space {
  capacity: number
  /** Dimensions that it accepts. */
  takes: readonly number[]
}

/** The dimensions that are products, held by the vehicles' spaces. */
export interface Products {
  /** The first product dimension; all later ones are products too. */
  from: number
  /** Pairs that no vehicle carries together. */
  apart: readonly (readonly [number, number])[]
}

/** Places where vehicles load. */
export interface Terminal {
  place: number
  /** Loading time, s. */
  service: number
  /** Opening hours in which loading begins; []: always open. */
  windows: readonly Window[]
}

/** A vehicle on one shift; a vehicle that drives on two days is two of them. */
export interface RoutingVehicle {
  /** Start place; the vehicle starts loaded unless `loadsFirst`. */
  start: number
  /** End place; null: at its last stop. */
  end: number | null
  shift: Window
  /** Capacity by dimension. */
  capacity: readonly number[]
  /** Spaces for the products, if the problem has products. */
  spaces?: readonly Space[]
  /** Index of the terminal where it reloads; null: it never reloads. */
  terminal: number | null
  /** It starts empty and drives to its terminal first. */
  loadsFirst: boolean
  /** Its speed, as a share of the matrix's speed. */
  pace: number
  /** Cost of using it at all. */
  fixedCost: number
  /** Stops that a person fixed at the beginning, in this order. */
  locked: readonly number[]
}

/** Stops to assign to vehicles and to put in order. */
export interface RoutingProblem {
  travel: TravelMatrix
  stops: readonly RoutingStop[]
  vehicles: readonly RoutingVehicle[]
  terminals: readonly Terminal[]
  cost: { perMetre: number; perSecond: number }
  products?: Products
}

/** Marker in place of a stop: the vehicle reloads at its terminal. */
export const RELOAD = -1

/** The route of one vehicle: indexes of stops in order, or `RELOAD`. */
export interface Route {
  vehicle: number
  visits: readonly number[]
}

/** When a delivery that is reached at `arrival` can begin; infinity if all windows are over. */
export function beginAt(windows: readonly Window[], arrival: number): number {
  if (windows.length === 0) return arrival
  const found = windows.find(([, until]) => arrival <= until)
  return found ? Math.max(arrival, found[0]) : Number.POSITIVE_INFINITY
}

/** Distance and travel time from one place to another. */
export function legOf({ places, metres, seconds }: TravelMatrix, from: number, to: number) {
  return { metres: metres[from * places + to]!, seconds: seconds[from * places + to]! }
}
