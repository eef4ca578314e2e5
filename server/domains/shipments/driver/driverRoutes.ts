import * as calls from '#core/domains/shipments/driver/driverCalls.ts'
import type { DriverEvent, DriverEventKind } from '#core/domains/shipments/driver/driverEvents.ts'
import * as positions from '#core/domains/shipments/driver/positionCalls.ts'
import * as tickets from '#core/domains/shipments/driver/ticketCalls.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { answerPaper } from '#server/resources/files/print.ts'
import { applyDriverEvents, resolveDriverEvent } from './applyDriverEvents.ts'
import { listTruckPositions } from './listTruckPositions.ts'
import { readDriverDay } from './readDriverDay.ts'
import { reportPosition } from './reportPosition.ts'
import { reserveTickets } from './reserveTickets.ts'
import { revealGateCodes } from './revealGateCodes.ts'
import { storeStopPicture } from './storeStopPicture.ts'
import { listTickets, printTicket } from './ticketPaper.ts'
import { updateExpectedArrivals } from './updateExpectedArrivals.ts'

/** Events that change a truck's place or its timing. */
const MOVES: ReadonlySet<DriverEventKind> = new Set(['left', 'arrived', 'closed', 'undo'])

/** The rounds whose truck a new event has moved. */
function movedRounds(
  events: readonly DriverEvent[],
  outcomes: Awaited<ReturnType<typeof applyDriverEvents>>,
): Set<number> {
  const isNew = outcomes.map(({ outcome, isRepeated }) => outcome === 'applied' && !isRepeated)
  const moved = events.filter(({ kind }, index) => isNew[index] && MOVES.has(kind))
  return new Set(moved.map(({ shipment_id }) => shipment_id))
}

const positionCalls = (travel: TravelTimes) =>
  handleAll('shipment_planners', positions, {
    reportPosition: {
      transaction: false,
      summary: "Report the position of the truck of one's round in route, or stop sharing it",
      run: async (context, { body }) => {
        const is_kept = await inTransaction(context, (own) => reportPosition(own, body))
        if (is_kept) await updateExpectedArrivals(context, travel, body.shipment_id)
        return { is_kept }
      },
    },
    listTruckPositions: {
      summary: 'Trucks on the road: shared positions, and expected arrivals',
      run: async (context) => ({ trucks: await listTruckPositions(context) }),
    },
  })

async function applyAndExpect(
  context: Context,
  travel: TravelTimes,
  { events, sent_at }: ReceivedBy<typeof calls.sendDriverEvents>['body'],
) {
  const outcomes = await applyDriverEvents(context, events, sent_at)
  for (const shipment_id of movedRounds(events, outcomes))
    await updateExpectedArrivals(context, travel, shipment_id)
  return outcomes
}

/** Calls of a driver's phone. */
export const driverCalls = (travel: TravelTimes): Call[] => [
  ...handleAll('shipment_planners', calls, {
    sendDriverEvents: {
      summary:
        "Apply a driver's events in order, each once by its id; those that cannot be applied are stored with the reason",
      transaction: false,
      run: async (context, { body }) => ({ outcomes: await applyAndExpect(context, travel, body) }),
    },
    resolveDriverEvent: {
      summary: 'Apply an event without effect again, or dismiss it permanently',
      run: async (context, { params: { event_id }, body }) => ({
        outcome: await resolveDriverEvent(context, event_id, body.how),
      }),
    },
    reserveTickets: {
      summary: 'Reserve numbers for tickets written offline',
      run: async (context, { body }) => ({ ticket_block: await reserveTickets(context, body) }),
    },
    readDriverDay: {
      summary: "A driver's rounds with everything their stops need; drivers see only their own",
      run: async (context, { query }) => readDriverDay(context, query.people_id),
    },
    revealGateCodes: {
      answersSecret: true,
      summary: 'Read the gate codes of a round, for its own driver; each is logged at its site',
      run: async (context, { body }) => ({ gate_codes: await revealGateCodes(context, body.shipment_id) }),
    },
    storeStopPicture: {
      summary: 'Store a picture taken at a stop, once by its id',
      // Redrawing takes a while and must not hold a connection.
      transaction: false,
      run: async (context, { params: { picture_id }, body }) => {
        await storeStopPicture(context, picture_id, body)
        return { message: 'messages.saved', type: 'success' } as const
      },
    },
  }),
  ...positionCalls(travel),
]

/** Delivery tickets: the list, and each in print. */
export const ticketCalls = handleAll('shipment_planners', tickets, {
  listTickets: {
    summary: 'Delivery tickets, newest first; customers see those of their own stops',
    run: async (context, { query }) => ({ delivery_tickets: await listTickets(context, query) }),
  },
  printTicket: {
    summary: 'One delivery ticket in print, or as a PDF',
    writesReply: true,
    run: (context, { params: { ticket_id }, query, reply }) =>
      answerPaper(context, { name: `ticket-${ticket_id}`, isPdf: query.format === 'pdf', reply }, (reader) =>
        printTicket(reader, ticket_id),
      ),
  },
})
