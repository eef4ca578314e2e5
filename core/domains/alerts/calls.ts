import { z } from 'zod'
import { type Access, defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { GivenInstant } from '#core/platform/time/instants.ts'
import { PageResponse } from '#core/resources/calls/pageResponse.ts'
import { BulkTarget } from '#core/resources/calls/standardCalls.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { ALERT_LEVELS, alerts } from './alerts.ts'
import { DRY_RUN_RULES, MAX_DRY_RUN_DEVICES, REASONS } from './ruleReasons.ts'

const ofAlert = () => z.object({ alert_id: Id })
const Alert = () => z.object({ alert: typedRecordSchema(alerts) })
const Text = () =>
  z
    .string()
    .trim()
    .max(1000)
    .nullish()
    .transform((value) => value || null)
/** Answering an alert is work on the device, so it needs permission to update it. */
const mayAnswer: Access = { who: { module: 'devices', action: 'update', loginTypes: alerts.loginTypes } }

export const acknowledgeAlert = defineCall({
  method: 'POST',
  path: '/alerts/:alert_id/acknowledge',
  access: mayAnswer,
  params: ofAlert,
  body: () => z.object({ note: Text() }),
  response: Alert,
})

export const snoozeAlert = defineCall({
  method: 'POST',
  path: '/alerts/:alert_id/snooze',
  access: mayAnswer,
  params: ofAlert,
  body: () => z.object({ until: GivenInstant(), reason: Text() }),
  response: Alert,
})

const Done = () => z.object({ done: z.int().describe('Number of alerts') })

export const acknowledgeAlerts = defineCall({
  method: 'POST',
  path: '/alerts/bulk_acknowledge',
  access: mayAnswer,
  body: () => BulkTarget().extend({ note: Text() }),
  response: Done,
})

export const snoozeAlerts = defineCall({
  method: 'POST',
  path: '/alerts/bulk_snooze',
  access: mayAnswer,
  body: () => BulkTarget().extend({ until: GivenInstant(), reason: Text() }),
  response: Done,
})

export const listAlertEvents = defineCall({
  method: 'GET',
  path: '/alerts/:alert_id/events',
  access: may(alerts, 'read'),
  params: ofAlert,
  response: () =>
    z.object({
      alert_events: z.array(
        z.object({
          at: z.iso.datetime(),
          event: z.enum(['opened', 'acknowledged', 'snoozed', 'woken', 'closed']),
          note: z.string().nullable(),
          by: z.string().nullable(),
        }),
      ),
      page: PageResponse,
    }),
})

const Litres = () => z.enum(['L', 'gal'])

export const readAlertEvidence = defineCall({
  method: 'GET',
  path: '/alerts/:alert_id/evidence',
  access: may(alerts, 'read'),
  params: ofAlert,
  response: () =>
    z.object({
      alert_evidence: z.object({
        since: z.string().nullable().describe('First day, if days were judged'),
        size: z.number().nullable().describe('Daily difference from the expectation'),
        margin: z.number().nullable().describe('Error of `size` (±, 95 %)'),
        unit: Litres(),
        by: z.enum(['days', 'nights', 'readings']),
        days: z.array(
          z.object({ date: z.string(), used: z.number(), expected: z.number(), spread: z.number() }),
        ),
        deliveries: z
          .array(z.object({ at: z.iso.datetime(), volume: z.number() }))
          .describe('Recorded for this tank in these days, although its level did not rise'),
        readings: z
          .array(z.object({ at: z.iso.datetime(), value: z.number().nullable() }))
          .describe('Until it opened: percent of the tank or battery, or a temperature'),
        reading_unit: z.enum(['%', '°C', '°F']),
        cause: z
          .object({
            value: z.number().nullable().describe('Value that opened it, in `reading_unit`'),
            limit: z.number().nullable().describe('Threshold that it passed, as set now'),
            lost: z.number().nullable().describe('For a sudden loss, in `unit`'),
            hours: z.number().nullable().describe('Hours in which it was lost'),
            usual: z.number().nullable().describe('Usual hourly use, in `unit`'),
            last_record_at: z.iso.datetime().nullable().describe('For an offline device'),
            interval: z.number().nullable().describe('Hours between two reports'),
          })
          .nullable()
          .describe('Null if days were judged'),
      }),
    }),
})

export const explainAlertRules = defineCall({
  method: 'GET',
  path: '/devices/:device_id/alert_rules',
  access: may(alerts, 'read'),
  params: () => z.object({ device_id: Id }),
  response: () =>
    z.object({
      alert_rules: z.array(
        z.object({
          rule: z.enum(ALERT_LEVELS),
          port_number: z.int().nullable(),
          alert_id: z.int().nullable().describe('The open alert'),
          reasons: z.array(
            z.object({
              reason: z.enum(REASONS),
              value: z
                .number()
                .nullable()
                .describe(
                  'Current value: %, °C, or litres or gallons a day; for overfill, the certain level',
                ),
              limit: z.number().nullable().describe('Threshold'),
              until: z.iso.datetime().nullable(),
            }),
          ),
        }),
      ),
      unit: Litres(),
      page: PageResponse,
    }),
})

const percentage = () => z.number().min(0).max(100).optional()

export const dryRunAlertRule = defineCall({
  method: 'POST',
  path: '/alert_rules/dry_run',
  access: may(alerts, 'read'),
  body: () =>
    z.object({
      rule: z.enum(DRY_RUN_RULES),
      device_ids: z
        .array(Id)
        .min(1)
        .max(MAX_DRY_RUN_DEVICES)
        .optional()
        .describe('Defaults to the first devices that the caller may see'),
      days: z.number().int().min(1).max(90).default(90),
      sensitivity: z.enum(['low', 'normal', 'high']).optional().describe('Overrides the setting'),
      limit: percentage().describe('Percent; overrides the threshold of the tank or battery'),
      low: z.number().min(-100).max(200).optional().describe('°C; overrides the low threshold'),
      high: z.number().min(-100).max(200).optional().describe('°C; overrides the high threshold'),
    }),
  response: () =>
    z.object({
      dry_run: z.object({
        rule: z.enum(DRY_RUN_RULES),
        days: z.int(),
        unit: Litres(),
        count: z.int().describe('Number of alerts that it would have opened'),
        devices_total: z
          .int()
          .describe('Number of devices that the caller may see; only those below were tried'),
        tanks: z.array(
          z.object({
            device_id: z.int(),
            label: z.string().nullable(),
            port_number: z.int().nullable(),
            fired: z.array(
              z.object({
                from: z.iso.datetime(),
                until: z.iso.datetime().nullable(),
                value: z.number().nullable(),
              }),
            ),
          }),
        ),
      }),
    }),
})
