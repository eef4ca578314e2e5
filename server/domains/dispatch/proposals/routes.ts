import * as calls from '#core/domains/dispatch/proposalCalls.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import { handleAll } from '#server/platform/handle.ts'
import type { Call } from '#server/platform/http.ts'
import { acceptProposal } from './acceptProposal.ts'
import { changeProposal, proposeAnew } from './changeProposal.ts'
import { readProposal } from './readProposal.ts'

/** Rounds that are proposed to those who plan, until they accept them. */
export const proposalCalls = (travel: TravelTimes): Call[] =>
  handleAll(
    'dispatch',
    {
      readProposal: calls.readProposal,
      proposeAnew: calls.proposeAnew,
      changeProposal: calls.changeProposal,
      acceptProposal: calls.acceptProposal,
    },
    {
      readProposal: {
        summary:
          'The rounds that are proposed, with what each stop is worth; or how far the search for them is',
        run: (context) => readProposal(context),
      },
      proposeAnew: {
        summary:
          'Search for rounds of some days; what a person has fixed stays, and nothing becomes a shipment',
        run: (context, { body }) => proposeAnew(context, body),
      },
      changeProposal: {
        summary: 'End the search, fix or drop stops, discard the proposal, or have one made every night',
        run: (context, { body }) => changeProposal(context, body),
      },
      acceptProposal: {
        summary:
          'Make proposed rounds drafts: all, some, or single stops; what somebody else has planned meanwhile is left out',
        transaction: false,
        run: (context, { body }) => acceptProposal(context, travel, body),
      },
    },
  )
