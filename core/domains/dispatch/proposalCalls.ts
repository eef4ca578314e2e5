import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import type { Action } from '#core/platform/modules.ts'
import { GivenDay } from '#core/platform/time/instants.ts'
import { DISPATCH_LOGIN_TYPES } from './dispatchLoginTypes.ts'
import { NEED_RANKS, NEED_REASONS } from './judgeNeed.ts'
import { NeedDays } from './needDays.ts'
import { IDLE_REASONS, LEFT_OUT_REASONS } from './proposing/proposal.ts'

/** Maximum number of days in a proposal. */
export const MAX_DAYS = 7
/** Maximum number of chosen trucks: as many as a board shows. */
const MAX_TRUCKS = 300
/** Maximum number of rounds or stops in one call. */
const MAX_NAMED = 500

/** Why a need is on no round: the reasons of the search, an unknown position, too small a quantity, or dropped by a person. */
export const PROPOSAL_LEFT_OUT = [...LEFT_OUT_REASONS, 'no_position', 'too_little', 'dropped'] as const

const planner = (action: Action) => ({
  who: { module: 'shipment_planners' as const, action, loginTypes: DISPATCH_LOGIN_TYPES },
})
const Key = () => z.string().regex(/^(tank|line):\d{1,15}$/)
const Where = () => z.object({ truck_id: z.int(), day: z.iso.date() })

const shown = () => ({
  key: z.string().describe('The key of the need on the board.'),
  rank: z.enum(NEED_RANKS).describe('Over all days of the proposal.'),
  reason: z.enum(NEED_REASONS),
  params: NeedDays(),
  latest: z.iso.date(),
  place: z.string().nullable(),
  device_id: z.int().nullable(),
  document_number: z.string().nullable(),
  company_title: z.string(),
  product_title: z.string(),
  color: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})

const ProposedStop = () =>
  z.object({
    ...shown(),
    quantity_liters: z.number(),
    compartments: z.array(z.int()),
    arrives_at: z.iso.datetime(),
    time_zone: z.string().nullable().describe('Time zone of its site.'),
    detour_meters: z.number().describe('How much longer it makes the round.'),
    alone_meters: z
      .number()
      .nullable()
      .describe('Round trip to it alone: what a separate visit later would take.'),
    is_fixed: z.boolean().describe('It stays there in the next proposal.'),
    change: z.enum(['new', 'moved']).nullable().describe('Compared with the previous proposal.'),
    was: Where().nullable().describe('Its place in the previous proposal.'),
  })

const ChosenTrucks = () => z.array(z.int()).nullable().describe('The chosen trucks; null for all.')

const Proposal = () =>
  z.object({
    made_at: z.iso.datetime(),
    first_day: z.iso.date(),
    days: z.int(),
    by_night: z.boolean(),
    source: z.enum(['roads', 'estimate']).describe('Whether distances follow roads or are estimated.'),
    truck_ids: ChosenTrucks(),
    rounds: z.array(
      z.object({
        ...Where().shape,
        departs_at: z.iso.datetime(),
        ends_at: z.iso.datetime(),
        time_zone: z.string().nullable().describe('Time zone of its truck’s home.'),
        meters: z.number(),
        driving_seconds: z.number(),
        stops: z.array(ProposedStop()),
        aboard: z
          .object({ stops: z.int(), liters: z.number() })
          .describe('Planned by a person on the same round: its way and times include them.'),
      }),
    ),
    left_out: z.array(
      z.object({
        ...shown(),
        why: z.enum(PROPOSAL_LEFT_OUT),
        detour_meters: z.number().nullable().describe('For `not_worth`: how much longer a round would be.'),
        idle: z
          .array(z.object({ truck_id: z.int(), why: z.enum(IDLE_REASONS) }))
          .describe('Trucks that could bring it but go out on none of the days.'),
        was: Where().nullable().describe('Its place in the previous proposal.'),
      }),
    ),
    changes: z
      .object({ added: z.int(), moved: z.int(), removed: z.int() })
      .nullable()
      .describe('Compared with the previous proposal; null for the first one.'),
    gone: z.int().describe('Proposed stops that are no longer needed: filled, or on a round by now.'),
    fresh: z.int().describe('Needs ranked must or should that arose after the proposal.'),
  })

const State = () =>
  z.object({
    run: z
      .object({ share: z.number().describe('0 to 1'), is_waiting: z.boolean(), is_stopping: z.boolean() })
      .nullable()
      .describe('Set during a search; the previous proposal is returned again afterwards.'),
    has_failed: z.boolean(),
    truck_ids: ChosenTrucks().describe('The trucks chosen for the last proposal; null for all.'),
    is_nightly: z.boolean().describe('Propose rounds every night for the following days.'),
    proposal: Proposal().nullable(),
  })

export const readProposal = defineCall({
  method: 'GET',
  path: '/dispatch/proposal',
  access: planner('read'),
  response: State,
})

export const proposeAgain = defineCall({
  method: 'POST',
  path: '/dispatch/proposal',
  access: planner('create'),
  body: () =>
    z.object({
      first_day: GivenDay(),
      days: z.int().min(1).max(MAX_DAYS),
      truck_ids: z
        .array(Id)
        .min(1)
        .max(MAX_TRUCKS)
        .optional()
        .describe('Only these trucks; defaults to all. Stops fixed on other trucks may move.'),
    }),
  response: State,
})

export const changeProposal = defineCall({
  method: 'PATCH',
  path: '/dispatch/proposal',
  access: planner('create'),
  body: () =>
    z.object({
      stop: z.literal(true).optional().describe('Ends the search and proposes what it has found so far.'),
      discard: z.literal(true).optional().describe('Deletes the proposal with its fixed and dropped stops.'),
      fix: z.array(Key()).max(MAX_NAMED).optional().describe('Stops to keep on their truck and day.'),
      free: z.array(Key()).max(MAX_NAMED).optional().describe('Stops that may move again.'),
      drop: z
        .array(Key())
        .max(MAX_NAMED)
        .optional()
        .describe('Stops to leave out, in this and the next proposal.'),
      restore: z.array(Key()).max(MAX_NAMED).optional().describe('Dropped stops to allow again.'),
      nightly: z.boolean().optional(),
    }),
  response: State,
})

export const acceptProposal = defineCall({
  method: 'POST',
  path: '/dispatch/proposal/accept',
  access: planner('create'),
  body: () =>
    z.object({
      rounds: z
        .array(
          z.object({
            truck_id: Id,
            day: GivenDay(),
            keys: z.array(Key()).min(1).max(MAX_NAMED).optional().describe('Only these stops of the round.'),
          }),
        )
        .min(1)
        .max(MAX_NAMED)
        .optional()
        .describe('Defaults to all rounds.'),
    }),
  response: () =>
    z.object({
      rounds: z.array(
        z.object({
          ...Where().shape,
          shipment_id: z.int().nullable().describe('Null if no stop could be added.'),
          shipment_number: z.string().nullable(),
          accepted: z.int().describe('Stops that were added.'),
          left_out: z.int().describe('Stops that are no longer needed or no longer fit.'),
          refused: z.string().nullable().describe('Why no stop could be added.'),
        }),
      ),
    }),
})
