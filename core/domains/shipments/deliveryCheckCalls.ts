import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { DELIVERY_REASONS, delivery_checks } from './delivery_checks.ts'
import { meter_findings } from './meter_findings.ts'

const Note = () => z.string().trim().max(1000).nullish()
const ofCheck = () => z.object({ delivery_check_id: Id })
const Check = () => z.object({ delivery_check: typedRecordSchema(delivery_checks) })

export const explainDeliveryCheck = defineCall({
  method: 'POST',
  path: '/delivery_checks/:delivery_check_id/explain',
  access: may(delivery_checks, 'update'),
  params: ofCheck,
  body: () => z.object({ reason: z.enum(DELIVERY_REASONS, { error: 'choice' }), note: Note() }),
  response: Check,
})

export const correctDeliveryCheck = defineCall({
  method: 'POST',
  path: '/delivery_checks/:delivery_check_id/correct',
  access: may(delivery_checks, 'update'),
  params: ofCheck,
  body: () =>
    z.object({
      /** Volume that reached the tank, in the unit of its load. */
      delivered: valueSchema({ kind: 'decimal', digits: 14, scale: 3, min: 0, required: true }),
      unit_id: Id.nullish().describe('Defaults to the unit of the load.'),
      reason: z.enum(DELIVERY_REASONS, { error: 'choice' }),
      note: Note(),
    }),
  response: Check,
})

export const closeMeterFinding = defineCall({
  method: 'POST',
  path: '/meter_findings/:meter_finding_id/close',
  access: may(meter_findings, 'update'),
  params: () => z.object({ meter_finding_id: Id }),
  body: () =>
    z.object({
      proved_on: z.iso
        .date({ error: 'date' })
        .describe('Only deliveries from this day on count for the meter.'),
      note: Note(),
    }),
  response: () => z.object({ meter_finding: typedRecordSchema(meter_findings) }),
})
