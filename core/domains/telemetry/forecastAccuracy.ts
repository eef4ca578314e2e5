import { z } from 'zod'
import { keysOf } from '#core/platform/keysOf.ts'

/** Forecast horizons, by the days that the forecasts themselves predicted, never by the outcome. */
export const DISTANCES = {
  week: { from: 5, to: 9 },
  two_weeks: { from: 11, to: 17 },
  month: { from: 24, to: 36 },
} as const
export type Distance = keyof typeof DISTANCES

const share = () => z.number().min(0).max(1).nullable()
const days = () => z.number().nullable()

/** Accuracy of some forecasts, at least seven days apart for each tank and level. */
const Accuracy = () =>
  z.object({
    forecasts: z.int(),
    inside: share().describe('Share with an outcome inside the range; 0.8 is ideal.'),
    before_low: share().describe('Share with an outcome before the low end; 0.1 is ideal.'),
    happened: z
      .array(z.number())
      .length(3)
      .nullable()
      .describe('Share with an outcome before P10, P50 and P90.'),
    median_error: days().describe(
      'Median absolute error in days: of this distance, otherwise of forecasts two weeks ahead.',
    ),
    pinball: days().describe('Mean pinball loss of P10, P50 and P90 in days, for the same forecasts.'),
  })

const Distances = () => z.array(Accuracy().extend({ distance: z.enum(distanceNames) }))
const distanceNames = keysOf(DISTANCES)

/** Accuracy of a tank's forecasts: the last twenty of each distance. */
export const TankAccuracyResponse = () => z.object({ distances: Distances() })

/** Accuracy of a fleet's forecasts that were scored in the last 90 days. */
export const FleetAccuracyResponse = () =>
  z.object({
    since: z.iso.date(),
    total: Accuracy(),
    distances: Distances(),
    models: z
      .array(Accuracy().extend({ model: z.string() }))
      .describe('Accuracy by the model with the largest weight.'),
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
      .describe('The tanks with the highest pinball loss, among those with at least four forecasts.'),
    is_filling: z
      .boolean()
      .describe('Past forecasts are being computed and scored, so figures still change.'),
    waiting: z.int().describe('Number of forecasts waiting to be scored.'),
    next_at: z.iso.datetime().nullable().describe('When the next of them is scored.'),
  })

export type Accuracy = z.output<ReturnType<typeof Accuracy>>
export type TankAccuracy = z.output<ReturnType<typeof TankAccuracyResponse>>
export type FleetAccuracy = z.output<ReturnType<typeof FleetAccuracyResponse>>
