import * as calls from '#core/domains/shipments/driver/driverCalls.ts'
import { handleAll } from '#server/platform/handle.ts'
import { applyDriverEvents, resolveDriverEvent } from './applyDriverEvents.ts'
import { keepStopPicture } from './keepStopPicture.ts'
import { readDriverDay } from './readDriverDay.ts'
import { reserveTickets } from './reserveTickets.ts'

/** What a driver's phone asks for and tells. */
export const driverCalls = handleAll('shipment_planners', calls, {
  sendDriverEvents: {
    summary:
      'Apply what a driver did, in order, each event once by its own id; what cannot be applied is kept with the reason',
    transaction: false,
    run: async (context, { body }) => ({ outcomes: await applyDriverEvents(context, body.events) }),
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
  keepStopPicture: {
    summary: 'Keep a picture that was taken at a stop, once by its own id',
    run: async (context, { params: { picture_id }, body }) => {
      await keepStopPicture(context, picture_id, body)
      return { message: 'messages.saved', type: 'success' } as const
    },
  },
})
