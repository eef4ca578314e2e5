import { z } from 'zod'
import { LEVEL_SOURCES } from '#core/domains/alerts/alerts.ts'
import { FORECAST_MODELS } from './forecasting/forecastModels.ts'
import { LEVEL_TELLERS } from './levelTellers.ts'
import { LEVELS, QUALITIES } from './quality.ts'

/** Alerts that say more of a tank than its level does. */
export const LOSS_ALERTS = ['sudden_loss', 'unexplained_loss'] as const

const figure = z.number().nullable()
const range = z.tuple([z.number(), z.number()]).nullable()

const weekday = z.int().min(0).max(6).optional().describe('0 = Sunday … 6 = Saturday')

/** Why a forecast says what it says, in the user's units. */
const ForecastBecause = () =>
  z.object({
    kind: z
      .enum([...FORECAST_MODELS, 'borrowed'])
      .describe('The model that is believed most; `borrowed` where tanks of its kind have lent their past.'),
    k_factor: z
      .number()
      .optional()
      .describe("The trade's K-factor: degree days (°F·d) a gallon, or °C·d a litre."),
    base: z.number().optional().describe('What is used a day whatever the weather.'),
    growth: z.number().optional().describe('By how much a day takes more than the day before: 0.02 is 2 %.'),
    most_on: weekday,
    least_on: weekday,
    days_on: z.number().optional().describe('How long stretches with use last.'),
    days_off: z.number().optional().describe('How long stretches without use last.'),
    changed_on: z.iso.date().optional().describe('The first day of a use that differs from the one before.'),
    factor: z
      .number()
      .nullable()
      .optional()
      .describe('By which it differs: 0 where use has stopped, null where there was none before.'),
    cold_before: z.number().optional().describe('Mean degree days of a day of the last week.'),
    cold_ahead: z.number().optional().describe('Mean degree days of a day of the next week.'),
    cold_measured: z
      .literal(true)
      .optional()
      .describe('How cold it was is told by the temperature that the device itself measures.'),
    lenders: z.int().optional().describe('How many tanks of its kind have lent their past.'),
  })

/** What is told of a tank wherever it is shown, in the user's units. */
export const PortSummaryAnswer = () =>
  z.object({
    device_ports_id: z.int(),
    port_number: z.int(),
    product_id: z.int().nullable(),
    product: z.string().nullable(),
    color: z.string().nullable(),
    tank_type: z.string().nullable(),
    percent: figure,
    volume: figure,
    volume_margin: figure
      .optional()
      .describe('How far a measured volume may be off, ±, 95 times of 100; told where one device is read.'),
    net_volume: figure.describe(
      'The volume at 60 °F (gallons) or 15 °C (litres), indicative; null when the group or the temperature is not known.',
    ),
    capacity: z.number(),
    ullage: figure,
    room: figure.describe(
      'What may be brought: maximum fill less level. It is the figure that every load is judged by.',
    ),
    room_temperature: figure.describe(
      'The temperature of a liquefied gas that the room holds for; null where it does not matter.',
    ),
    max_fill: z.number().describe('To how much of its capacity it may be filled now, percent.'),
    height: figure,
    volume_unit: z.enum(['L', 'gal']),
    length_unit: z.enum(['mm', 'in']),
    temperature: figure,
    temperature_unit: z.enum(['°C', '°F']),
    level: z.enum(LEVELS),
    loss_alert: z
      .enum(LOSS_ALERTS)
      .nullable()
      .describe('An open alert of a loss, whatever the level: only for who may read alerts.'),
    level_source: z
      .enum(LEVEL_SOURCES)
      .describe(
        'Whether all that is told of the content was measured, or estimated: nothing believable came for too long, or a delivery came after the last reading.',
      ),
    told_by: z
      .enum(['sensor', ...LEVEL_TELLERS])
      .describe(
        'Who told the level that was measured last: a sensor, or people and deliveries where there is none.',
      ),
    level_age: figure.describe(
      'Seconds since the level was measured, also where an estimate is shown; null before the first reading.',
    ),
    volume_range: range.describe(
      'Of an estimate: what is left after heavy and after light use, eight times of ten between the two.',
    ),
    percent_range: range,
    measured_percent: figure.describe('Of an estimate: what was measured last.'),
    measured_volume: figure,
    delivery: z
      .object({
        number: z.string().describe('Of its ticket, or of its round where there is no ticket.'),
        at: z.iso.datetime(),
        volume: z.number().describe('What all deliveries since the last reading brought.'),
      })
      .nullable()
      .describe(
        'Of an estimate: the last delivery since the level was measured, which no reading shows yet. The estimate includes it.',
      ),
    dry_at: z.iso
      .datetime()
      .nullable()
      .describe('When the tank came down to what cannot be drawn, if the estimate is right.'),
    trust: z
      .enum([...QUALITIES, 'none'])
      .describe("How far a tank's newest reading can be believed; `none` before the first one."),
    reading_at: z.iso.datetime().nullable(),
    trusted_at: z.iso.datetime().nullable(),
    reorder_yellow: figure,
    reorder_red: figure,
    use_per_day: figure,
    days_to_empty: figure.describe('Days from now until it comes down to what cannot be drawn.'),
    days_to_empty_range: range,
    days_to_red: figure,
    no_forecast: z.enum(['too_little_data', 'no_use']).nullable(),
    forecast_because: ForecastBecause().nullable(),
  })

export type PortSummary = z.output<ReturnType<typeof PortSummaryAnswer>>
export type Trust = PortSummary['trust']

/** A tank together with where it stands and whose it is. */
export const PlacedPortAnswer = () =>
  PortSummaryAnswer().extend({
    device_id: z.int(),
    public_id: z.string(),
    label: z.string().nullable(),
    company: z.string(),
    upload_interval: z.number().describe('Hours between two uploads: a tank is stale after three of them.'),
  })

export type PlacedPort = z.output<ReturnType<typeof PlacedPortAnswer>>
