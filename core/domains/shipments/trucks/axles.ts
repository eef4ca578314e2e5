import { COMPARTMENT_NUMBERS } from './tanker_trucks.ts'
import { exactFigure, KILOGRAMS_PER_POUND } from './vehicleFigures.ts'

/** Axle data of a vehicle; an unknown figure imposes no limit. */
export interface AxleFigures {
  /** kg with vehicle and load. The front of a semitrailer is its kingpin: the weight on the tractor. */
  front_axle_limit?: number | null
  front_axle_empty?: number | null
  rear_axle_limit?: number | null
  rear_axle_empty?: number | null
  /** Limits and empty weights in pounds, if entered in pounds. */
  imperial_front_axle_limit?: unknown
  imperial_front_axle_empty?: unknown
  imperial_rear_axle_limit?: unknown
  imperial_rear_axle_empty?: unknown
  /** Percent of a compartment's load that rests on the rear axles. */
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
  /** The share of each compartment's load that rests on it. */
  shares: readonly number[]
}

/**
 * The axle groups of a vehicle with known limits. Product behind the rear axles, or in front of the front one, takes weight off
 * the other axle; this relief is ignored, as that product may be delivered first. So no stop on the way makes an axle heavier
 * than at the start.
 */
export function axlesOf(vehicle: AxleFigures & { num_of_compartments: number }): Axle[] {
  const kilograms = (name: 'front_axle_limit' | 'front_axle_empty' | 'rear_axle_limit' | 'rear_axle_empty') =>
    exactFigure(Number(vehicle[name] ?? 0), vehicle[`imperial_${name}`], KILOGRAMS_PER_POUND)
  const shares = (of: (rear: number) => number) =>
    COMPARTMENT_NUMBERS.filter((number) => number <= vehicle.num_of_compartments).map((number) => {
      const rear = vehicle[`rear_share${number}`]
      // If the share is unknown, all of it may rest there.
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
