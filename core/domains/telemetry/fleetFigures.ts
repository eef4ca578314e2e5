import { z } from 'zod'

const unit = z.enum(['L', 'gal'])
const figure = z.number().nullable()

/** Use and content per product over many tanks: the data of a bullet chart and its text. */
export const ProductUsageResponse = () =>
  z.object({
    product: z.string().nullable().describe('Null: tanks without a product.'),
    color: z.string().nullable(),
    tanks: z.int(),
    estimated: z.int().describe('Number of these whose content is an estimate.'),
    user_capacity: z.number(),
    user_fill_volume: z.number(),
    user_symbol: unit,
    reorder_yellow: figure.describe('Percent of the capacity.'),
    reorder_red: figure,
    use_per_day: figure.describe('Null while none of its tanks has a forecast.'),
    days_left: figure,
  })

/** Use per month of the last year, by product. */
export const MonthlyUsageResponse = () =>
  z.object({
    unit,
    tanks: z.int().describe('Number of tanks counted; for a large fleet, those with the highest use.'),
    months: z
      .array(z.string())
      .describe('`YYYY-MM`, oldest first, in each tank’s local time; the last month is incomplete.'),
    products: z.array(
      z.object({
        product: z.string().nullable().describe('Null: tanks without a product.'),
        color: z.string().nullable(),
        used: z.array(figure).describe('Use by month; null if none of its tanks reported.'),
      }),
    ),
  })

/** Deliveries: rises of a level beyond noise. */
export const FleetDeliveriesResponse = () =>
  z.object({
    total: z.number().describe('Volume of all deliveries, including those not listed.'),
    times: z.int(),
    unit,
    deliveries: z.array(
      z.object({
        tank_change_id: z.int().nullable().describe('Null if it was added by a person and no rise was seen.'),
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

/** Lower bounds of the battery ranges, percent; the first range is weak. */
export const BATTERY_RANGES = [0, 20, 40, 60, 80] as const

/** Number of batteries in each range, and the weakest ones. */
export const BatteryHealthResponse = () =>
  z.object({
    ranges: z.array(z.object({ from: z.int(), to: z.int(), count: z.int() })),
    unknown: z.int().describe('Devices that have not reported it yet.'),
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

export type ProductUsage = z.output<ReturnType<typeof ProductUsageResponse>>
export type MonthlyUsage = z.output<ReturnType<typeof MonthlyUsageResponse>>
export type FleetDeliveries = z.output<ReturnType<typeof FleetDeliveriesResponse>>
export type FleetDelivery = FleetDeliveries['deliveries'][number]
export type BatteryHealth = z.output<ReturnType<typeof BatteryHealthResponse>>
export type BatteryRange = BatteryHealth['ranges'][number]
