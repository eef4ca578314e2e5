import * as calls from '#core/domains/dispatch/proposalCalls.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { acceptProposal } from './acceptProposal.ts'
import { changeProposal, proposeAgain } from './changeProposal.ts'
import { readProposal } from './readProposal.ts'

/** Calls on proposed rounds, for planners. */
export const proposalCalls = (travel: TravelTimes): Call[] =>
  handleAll(
    'dispatch',
    {
      readProposal: calls.readProposal,
      proposeAgain: calls.proposeAgain,
      changeProposal: calls.changeProposal,
      acceptProposal: calls.acceptProposal,
    },
    {
      readProposal: {
        summary: 'The proposed rounds with the value of each stop, or the progress of their search',
        run: (context) => readProposal(context),
      },
      proposeAgain: {
        summary: 'Search for rounds of some days; fixed stops stay, and nothing becomes a shipment',
        run: (context, { body }) => proposeAgain(context, body),
      },
      changeProposal: {
        summary: 'Stop the search, fix or drop stops, discard the proposal, or schedule one for every night',
        run: (context, { body }) => changeProposal(context, body),
      },
      acceptProposal: {
        summary:
          'Accept proposed rounds as drafts: all, some, or single stops; stops planned by others in the meantime are skipped',
        transaction: false,
        run: (context, { body }) => acceptProposal(context, travel, body),
      },
    },
  )
