import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { GivenDay } from '#core/platform/instants.ts'
import type { Action } from '#core/platform/modules.ts'
import { DISPATCH_LOGIN_TYPES } from './dispatchLoginTypes.ts'
import { NEED_RANKS, NEED_REASONS } from './judgeNeed.ts'
import { IDLE_REASONS, LEFT_OUT_REASONS } from './proposing/proposal.ts'

/** Days that are proposed at most. */
export const MOST_DAYS = 7
/** Trucks that are chosen at most: as many as a board shows. */
const MOST_TRUCKS = 300
/** Rounds, or stops, that one call names at most. */
const MOST_NAMED = 500

/** Why something is on no round, beside what the search says: nobody knows where it is, it is too little, or a person left it out. */
export const PROPOSAL_LEFT_OUT = [...LEFT_OUT_REASONS, 'no_position', 'too_little', 'dropped'] as const

const planner = (action: Action) => ({
  who: { module: 'shipment_planners' as const, action, loginTypes: DISPATCH_LOGIN_TYPES },
})
const Key = () => z.string().regex(/^(tank|line):\d{1,15}$/)
const Where = () => z.object({ truck_id: z.int(), day: z.iso.date() })

const shown = () => ({
  key: z.string().describe('As the board names the need.'),
  rank: z.enum(NEED_RANKS).describe('For the days that are planned together.'),
  reason: z.enum(NEED_REASONS),
  params: z.object({
    from: z.iso.date().optional(),
    next: z.iso.date().optional(),
    on: z.iso.date().optional(),
  }),
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
    time_zone: z.string().nullable().describe('Of its site.'),
    detour_meters: z.number().describe('By so much the round is longer for it.'),
    alone_meters: z
      .number()
      .nullable()
      .describe('There and back on a way of its own, which leaving it out saves up for later.'),
    is_fixed: z.boolean().describe('It stays there when it is proposed anew.'),
    change: z.enum(['new', 'moved']).nullable().describe('Against the proposal before.'),
    was: Where().nullable().describe('Where it was then.'),
  })

const ChosenTrucks = () =>
  z.array(z.int()).nullable().describe('The trucks that were chosen for it; nothing for all.')

const Proposal = () =>
  z.object({
    made_at: z.iso.datetime(),
    first_day: z.iso.date(),
    days: z.int(),
    by_night: z.boolean(),
    source: z.enum(['roads', 'estimate']).describe('Whether ways follow roads.'),
    truck_ids: ChosenTrucks(),
    rounds: z.array(
      z.object({
        ...Where().shape,
        departs_at: z.iso.datetime(),
        ends_at: z.iso.datetime(),
        time_zone: z.string().nullable().describe('Of the home of its truck.'),
        meters: z.number(),
        driving_seconds: z.number(),
        stops: z.array(ProposedStop()),
      }),
    ),
    left_out: z.array(
      z.object({
        ...shown(),
        why: z.enum(PROPOSAL_LEFT_OUT),
        detour_meters: z
          .number()
          .nullable()
          .describe('Of what is not worth its way: by so much a round would be longer.'),
        idle: z
          .array(z.object({ truck_id: z.int(), why: z.enum(IDLE_REASONS) }))
          .describe('Trucks that could bring it and go out on none of the days.'),
        was: Where().nullable().describe('Where it was in the proposal before.'),
      }),
    ),
    changes: z
      .object({ added: z.int(), moved: z.int(), removed: z.int() })
      .nullable()
      .describe('Against the proposal before; nothing for a first one.'),
    gone: z.int().describe('Proposed stops that are needed no more: filled, or on a round meanwhile.'),
    fresh: z.int().describe('What must or should be brought and was not known when it was made.'),
  })

const State = () =>
  z.object({
    run: z
      .object({ share: z.number().describe('0 to 1'), is_waiting: z.boolean(), is_stopping: z.boolean() })
      .nullable()
      .describe('While rounds are searched for; what was proposed before is told again afterwards.'),
    has_failed: z.boolean(),
    truck_ids: ChosenTrucks().describe(
      'The trucks that were chosen when rounds were asked for last; nothing for all.',
    ),
    is_nightly: z.boolean().describe('Rounds are proposed every night, for the days that follow.'),
    proposal: Proposal().nullable(),
  })

export const readProposal = defineCall({
  method: 'GET',
  path: '/dispatch/proposal',
  access: planner('read'),
  answer: State,
})

export const proposeAnew = defineCall({
  method: 'POST',
  path: '/dispatch/proposal',
  access: planner('create'),
  body: () =>
    z.object({
      first_day: GivenDay(),
      days: z.int().min(1).max(MOST_DAYS),
      truck_ids: z
        .array(Id)
        .min(1)
        .max(MOST_TRUCKS)
        .optional()
        .describe('Only these trucks; without them all. What was fixed on another may go elsewhere.'),
    }),
  answer: State,
})

export const changeProposal = defineCall({
  method: 'PATCH',
  path: '/dispatch/proposal',
  access: planner('create'),
  body: () =>
    z.object({
      stop: z.literal(true).optional().describe('Ends the search; what it found so far is proposed.'),
      discard: z
        .literal(true)
        .optional()
        .describe('Drops the proposal, with what was fixed and dropped in it.'),
      fix: z.array(Key()).max(MOST_NAMED).optional().describe('Stops that stay on their truck and day.'),
      free: z.array(Key()).max(MOST_NAMED).optional().describe('Stops that need not stay there any more.'),
      drop: z
        .array(Key())
        .max(MOST_NAMED)
        .optional()
        .describe('Stops that are left out, now and when proposed anew.'),
      restore: z.array(Key()).max(MOST_NAMED).optional().describe('What was dropped and may come again.'),
      nightly: z.boolean().optional(),
    }),
  answer: State,
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
            keys: z.array(Key()).min(1).max(MOST_NAMED).optional().describe('Only these stops of it.'),
          }),
        )
        .min(1)
        .max(MOST_NAMED)
        .optional()
        .describe('Without them all rounds.'),
    }),
  answer: () =>
    z.object({
      rounds: z.array(
        z.object({
          ...Where().shape,
          shipment_id: z.int().nullable().describe('Nothing where nothing could be put on.'),
          shipment_number: z.string().nullable(),
          accepted: z.int().describe('Stops that are on it now.'),
          left_out: z.int().describe('Stops that are needed no more, or do not fit any more.'),
          refused: z.string().nullable().describe('Why nothing could be put on.'),
        }),
      ),
    }),
})
