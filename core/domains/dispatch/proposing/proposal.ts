import type { Load, Vehicle } from '#core/domains/shipments/checkLoad.ts'
import type { NeedRank } from '../judgeNeed.ts'
import type { TravelMatrix, Window } from '../routing/problem.ts'

/** A need that could be delivered within the planned days. */
export interface ProposableNeed {
  /** Its key on the board: `tank:…` or `line:…`. */
  key: string
  rank: NeedRank
  /** Row of the travel matrix. */
  place: number
  /** Goods to deliver; the quantity is in `litres`. */
  load: Omit<Load, 'compartment' | 'quantity'>
  /** Trucks that carry a liquefied gas carry nothing else. */
  isGas: boolean
  /** L to bring. */
  litres: number
  /** L that it will take when it is due: the less is brought now, the sooner the next visit is due. */
  dueLitres: number
  /** Delivery time, s. */
  service: number
  /** Delivery windows, s from the start of the first day; null: any time, []: never. */
  windows: readonly Window[] | null
  /** Latest delivery day, as an offset from the first day (0). */
  latest: number
  /** Indexes of the truck days that may deliver it. */
  truckDays: readonly number[]
  /** Index of the truck day that a person fixed it on; null if none. */
  fixed: number | null
}

/** A truck on one day, with the loads that a person has already planned. */
export interface TruckDay {
  truck_id: number
  /** Offset from the first day (0). */
  day: number
  /** The truck and its trailer, if any. */
  vehicles: readonly Vehicle[]
  /** Row of the travel matrix for the truck's home; null if unknown. */
  home: number | null
  shift: Window
  /** Loads already on it, and the stops that it visits first, in this order. */
  aboard: readonly Load[]
  halts: readonly { place: number; service: number; windows: readonly Window[] | null }[]
}

/** Input of `proposeRounds`. */
export interface ProposalTask {
  travel: TravelMatrix
  needs: readonly ProposableNeed[]
  truckDays: readonly TruckDay[]
  /** L: divided loads are whole multiples of it. */
  step: number
  seed: number
}

/** A stop of a proposed round. Times in s from the start of the first day, distances in m. */
export interface ProposedStop {
  /** Index into the needs. */
  need: number
  pieces: readonly { compartment: number; litres: number }[]
  arrival: number
  /** How much longer it makes the round. */
  detour: number
  /** Round trip from the truck's home to this stop alone; null without a home. */
  alone: number | null
}

export interface ProposedRound {
  /** Index into the truck days. */
  truckDay: number
  stops: readonly ProposedStop[]
  departure: number
  end: number
  metres: number
  driving: number
}

/**
 * Why a need is on no round: no truck may or can carry it, its site is closed on these days, no truck reaches it within its delivery
 * hours or within the truck's shift, the trucks have no room or time left, the detour costs more than the visit is worth, or a truck passes
 * it but it takes too little yet.
 */
export const LEFT_OUT_REASONS = [
  'no_truck',
  'closed',
  'outside_hours',
  'out_of_reach',
  'full',
  'not_worth',
  'can_wait',
] as const

/** Why a truck stays idle on all days: it has no driver, is already on a round, or its shift is over. */
export const IDLE_REASONS = ['no_driver', 'on_round', 'shift_over'] as const

export interface LeftOut {
  need: number
  why: (typeof LEFT_OUT_REASONS)[number]
  /** m that a round would be longer, for `not_worth`. */
  detour: number | null
}

export interface Proposal {
  rounds: readonly ProposedRound[]
  leftOut: readonly LeftOut[]
  /** Cost in m: distance, driving time, lateness and needs left out. */
  cost: number
}
