import { z } from 'zod'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { isOrdinaryTime } from '#core/platform/instants.ts'

/** What happens to a tank or an order, and what is still to come. */
const TIMELINE_KINDS = [
  'alert',
  'order',
  'load',
  'stop',
  'ticket',
  'rise',
  'lift',
  'invoice',
  'payment',
  'reorder',
  'empty',
  'due',
] as const

const TimelineEntry = () =>
  z.object({
    key: z.string(),
    kind: z.enum(TIMELINE_KINDS),
    at: z.iso.datetime(),
    is_time_corrected: z
      .boolean()
      .describe("Of a ticket: the phone's clock was wrong, and the time was corrected."),
    record_id: z
      .int()
      .nullable()
      .describe(
        'Of the document, the shipment or the device that tells more; nothing for who may not see it.',
      ),
    title: z.string().nullable().describe('Its number; of a stop its place.'),
    status: z.string().nullable().describe('Of a document its number, of a stop and an alert the word.'),
    liters: z.number().nullable(),
    percent: z.number().nullable(),
    amount: z.string().nullable(),
    currency_id: z.int().nullable(),
  })

export const readTimeline = defineCall({
  method: 'GET',
  path: '/timeline',
  access: signedIn,
  query: () =>
    z.object({
      device_ports_id: Id.optional().describe('Of a tank.'),
      document_id: Id.optional().describe('Of an order, with all that hangs together with it.'),
      before: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z [a-z]+:\d+$/)
        .refine(isOrdinaryTime, { error: 'date' })
        .optional()
        .describe('What `next` of the page before said.'),
      limit: z.coerce.number<number | string>().int().min(1).max(100).default(20),
    }),
  answer: () =>
    z.object({
      time_zone: z
        .string()
        .describe('Of the site of the tank or the order: its days and hours are told by its clock.'),
      ahead: z
        .array(TimelineEntry())
        .describe('What is still to come, the farthest first; with the first page.'),
      entries: z.array(TimelineEntry()).describe('What has happened, the newest first.'),
      next: z.string().nullable().describe('Asks for the page that follows, where there is one.'),
    }),
})

export type TimelineEntry = z.output<ReturnType<typeof TimelineEntry>>
export type TimelineKind = TimelineEntry['kind']
