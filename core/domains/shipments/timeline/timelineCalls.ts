import { z } from 'zod'
import { defineCall, signedInOrKey } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { isOrdinaryTime } from '#core/platform/time/instants.ts'

/** Kinds of events of a tank or an order, past and future. */
const TIMELINE_KINDS = [
  'alert',
  'order',
  'load',
  'stop',
  'ticket',
  'rise',
  'lift',
  'invoice',
  'credit',
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
      .describe("For a ticket: the phone's clock was wrong, and the time was corrected."),
    record_id: z
      .int()
      .nullable()
      .describe('Id of the document, shipment or device; null without access to it.'),
    title: z
      .string()
      .nullable()
      .describe('Its number; for a stop, its place; for a tank of an order, its product.'),
    status: z.string().nullable().describe('Status: a number for a document, a name for a stop or an alert.'),
    liters: z.number().nullable(),
    percent: z.number().nullable(),
    amount: z.string().nullable(),
    currency_id: z.int().nullable(),
  })

export const readTimeline = defineCall({
  method: 'GET',
  path: '/timeline',
  access: signedInOrKey,
  query: () =>
    z.object({
      device_ports_id: Id.optional().describe('Timeline of a tank.'),
      document_id: Id.optional().describe('Timeline of an order, with its linked documents.'),
      before: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z [a-z]+:\d+$/)
        .refine(isOrdinaryTime, { error: 'date' })
        .optional()
        .describe('`next` of the previous page.'),
      limit: z.coerce.number<number | string>().int().min(1).max(100).default(20),
    }),
  response: () =>
    z.object({
      time_zone: z.string().describe('Time zone of the site of the tank or order, for all days and times.'),
      ahead: z.array(TimelineEntry()).describe('Future events, farthest first; on the first page only.'),
      entries: z.array(TimelineEntry()).describe('Past events, newest first.'),
      next: z.string().nullable().describe('Cursor of the next page; null on the last.'),
    }),
})

export type TimelineEntry = z.output<ReturnType<typeof TimelineEntry>>
export type TimelineKind = TimelineEntry['kind']
