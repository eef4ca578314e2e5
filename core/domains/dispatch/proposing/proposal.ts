import type { Load, Vehicle } from '#core/domains/shipments/checkLoad.ts'
import type { NeedRank } from '../judgeNeed.ts'
import type { TravelMatrix, Window } from '../routing/problem.ts'

/** Something that could be brought within the days that are planned. */
export interface ProposableNeed {
  /** As the board names it: `tank:…` or `line:…`. */
  key: string
  rank: NeedRank
  /** Row of the matrix of ways. */
  place: number
  /** What is brought; how much of it stands beside it. */
  load: Omit<Load, 'compartment' | 'quantity'>
  /** A liquefied gas is brought by trucks that bring nothing else. */
  isGas: boolean
  /** L to bring. */
  litres: number
  /** L that it will take when it is due: by how much less is brought now the next visit is due sooner. */
  dueLitres: number
  /** s that the delivery takes. */
  service: number
  /** When it takes deliveries, s from the beginning of the first day; none: at any time, an empty list: never. */
  windows: readonly Window[] | null
  /** The day on which somebody must come at the latest, counted from the first one, which is 0. */
  latest: number
  /** Places in the list of truck days of those that may come. */
  truckDays: readonly number[]
  /** The truck day that a person has put it on; nothing where nobody has. */
  fixed: number | null
}

/** A truck on one day, with what a person has put on it already. */
export interface TruckDay {
  truck_id: number
  /** Counted from the first day, which is 0. */
  day: number
  /** The truck and, where it has one, its trailer. */
  vehicles: readonly Vehicle[]
  /** Row of the matrix where it stands; nothing where that is not known. */
  home: number | null
  shift: Window
  /** What is on it, and where it goes first, in this order. */
  aboard: readonly Load[]
  halts: readonly { place: number; service: number; windows: readonly Window[] | null }[]
}

/** What rounds are to be proposed for. */
export interface ProposalTask {
  travel: TravelMatrix
  needs: readonly ProposableNeed[]
  truckDays: readonly TruckDay[]
  /** L: a load that is divided is divided into whole multiples of it. */
  step: number
  seed: number
}

/** One stop of a proposed round. Times in s from the beginning of the first day, ways in m. */
export interface ProposedStop {
  /** Place in the list of needs. */
  need: number
  pieces: readonly { compartment: number; litres: number }[]
  arrival: number
  /** By so much the round is longer for it. */
  detour: number
  /** There and back from the truck's home on a way of its own; nothing without a home. */
  alone: number | null
}

export interface ProposedRound {
  /** Place in the list of truck days. */
  truckDay: number
  stops: readonly ProposedStop[]
  departure: number
  end: number
  metres: number
  driving: number
}

/**
 * Why something is on no round: no truck may or can carry it, its place takes nothing on these days, no truck gets there
 * within its shift, the trucks have no room or no time left, its way is longer than it is worth, or a truck passes by and it takes
 * too little yet to stop for.
 */
export const LEFT_OUT_REASONS = [
  'no_truck',
  'closed',
  'out_of_reach',
  'full',
  'not_worth',
  'can_wait',
] as const

/** Why a truck goes out on none of the days: nobody drives it, it is on a round already, or its shift is over. */
export const IDLE_REASONS = ['no_driver', 'on_round', 'shift_over'] as const

export interface LeftOut {
  need: number
  why: (typeof LEFT_OUT_REASONS)[number]
  /** Where it is not worth its way: by how many m a round would be longer. */
  detour: number | null
}

export interface Proposal {
  rounds: readonly ProposedRound[]
  leftOut: readonly LeftOut[]
  /** In m: ways, hours at the wheel, what comes late, and what is left out. */
  cost: number
}
