import type { listNeeds, listRounds } from '#core/domains/dispatch/calls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'

export type Needs = AnswerOf<typeof listNeeds>
export type Need = Needs['needs'][number]
export type Board = AnswerOf<typeof listRounds>
export type Round = Board['rounds'][number]
export type RoundLoad = Round['loads'][number]
export type Truck = Board['trucks'][number]

/** Where something is put: on a truck's day, or on one round of it. */
export interface Target {
  truck_id: number
  day: string
  shipment_id?: number
}

/** Loads of a round that are changed together: those of one stop. */
export interface Lifted {
  round: Round
  ids: number[]
}
