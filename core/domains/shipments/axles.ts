import { exactFigure, KILOGRAMS_PER_POUND } from './vehicleFigures.ts'

/** What a vehicle may need to be known of its axles; nothing of it is a limit that is not known. */
export interface AxleFigures {
  /** kg with vehicle and load. Of a semitrailer the front is its kingpin: what rests on the tractor. */
  front_axle_limit?: number | null
  front_axle_empty?: number | null
  rear_axle_limit?: number | null
  rear_axle_empty?: number | null
  /** The same in pounds, where they are told. */
  imperial_front_axle_limit?: unknown
  imperial_front_axle_empty?: unknown
  imperial_rear_axle_limit?: unknown
  imperial_rear_axle_empty?: unknown
  /** Percent of what a compartment holds that rests on the rear axles. */
  rear_share1?: string | number | null
  rear_share2?: string | number | null
  rear_share3?: string | number | null
  rear_share4?: string | number | null
  rear_share5?: string | number | null
}

export interface Axle {
  rule: 'over_front_axle' | 'over_rear_axle'
  /** kg with vehicle and load. */
  limit: number
  /** kg without a load. */
  empty: number
  /** The part of what each compartment holds that rests on it. */
  shares: readonly number[]
}

/**
 * The axle groups of a vehicle whose limits are known. What lies behind the rear axles, or before the front one, takes weight off the
 * other: that is not counted, for it may be delivered first. So no stop on the way makes an axle heavier than it was at the start.
 */
export function axlesOf(vehicle: AxleFigures & { num_of_compartments: number }): Axle[] {
  const kilograms = (name: 'front_axle_limit' | 'front_axle_empty' | 'rear_axle_limit' | 'rear_axle_empty') =>
    exactFigure(Number(vehicle[name] ?? 0), vehicle[`imperial_${name}`], KILOGRAMS_PER_POUND)
  const shares = (of: (rear: number) => number) =>
    Array.from({ length: vehicle.num_of_compartments }, (_, at) => {
      const rear = vehicle[`rear_share${at + 1}` as keyof AxleFigures]
      // Of what is not known all of it could rest there.
      return rear === null || rear === undefined ? 1 : Math.max(0, of(Number(rear) / 100))
    })
  const axles: Axle[] = [
    {
      rule: 'over_front_axle',
      limit: kilograms('front_axle_limit'),
      empty: kilograms('front_axle_empty'),
      shares: shares((rear) => 1 - rear),
    },
    {
      rule: 'over_rear_axle',
      limit: kilograms('rear_axle_limit'),
      empty: kilograms('rear_axle_empty'),
      shares: shares((rear) => rear),
    },
  ]
  return axles.filter(({ limit }) => limit > 0)
}
