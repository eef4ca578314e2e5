import { z } from 'zod'
import { type Access, defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { GivenInstant } from '#core/platform/instants.ts'
import { may } from '#core/resources/may.ts'
import { PageAnswer } from '#core/resources/pageAnswer.ts'
import { answeredRecord } from '#core/resources/recordSchema.ts'
import { BulkTarget } from '#core/resources/standardCalls.ts'
import { ALERT_LEVELS, alerts } from './alerts.ts'
import { DRY_RUN_RULES, MOST_DRY_RUN_DEVICES, REASONS } from './ruleReasons.ts'

const ofAlert = () => z.object({ alert_id: Id })
const Alert = () => z.object({ alert: answeredRecord(alerts) })
const Text = () =>
  z
    .string()
    .trim()
    .max(1000)
    .nullish()
    .transform((value) => value || null)
/** Answering an alert is work on the device: it needs the right to change it. */
const mayAnswer: Access = { who: { module: 'devices', action: 'update', loginTypes: alerts.loginTypes } }

export const acknowledgeAlert = defineCall({
  method: 'POST',
  path: '/alerts/:alert_id/acknowledge',
  access: mayAnswer,
  params: ofAlert,
  body: () => z.object({ note: Text() }),
  answer: Alert,
})

export const snoozeAlert = defineCall({
  method: 'POST',
  path: '/alerts/:alert_id/snooze',
  access: mayAnswer,
  params: ofAlert,
  body: () => z.object({ until: GivenInstant(), reason: Text() }),
  answer: Alert,
})

const Done = () => z.object({ done: z.int().describe('How many alerts') })

export const acknowledgeAlerts = defineCall({
  method: 'POST',
  path: '/alerts/bulk_acknowledge',
  access: mayAnswer,
  body: () => BulkTarget().extend({ note: Text() }),
  answer: Done,
})

export const snoozeAlerts = defineCall({
  method: 'POST',
  path: '/alerts/bulk_snooze',
  access: mayAnswer,
  body: () => BulkTarget().extend({ until: GivenInstant(), reason: Text() }),
  answer: Done,
})

export const listAlertEvents = defineCall({
  method: 'GET',
  path: '/alerts/:alert_id/events',
  access: may(alerts, 'read'),
  params: ofAlert,
  answer: () =>
    z.object({
      alert_events: z.array(
        z.object({
          at: z.iso.datetime(),
          event: z.enum(['opened', 'acknowledged', 'snoozed', 'woken', 'closed']),
          note: z.string().nullable(),
          by: z.string().nullable(),
        }),
      ),
      page: PageAnswer,
    }),
})

const Litres = () => z.enum(['L', 'gal'])

export const readAlertEvidence = defineCall({
  method: 'GET',
  path: '/alerts/:alert_id/evidence',
  access: may(alerts, 'read'),
  params: ofAlert,
  answer: () =>
    z.object({
      alert_evidence: z.object({
        since: z.string().nullable().describe('The first day of it, where days were judged'),
        size: z.number().nullable().describe('So much a day beyond what was expected, or less than that'),
        margin: z.number().nullable().describe('How far `size` may be off, 95 times of 100'),
        unit: Litres(),
        by: z.enum(['days', 'nights', 'readings']),
        days: z.array(
          z.object({ date: z.string(), used: z.number(), expected: z.number(), spread: z.number() }),
        ),
        deliveries: z
          .array(z.object({ at: z.iso.datetime(), volume: z.number() }))
          .describe('Booked to this tank during these days, while its level did not rise'),
        readings: z
          .array(z.object({ at: z.iso.datetime(), value: z.number().nullable() }))
          .describe('Up to when it opened: percent of the tank, of the battery, or a temperature'),
        reading_unit: z.enum(['%', '°C', '°F']),
        cause: z
          .object({
            value: z.number().nullable().describe('What opened it, in `reading_unit`'),
            limit: z.number().nullable().describe('What it passed, as it is set now'),
            lost: z.number().nullable().describe('Of a sudden loss, in `unit`'),
            hours: z.number().nullable().describe('In how many hours it was lost'),
            usual: z.number().nullable().describe('The usual use in one hour, in `unit`'),
            last_record_at: z.iso.datetime().nullable().describe('Of a device that is silent'),
            interval: z.number().nullable().describe('Hours between two of its reports'),
          })
          .nullable()
          .describe('Null where days were judged'),
      }),
    }),
})

export const explainAlertRules = defineCall({
  method: 'GET',
  path: '/devices/:device_id/alert_rules',
  access: may(alerts, 'read'),
  params: () => z.object({ device_id: Id }),
  answer: () =>
    z.object({
      alert_rules: z.array(
        z.object({
          rule: z.enum(ALERT_LEVELS),
          port_number: z.int().nullable(),
          alert_id: z.int().nullable().describe('The alert that is open'),
          reasons: z.array(
            z.object({
              reason: z.enum(REASONS),
              value: z
                .number()
                .nullable()
                .describe(
                  'What is there: %, °C, or litres or gallons a day; for too much, how full it surely is',
                ),
              limit: z.number().nullable().describe('What it is measured against'),
              until: z.iso.datetime().nullable(),
            }),
          ),
        }),
      ),
      unit: Litres(),
      page: PageAnswer,
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
        .max(MOST_DRY_RUN_DEVICES)
        .optional()
        .describe('Without it: the first devices that one may see'),
      days: z.number().int().min(1).max(90).default(90),
      sensitivity: z.enum(['low', 'normal', 'high']).optional().describe('Instead of the setting'),
      limit: percentage().describe('Percent instead of the threshold of the tank, or of the battery'),
      low: z.number().min(-100).max(200).optional().describe('°C instead of the low threshold'),
      high: z.number().min(-100).max(200).optional().describe('°C instead of the high threshold'),
    }),
  answer: () =>
    z.object({
      dry_run: z.object({
        rule: z.enum(DRY_RUN_RULES),
        days: z.int(),
        unit: Litres(),
        count: z.int().describe('How often it would have opened an alert'),
        devices_total: z.int().describe('Devices that one may see; only those below were tried'),
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
