import { z } from 'zod'

/** Issues and warnings about the times of a round. */
export const ROUTE_RULES = [
  'outside_window',
  'site_closed',
  'small_drop',
  'near_position',
  'over_shift',
  'hours_driving',
  'hours_window',
  'hours_break',
  'hours_week',
  'hours_reach',
] as const

const RouteIssue = () =>
  z.object({
    rule: z.enum(ROUTE_RULES),
    stop_id: z.int().nullable(),
    limit_at: z.iso.datetime().nullable().describe('The missed limit, for issues of time.'),
    found_at: z.iso.datetime().nullable(),
    message: z.string(),
    advice: z.string().nullable().describe('The nearest fix.'),
  })

/** A round with its stops in one order and the resulting times. */
export const DrivenRound = () =>
  z.object({
    stops: z
      .array(
        z.object({
          stop_id: z.int(),
          planned_arrival: z.iso.datetime().nullable(),
          time_zone: z.string().describe('Time zone of its site.'),
        }),
      )
      .describe('In order. A stop without a known position has no arrival.'),
    departs_at: z.iso.datetime(),
    ends_at: z.iso.datetime(),
    time_zone: z.string().describe('Time zone of its start, end and breaks: the truck’s home time zone.'),
    meters: z.int(),
    driving_seconds: z.int(),
    waits: z
      .array(
        z.object({
          stop_id: z.int(),
          until: z.iso.datetime(),
          time_zone: z.string().describe('Time zone of its site.'),
        }),
      )
      .describe('Stops where it arrives before the site takes deliveries.'),
    late_seconds: z.int().describe('Total time by which windows and the shift are missed.'),
    breaks: z
      .array(
        z.object({
          before_stop_id: z.int().nullable().describe('The break is on the way to it; null: home.'),
          at: z.iso.datetime(),
          minutes: z.int(),
        }),
      )
      .describe('Breaks required by the driver’s hours of service.'),
    issues: z.array(RouteIssue()),
  })

/** How travel times of a round were computed. */
export const routeFacts = () => ({
  source: z.enum(['roads', 'estimate']).describe('Whether distances follow roads or are estimated.'),
  has_home: z.boolean().describe('Whether the legs from and to the truck’s home are included.'),
})

export type Driven = z.output<ReturnType<typeof DrivenRound>>
