import { Decimal } from 'decimal.js'
import { MOST_COMPARTMENTS } from './tanker_trucks.ts'

/** Water at 15 °C, kg/L: a product's specific gravity is against it. */
const WATER = '0.99910'

/** What a check needs of a truck or trailer: litres of each compartment, kg it may carry (0 = not told). */
export interface Vehicle {
  num_of_compartments: number
  payload: number
  max_weight: number
  compartment1: number
  compartment2: number
  compartment3: number
  compartment4: number
  compartment5: number
}

/** One load: litres of a product in a compartment, or not yet in one. */
export interface Load {
  product_id: number | null
  compartment: number | null
  quantity: number
  specific_gravity: string | number
  /** L that the tank can still take; nothing when the tank is not watched. */
  ullage?: number | null
}

/** One compartment of the round, numbered through: the truck's first, then the trailer's. */
export interface Compartment {
  number: number
  vehicle: number
  capacity: number
}

export interface LoadIssue {
  /** Place of the load in the list. */
  index: number
  rule: 'compartment_missing' | 'two_products' | 'over_compartment' | 'over_weight' | 'over_ullage'
  params: { limit: number }
}

/** The compartments of truck and trailer, in the order in which they are numbered. */
export function compartmentsOf(vehicles: readonly Vehicle[]): Compartment[] {
  return vehicles
    .flatMap((vehicle, index) =>
      Array.from({ length: Math.min(vehicle.num_of_compartments, MOST_COMPARTMENTS) }, (_, at) => ({
        vehicle: index,
        capacity: Number(vehicle[`compartment${at + 1}` as keyof Vehicle]),
      })),
    )
    .map((compartment, at) => ({ ...compartment, number: at + 1 }))
}

/** What a volume weighs, kg. */
export function weightOf(litres: number, specific_gravity: string | number): number {
  return new Decimal(litres).times(specific_gravity).times(WATER).toNumber()
}

/** kg that a vehicle may carry; nothing when it is not told. */
export function weightLimit({ payload, max_weight }: Vehicle): number | null {
  const limits = [payload, max_weight].filter((limit) => limit > 0)
  return limits.length > 0 ? Math.min(...limits) : null
}

/**
 * What is wrong with a round: two products in one compartment, more than it holds, more than a vehicle may carry, more
 * than a watched tank can take. Without a vehicle only what needs none is judged.
 */
export function checkLoad(vehicles: readonly Vehicle[], loads: readonly Load[]): LoadIssue[] {
  const compartments = compartmentsOf(vehicles)
  return [
    ...loads.flatMap((load, index) => compartmentIssues(compartments, loads, load, index)),
    ...weightIssues(vehicles, compartments, loads),
    ...loads.flatMap((load, index): LoadIssue[] =>
      load.ullage != null && load.quantity > load.ullage
        ? [{ index, rule: 'over_ullage', params: { limit: Math.floor(load.ullage) } }]
        : [],
    ),
  ]
}

/** A compartment is judged once, at the load with which it becomes wrong. */
function compartmentIssues(
  compartments: readonly Compartment[],
  loads: readonly Load[],
  load: Load,
  index: number,
): LoadIssue[] {
  if (load.compartment === null) return []
  const before = loads.slice(0, index).filter(({ compartment }) => compartment === load.compartment)
  if (before.some(({ product_id }) => product_id !== load.product_id)) {
    return [{ index, rule: 'two_products', params: { limit: 1 } }]
  }
  if (compartments.length === 0) return []
  const found = compartments.find(({ number }) => number === load.compartment)
  if (!found) return [{ index, rule: 'compartment_missing', params: { limit: compartments.length } }]
  const filled = before.reduce((sum, { quantity }) => sum + quantity, load.quantity)
  return filled > found.capacity
    ? [{ index, rule: 'over_compartment', params: { limit: found.capacity } }]
    : []
}

/** Said at the load with which the vehicle becomes too heavy. */
function weightIssues(
  vehicles: readonly Vehicle[],
  compartments: readonly Compartment[],
  loads: readonly Load[],
): LoadIssue[] {
  return vehicles.flatMap((vehicle, at): LoadIssue[] => {
    const limit = weightLimit(vehicle)
    if (limit === null) return []
    const mine = new Set(compartments.filter((one) => one.vehicle === at).map(({ number }) => number))
    let total = 0
    const index = loads.findIndex((load) => {
      if (load.compartment !== null && mine.has(load.compartment)) {
        total += weightOf(load.quantity, load.specific_gravity)
      }
      return total > limit
    })
    return index < 0 ? [] : [{ index, rule: 'over_weight', params: { limit } }]
  })
}
