/** A span of time, s from the beginning of the horizon. */
export type Window = readonly [from: number, until: number]

/** A matrix of the ways between places, row after row: from one place to another. */
export interface TravelMatrix {
  /** How many places there are. */
  places: number
  /** m. */
  metres: Float64Array
  /** s. */
  seconds: Float64Array
}

/** Somewhere that something is brought to. */
export interface RoutingStop {
  /** Row of the matrix. */
  place: number
  /** What it takes of each dimension of a vehicle's capacity: litres of a group of products, or kilograms. */
  demand: readonly number[]
  /** s that the delivery takes. */
  service: number
  /** In one of these the delivery must begin; none: at any time. In order, and without overlapping. */
  windows: readonly Window[]
  /** What leaving it out costs; none: it must be brought. */
  prize: number | null
  /** Places in the list of vehicles of those that may come; none: every one. */
  vehicles: readonly number[] | null
  /** What a visit costs beside the way, by place in the list of vehicles: one that comes late costs more. None: nothing. */
  costs?: readonly number[]
}

/** Part of a vehicle that holds one product at a time: a compartment. */
export interface Space {
  capacity: number
  /** Dimensions that may go into it. */
  takes: readonly number[]
}

/** Dimensions that are products, held by the vehicles' spaces. */
export interface Products {
  /** From this dimension on all are products. */
  from: number
  /** Pairs that no vehicle brings in one loading. */
  apart: readonly (readonly [number, number])[]
}

/** Where vehicles load. */
export interface Terminal {
  place: number
  /** s that loading takes. */
  service: number
  /** Opening hours, in which loading begins; none: always open. */
  windows: readonly Window[]
}

/** A vehicle on one shift; one that drives on two days is two of them. */
export interface RoutingVehicle {
  /** Where it stands at the beginning, loaded unless `loadsFirst`. */
  start: number
  /** Where it must be at the end; none: wherever its last stop is. */
  end: number | null
  shift: Window
  /** Of each dimension. */
  capacity: readonly number[]
  /** What holds the products, where there are any. */
  spaces?: readonly Space[]
  /** Place in the list of terminals where it loads again; none: it drives once. */
  terminal: number | null
  /** It is empty at the beginning, and first drives to its terminal. */
  loadsFirst: boolean
  /** Share of the matrix's speed that it drives. */
  pace: number
  /** What using it costs at all. */
  fixedCost: number
  /** Stops that a person has put at the beginning, in this order; they stay there. */
  locked: readonly number[]
}

/** Stops that are to be divided among vehicles and put in order. */
export interface RoutingProblem {
  travel: TravelMatrix
  stops: readonly RoutingStop[]
  vehicles: readonly RoutingVehicle[]
  terminals: readonly Terminal[]
  cost: { perMetre: number; perSecond: number }
  products?: Products
}

/** In the place of a stop: the vehicle loads again at its terminal. */
export const RELOAD = -1

/** The way of one vehicle: places in the list of stops, in order, or `RELOAD`. */
export interface Route {
  vehicle: number
  visits: readonly number[]
}

/** When a delivery that is reached at `arrival` can begin; never, where all windows are over. */
export function beginAt(windows: readonly Window[], arrival: number): number {
  if (windows.length === 0) return arrival
  const found = windows.find(([, until]) => arrival <= until)
  return found ? Math.max(arrival, found[0]) : Number.POSITIVE_INFINITY
}

/** The way from one place to another. */
export function legOf({ places, metres, seconds }: TravelMatrix, from: number, to: number) {
  return { metres: metres[from * places + to]!, seconds: seconds[from * places + to]! }
}
