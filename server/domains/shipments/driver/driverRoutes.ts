import * as calls from '#core/domains/shipments/driver/driverCalls.ts'
import type { DriverEventKind } from '#core/domains/shipments/driver/driverEvents.ts'
import * as positions from '#core/domains/shipments/driver/positionCalls.ts'
import * as tickets from '#core/domains/shipments/driver/ticketCalls.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import { handleAll } from '#server/platform/handle.ts'
import type { Call } from '#server/platform/http.ts'
import { inTransaction } from '#server/platform/transactions.ts'
import { answerPaper } from '#server/resources/files/print.ts'
import { applyDriverEvents, resolveDriverEvent } from './applyDriverEvents.ts'
import { keepExpectedArrivals } from './keepExpectedArrivals.ts'
import { keepStopPicture } from './keepStopPicture.ts'
import { listTruckPositions } from './listTruckPositions.ts'
import { readDriverDay } from './readDriverDay.ts'
import { reserveTickets } from './reserveTickets.ts'
import { revealGateCodes } from './revealGateCodes.ts'
import { tellPosition } from './tellPosition.ts'
import { listTickets, printTicket } from './ticketPaper.ts'

/** Events after which a truck is somewhere else, or later. */
const MOVES: ReadonlySet<DriverEventKind> = new Set(['left', 'arrived', 'closed', 'undo'])

/** What a driver's phone asks for and tells. */
export const driverCalls = (travel: TravelTimes): Call[] => [
  ...handleAll('shipment_planners', calls, {
    sendDriverEvents: {
      summary:
        'Apply what a driver did, in order, each event once by its own id; what cannot be applied is kept with the reason',
      transaction: false,
      run: async (context, { body }) => {
        const outcomes = await applyDriverEvents(context, body.events, body.sent_at)
        const isNew = outcomes.map(({ outcome, isRepeated }) => outcome === 'applied' && !isRepeated)
        const moved = body.events.filter(({ kind }, index) => isNew[index] && MOVES.has(kind))
        for (const shipment_id of new Set(moved.map((event) => event.shipment_id)))
          await keepExpectedArrivals(context, travel, shipment_id)
        return { outcomes }
      },
    },
    resolveDriverEvent: {
      summary: 'Judge an event once more that did not count, or let it rest for good',
      run: async (context, { params: { event_id }, body }) => ({
        outcome: await resolveDriverEvent(context, event_id, body.how),
      }),
    },
    reserveTickets: {
      summary: 'Reserve numbers for tickets that are written without a network',
      run: async (context, { body }) => ({ ticket_block: await reserveTickets(context, body) }),
    },
    readDriverDay: {
      summary: "A driver's rounds with all that their stops need; drivers see only their own",
      run: async (context, { query }) => readDriverDay(context, query.people_id),
    },
    revealGateCodes: {
      answersSecret: true,
      summary: 'Read the gate codes of a round, for its own driver; each leaves a trace at its site',
      run: async (context, { body }) => ({ gate_codes: await revealGateCodes(context, body.shipment_id) }),
    },
    keepStopPicture: {
      summary: 'Keep a picture that was taken at a stop, once by its own id',
      // Drawing it takes a while: meanwhile it holds no connection.
      transaction: false,
      run: async (context, { params: { picture_id }, body }) => {
        await keepStopPicture(context, picture_id, body)
        return { message: 'messages.saved', type: 'success' } as const
      },
    },
  }),
  ...handleAll('shipment_planners', positions, {
    tellPosition: {
      transaction: false,
      summary: "Tell where the truck of one's round in route is, or that it is not to be known any more",
      run: async (context, { body }) => {
        const is_kept = await inTransaction(context, (own) => tellPosition(own, body))
        if (is_kept) await keepExpectedArrivals(context, travel, body.shipment_id)
        return { is_kept }
      },
    },
    listTruckPositions: {
      summary:
        'Trucks on the road: where they are, as far as drivers let it be known, and when they come to their stops',
      run: async (context) => ({ trucks: await listTruckPositions(context) }),
    },
  }),
]

/** What was delivered, ticket by ticket, and each as it lies on paper. */
export const ticketCalls = handleAll('shipment_planners', tickets, {
  listTickets: {
    summary: 'Delivery tickets, the latest first; customers see those of their own stops',
    run: async (context, { query }) => ({ delivery_tickets: await listTickets(context, query) }),
  },
  printTicket: {
    summary: 'One delivery ticket as it lies on paper, or a PDF of it',
    writesReply: true,
    run: (context, { params: { ticket_id }, query, reply }) =>
      answerPaper(context, { name: `ticket-${ticket_id}`, isPdf: query.format === 'pdf', reply }, (reader) =>
        printTicket(reader, ticket_id),
      ),
  },
})
