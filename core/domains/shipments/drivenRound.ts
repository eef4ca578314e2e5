import { z } from 'zod'

/** What can be wrong, or merely unwise, about when a round is where. */
export const ROUTE_RULES = [
  'outside_window',
  'site_closed',
  'small_drop',
  'over_shift',
  'hours_driving',
  'hours_window',
  'hours_break',
  'hours_week',
  'hours_reach',
] as const

/** A round in one order of its stops, with the times at which it is driven. */
export const DrivenRound = () =>
  z.object({
    stops: z
      .array(
        z.object({
          stop_id: z.int(),
          planned_arrival: z.iso.datetime().nullable(),
          time_zone: z.string().describe('Of its site.'),
        }),
      )
      .describe('In order. Without an arrival where nobody knows the position.'),
    departs_at: z.iso.datetime(),
    ends_at: z.iso.datetime(),
    time_zone: z
      .string()
      .describe('By its clock it starts, ends and takes its breaks: that of the home of its truck.'),
    meters: z.int(),
    driving_seconds: z.int(),
    waits: z
      .array(
        z.object({
          stop_id: z.int(),
          until: z.iso.datetime(),
          time_zone: z.string().describe('Of its site.'),
        }),
      )
      .describe('Where it comes before the site takes deliveries.'),
    late_seconds: z.int().describe('By how much windows and the shift are missed, together.'),
    breaks: z
      .array(
        z.object({
          before_stop_id: z.int().nullable().describe('On the way to it; null: on the way home.'),
          at: z.iso.datetime(),
          minutes: z.int(),
        }),
      )
      .describe('Breaks that the hours of service of the driver ask for.'),
    issues: z.array(
      z.object({
        rule: z.enum(ROUTE_RULES),
        stop_id: z.int().nullable(),
        limit_at: z.iso.datetime().nullable().describe('From when it is wrong, where it is about a time.'),
        found_at: z.iso.datetime().nullable(),
        message: z.string(),
        advice: z.string().nullable().describe('The nearest thing that is right.'),
      }),
    ),
  })

/** How the ways of a round were found. */
export const routeFacts = () => ({
  source: z.enum(['roads', 'estimate']).describe('Whether the ways follow roads.'),
  has_home: z.boolean().describe('Whether the ways from and to the home of the truck are counted.'),
})

export type Driven = z.output<ReturnType<typeof DrivenRound>>
