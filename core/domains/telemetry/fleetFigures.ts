import { z } from 'zod'

const unit = z.enum(['L', 'gal'])
const figure = z.number().nullable()

/** What is used of a product and what is left of it, over many tanks: the data of a bullet chart and its words. */
export const ProductUsageAnswer = () =>
  z.object({
    product: z.string().nullable().describe('Null: tanks without a product.'),
    color: z.string().nullable(),
    tanks: z.int(),
    estimated: z.int().describe('Of these, the tanks whose content is an estimate.'),
    user_capacity: z.number(),
    user_fill_volume: z.number(),
    user_symbol: unit,
    reorder_yellow: figure.describe('Percent of the capacity.'),
    reorder_red: figure,
    use_per_day: figure.describe('Null while no tank of it has a forecast.'),
    days_left: figure,
  })

/** What tanks used in each month of the last year, by product. */
export const MonthlyUsageAnswer = () =>
  z.object({
    unit,
    tanks: z.int().describe('How many were counted; of a large fleet those that use most.'),
    months: z
      .array(z.string())
      .describe(
        '`YYYY-MM`, the oldest first; the last one is not over. Months are those of each tank’s place.',
      ),
    products: z.array(
      z.object({
        product: z.string().nullable().describe('Null: tanks without a product.'),
        color: z.string().nullable(),
        used: z.array(figure).describe('By month; null where no tank of it told.'),
      }),
    ),
  })

/** What came into tanks: rises of a level that are no noise. */
export const FleetDeliveriesAnswer = () =>
  z.object({
    total: z.number().describe('Of all of them, also of those that are not listed.'),
    times: z.int(),
    unit,
    deliveries: z.array(
      z.object({
        tank_change_id: z.int().nullable().describe('Null where somebody told of it and no rise was seen.'),
        device_id: z.int(),
        public_id: z.string(),
        label: z.string().nullable(),
        company: z.string(),
        product: z.string().nullable(),
        at: z.iso.datetime(),
        volume: z.number(),
      }),
    ),
  })

/** Where the ranges of a battery begin, in percent; the first is the weak one. */
export const BATTERY_RANGES = [0, 20, 40, 60, 80] as const

/** How many batteries are in which range, and the weakest of them. */
export const BatteryHealthAnswer = () =>
  z.object({
    ranges: z.array(z.object({ from: z.int(), to: z.int(), count: z.int() })),
    unknown: z.int().describe('Devices that have not told yet.'),
    weakest: z.array(
      z.object({
        device_id: z.int(),
        public_id: z.string(),
        label: z.string().nullable(),
        company: z.string(),
        battery: z.number(),
        battery_voltage: figure,
      }),
    ),
  })

export type ProductUsage = z.output<ReturnType<typeof ProductUsageAnswer>>
export type MonthlyUsage = z.output<ReturnType<typeof MonthlyUsageAnswer>>
export type FleetDeliveries = z.output<ReturnType<typeof FleetDeliveriesAnswer>>
export type FleetDelivery = FleetDeliveries['deliveries'][number]
export type BatteryHealth = z.output<ReturnType<typeof BatteryHealthAnswer>>
export type BatteryRange = BatteryHealth['ranges'][number]
