import type { listNeeds, listRounds } from '#core/domains/dispatch/calls.ts'
import type { readProposal } from '#core/domains/dispatch/proposalCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'

export type Needs = ResponseOf<typeof listNeeds>
export type Need = Needs['needs'][number]
export type Board = ResponseOf<typeof listRounds>
export type Round = Board['rounds'][number]
export type RoundLoad = Round['loads'][number]
export type Truck = Board['trucks'][number]
export type ProposalState = ResponseOf<typeof readProposal>
export type Proposal = NonNullable<ProposalState['proposal']>
export type ProposedRound = Proposal['rounds'][number]
export type ProposedStop = ProposedRound['stops'][number]

/** Where loads are put: on a truck's day, or on one of its rounds. */
export interface Target {
  truck_id: number
  day: string
  shipment_id?: number
}

/** Loads of a round that are moved together: those of one stop. */
export interface Lifted {
  round: Round
  ids: number[]
}
