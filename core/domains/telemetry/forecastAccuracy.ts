import { z } from 'zod'

/** How far ahead forecasts are quoted: by the days that they said themselves, never by what then happened. */
export const DISTANCES = {
  week: { from: 5, to: 9 },
  two_weeks: { from: 11, to: 17 },
  month: { from: 24, to: 36 },
} as const
export type Distance = keyof typeof DISTANCES

const share = () => z.number().min(0).max(1).nullable()
const days = () => z.number().nullable()

/** How right some forecasts were. They lie at least seven days apart for each tank and level. */
const Accuracy = () =>
  z.object({
    forecasts: z.int(),
    inside: share().describe('Ended within the range that was said; it says eight of ten.'),
    before_low: share().describe('Ended before the low end: too late to be told. The range says one of ten.'),
    happened: z
      .array(z.number())
      .length(3)
      .nullable()
      .describe('How many had ended before the days of which 10 %, 50 % and 90 % was said.'),
    median_error: days().describe(
      'Half of them were off by at most so many days: of one distance of that, otherwise of forecasts two weeks ahead.',
    ),
    pinball: days().describe('Mean pinball loss of P10, P50 and P90, days; of the same.'),
  })

const Distances = () => z.array(Accuracy().extend({ distance: z.enum(distanceNames) }))
const distanceNames = Object.keys(DISTANCES) as [Distance, ...Distance[]]

/** How right the forecasts of a tank were: of each distance the last twenty. */
export const TankAccuracyAnswer = () => z.object({ distances: Distances() })

/** How right the forecasts of a fleet were that were scored in the last 90 days. */
export const FleetAccuracyAnswer = () =>
  z.object({
    since: z.iso.date(),
    total: Accuracy(),
    distances: Distances(),
    models: z
      .array(Accuracy().extend({ model: z.string() }))
      .describe('By the model that was believed most.'),
    last_month: Accuracy().describe('Scored within the last 30 days.'),
    month_before: Accuracy(),
    worst: z
      .array(
        Accuracy().extend({
          device_id: z.int(),
          port_number: z.int(),
          public_id: z.string(),
          label: z.string().nullable(),
          company: z.string(),
          product: z.string().nullable(),
        }),
      )
      .describe(
        'The tanks whose forecasts cost most, by their pinball loss; of those with four forecasts or more.',
      ),
    is_filling: z
      .boolean()
      .describe('Forecasts of the past are being made and scored now: figures change until that is done.'),
    waiting: z.int().describe('Forecasts that will be scored.'),
    next_at: z.iso.datetime().nullable().describe('When the next of them is.'),
  })

export type Accuracy = z.output<ReturnType<typeof Accuracy>>
export type TankAccuracy = z.output<ReturnType<typeof TankAccuracyAnswer>>
export type FleetAccuracy = z.output<ReturnType<typeof FleetAccuracyAnswer>>
