import { z } from 'zod'
import { LEVEL_SOURCES } from '#core/domains/alerts/alerts.ts'
import { FORECAST_MODELS } from './forecasting/forecastModels.ts'
import { LEVEL_REPORTERS } from './levels/levelReporters.ts'
import { LEVELS, QUALITIES } from './levels/quality.ts'

/** Alerts that matter more than the level of a tank. */
export const LOSS_ALERTS = ['sudden_loss', 'unexplained_loss'] as const

const figure = z.number().nullable()
const range = z.tuple([z.number(), z.number()]).nullable()

const weekday = z.int().min(0).max(6).optional().describe('0 = Sunday … 6 = Saturday')

/** The reason of a forecast, in the user's units. */
const ForecastBecause = () =>
  z.object({
    kind: z
      .enum([...FORECAST_MODELS, 'borrowed'])
      .describe('The model with the largest weight; `borrowed` if it relies on similar tanks.'),
    k_factor: z.number().optional().describe('K-factor: degree days (°F·d) per gallon, or °C·d per litre.'),
    base: z.number().optional().describe('Daily use independent of the weather.'),
    growth: z.number().optional().describe('Growth of use from day to day: 0.02 is 2 %.'),
    most_on: weekday,
    least_on: weekday,
    days_on: z.number().optional().describe('Days that periods of use last.'),
    days_off: z.number().optional().describe('Days that periods without use last.'),
    changed_on: z.iso.date().optional().describe('First day of a changed rate of use.'),
    factor: z
      .number()
      .nullable()
      .optional()
      .describe('Factor of that change: 0 if use has stopped, null if there was none before.'),
    cold_before: z.number().optional().describe('Mean degree days per day of the last week.'),
    cold_ahead: z.number().optional().describe('Mean degree days per day of the next week.'),
    cold_measured: z.literal(true).optional().describe('Degree days come from the device’s own thermometer.'),
    lenders: z.int().optional().describe('Number of similar tanks whose history it uses.'),
  })

const tankFields = () => ({
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
    .describe('Error (±, 95 %) of a measured volume; only when a single device is read.'),
  net_volume: figure.describe(
    'Indicative volume at 60 °F (gallons) or 15 °C (litres); null if the group or the temperature is unknown.',
  ),
  capacity: z.number(),
  ullage: figure,
  room: figure.describe('What may be delivered: maximum fill less level. Every load is checked against it.'),
  room_temperature: figure.describe(
    'Temperature of a liquefied gas that the room assumes; null if it does not matter.',
  ),
  max_fill: z.number().describe('Maximum fill now, percent of the capacity.'),
  height: figure,
  volume_unit: z.enum(['L', 'gal']),
  length_unit: z.enum(['mm', 'in']),
  temperature: figure,
  temperature_unit: z.enum(['°C', '°F']),
})

const levelFields = () => ({
  level: z.enum(LEVELS),
  loss_alert: z
    .enum(LOSS_ALERTS)
    .nullable()
    .describe('An open loss alert, whatever the level; only for users who may read alerts.'),
  level_source: z
    .enum(LEVEL_SOURCES)
    .describe('Estimated if no trusted reading came for too long, or a delivery came after the last one.'),
  told_by: z
    .enum(['sensor', ...LEVEL_REPORTERS])
    .describe(
      'Source of the last measured level: a sensor, or people and deliveries for a tank without one.',
    ),
  level_age: figure.describe(
    'Seconds since the last measurement, even for an estimate; null before the first reading.',
  ),
  volume_range: range.describe('For an estimate: content after heavy and after light use, an 80 % range.'),
  percent_range: range,
  measured_percent: figure.describe('For an estimate: the last measurement.'),
  measured_volume: figure,
  delivery: z
    .object({
      number: z.string().describe('Number of its ticket, or of its round without a ticket.'),
      at: z.iso.datetime(),
      volume: z.number().describe('Total of all deliveries since the last reading.'),
    })
    .nullable()
    .describe(
      'For an estimate: the last delivery since the measurement. No reading shows it yet; the estimate includes it.',
    ),
  dry_at: z.iso
    .datetime()
    .nullable()
    .describe('When the tank reached its unusable bottom, if the estimate is right.'),
})

const forecastFields = () => ({
  trust: z
    .enum([...QUALITIES, 'none'])
    .describe('Quality of the newest reading; `none` before the first one.'),
  reading_at: z.iso.datetime().nullable(),
  trusted_at: z.iso.datetime().nullable(),
  reorder_yellow: figure,
  reorder_red: figure,
  use_per_day: figure,
  days_to_empty: figure.describe('Days from now until it reaches its unusable bottom.'),
  days_to_empty_range: range,
  days_to_red: figure,
  no_forecast: z.enum(['too_little_data', 'no_use']).nullable(),
  forecast_because: ForecastBecause().nullable(),
})

/** Summary of a tank for every view, in the user's units. */
export const PortSummaryResponse = () => z.object({ ...tankFields(), ...levelFields(), ...forecastFields() })

export type PortSummary = z.output<ReturnType<typeof PortSummaryResponse>>
export type Trust = PortSummary['trust']

/** A tank together with its device, place and company. */
export const PlacedPortResponse = () =>
  PortSummaryResponse().extend({
    device_id: z.int(),
    public_id: z.string(),
    label: z.string().nullable(),
    company: z.string(),
    upload_interval: z.number().describe('Hours between two uploads; a tank is stale after three intervals.'),
  })

export type PlacedPort = z.output<ReturnType<typeof PlacedPortResponse>>
