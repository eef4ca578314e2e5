// Longer than other files on purpose: every loading rule is here once, for the planner's screen and the server's refusals.

import { Decimal } from 'decimal.js'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { ROOM_ROUNDING } from '#core/domains/tanks/room.ts'
import { type CarriedLiquid, fillable, mayCarry } from '#core/domains/tanks/vehicleClasses.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { meterTolerance } from './onTruck/balanceOf.ts'
import { type Axle, type AxleFigures, axlesOf } from './trucks/axles.ts'
import { COMPARTMENT_NUMBERS } from './trucks/tanker_trucks.ts'
import { exactFigure, KILOGRAMS_PER_POUND, LITRES_PER_GALLON } from './trucks/vehicleFigures.ts'

/** Density of water at 15 °C, kg/L: the reference of specific gravity. */
const WATER = '0.99910'
/** Tolerance for volumes in L, for sums of floating-point numbers. */
const TOLERANCE = 1e-6

/** A truck or trailer as the checks need it: litres of each compartment, kg it may carry (0 = unknown). */
export interface Vehicle extends AxleFigures {
  truck_name?: string
  num_of_compartments: number
  payload: number
  max_weight: number
  compartment1: number
  compartment2: number
  compartment3: number
  compartment4: number
  compartment5: number
  /** The figures above in gallons and pounds, if entered in those units. */
  imperial_payload?: unknown
  imperial_max_weight?: unknown
  imperial_compartment1?: unknown
  imperial_compartment2?: unknown
  imperial_compartment3?: unknown
  imperial_compartment4?: unknown
  imperial_compartment5?: unknown
  /** Class that it is built for; `any` if unspecified. */
  vehicle_class?: string | null
  /** The class of each compartment that differs from the others. */
  compartment_class1?: string | null
  compartment_class2?: string | null
  compartment_class3?: string | null
  compartment_class4?: string | null
  compartment_class5?: string | null
  /** The end from which its compartments must be emptied; the first one is the foremost. */
  unloading_order?: string | null
  /** The last products in its compartments, where known. */
  last_products?: readonly (Product | null)[]
  /** Expected content of its compartments after earlier rounds, where known. */
  carried?: readonly (Carried | null)[]
}

/** A product as the checks need it. Lists of grades are separated by `|`. */
export interface Product extends CarriedLiquid {
  product_id: number | null
  product_name?: string | null
  grade?: string | null
  not_followed_by?: string | null
  not_beside?: string | null
}

/** Product in a compartment before anything is loaded, L. */
export interface Carried extends Product {
  liters: number
  specific_gravity: string | number
}

/** A load: litres of a product, with or without a compartment. */
export interface Load extends Product {
  compartment: number | null
  /** L. */
  quantity: number
  specific_gravity: string | number
  /** The tanks that it is for: one tank, or all tanks of a place that hold the product. */
  tanks?: readonly number[]
  /** Whether its tanks hold the product; undefined if unknown. */
  isHeld?: boolean | undefined
  /** L that the tank can still take, less what other shipments bring; null if it is not monitored. */
  room?: number | null
  /** Position of its stop in the round, if known. */
  stop?: number | null
  /** It fits already: others get only the room that it leaves. */
  isAboard?: boolean
}

/** A compartment of the round, numbered consecutively: the truck's first, then the trailer's. */
export interface Compartment {
  number: number
  vehicle: number
  capacity: number
  /** Class that it is built for. */
  class: string
}

export type LoadRule =
  | 'compartment_missing'
  | 'other_class'
  | 'two_products'
  | 'not_beside'
  | 'needs_cleaning'
  | 'carried_over'
  | 'over_compartment'
  | 'over_weight'
  | 'over_front_axle'
  | 'over_rear_axle'
  | 'out_of_order'
  | 'over_ullage'
  | 'no_tank_holds'
  | 'over_plan'
  | 'off_ticket'
  | 'over_load'

/** Rules that a person with the right may overrule, with a reason, before the round leaves. The others can never be overruled. */
export const OVERRULABLE: readonly LoadRule[] = [
  'over_ullage',
  'no_tank_holds',
  'needs_cleaning',
  'carried_over',
  'out_of_order',
]

/** Rules about a load's tank, regardless of its compartment. */
export const OF_TANKS: readonly LoadRule[] = ['over_ullage', 'no_tank_holds']

export interface LoadIssue {
  /** Index of the load. */
  index: number
  rule: LoadRule
  params: {
    /** The limit: litres, kilograms for a weight, or a number of compartments. */
    limit: number
    /** The actual figure, in the same unit. */
    found?: number
    /** The conflicting grade or compartment. */
    other?: string
    /** Name of the vehicle that the limit belongs to. */
    vehicle?: string
  }
}

/** The grade of a product, which decides what may share a compartment; defaults to its name. */
export function gradeOf({ grade, product_name, product_id }: Product): string {
  return (grade || product_name || String(product_id ?? '')).trim()
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether a list of grades, separated by `|`, contains a grade. */
export function forbids(list: string | null | undefined, grade: string): boolean {
  return (list ?? '').split('|').some((item) => item !== '' && same(item.trim(), grade))
}

/** The compartments of truck and trailer, in order of their numbers; litres. */
export function compartmentsOf(vehicles: readonly Vehicle[]): Compartment[] {
  return vehicles
    .flatMap((vehicle, index) =>
      COMPARTMENT_NUMBERS.filter((number) => number <= vehicle.num_of_compartments).map((number) => ({
        vehicle: index,
        capacity: exactFigure(
          Number(vehicle[`compartment${number}`]),
          vehicle[`imperial_compartment${number}`],
          LITRES_PER_GALLON,
        ),
        class: vehicle[`compartment_class${number}`] ?? vehicle.vehicle_class ?? 'any',
      })),
    )
    .map((compartment, index) => ({ ...compartment, number: index + 1 }))
}

/** Product carried over in the compartments of truck and trailer, by their numbers. */
export function carriedIn(vehicles: readonly Vehicle[]): Map<number, Carried> {
  const compartments = compartmentsOf(vehicles)
  return new Map(
    compartments.flatMap(({ number, vehicle }): [number, Carried][] => {
      const first = findOrThrow(compartments, (compartment) => compartment.vehicle === vehicle).number
      const carried = itemAt(vehicles, vehicle).carried?.[number - first]
      return carried && carried.liters > TOLERANCE ? [[number, carried]] : []
    }),
  )
}

/** Whether a load may be added to carried-over product: there is none, or it has the same grade. */
export function goesOn(load: Product, carried: Carried | undefined): boolean {
  return !carried || same(gradeOf(load), gradeOf(carried))
}

/**
 * Carried-over content beyond the loads of its compartment: a load of the same grade uses it first, so that both together take
 * no more room than the larger one.
 */
export function carriedBeyondLoads(vehicles: readonly Vehicle[], loads: readonly Load[]): Load[] {
  return [...carriedIn(vehicles)].flatMap(([compartment, carried]): Load[] => {
    const inside = loads.filter((load) => load.compartment === compartment)
    const left = carried.liters - total(inside)
    // If another grade is loaded, the compartment is emptied first, or the load refused.
    const stays = left > TOLERANCE && inside.every((load) => goesOn(load, carried))
    return stays ? [{ ...carried, compartment, quantity: left }] : []
  })
}

/** L of compartment volume that loads take, including expansion room. */
export function spaceTaken(loads: readonly (CarriedLiquid & { quantity: number })[]): number {
  return loads.reduce((sum, load) => sum + load.quantity / fillable(load), 0)
}

/** The weight of a volume, kg. */
export function weightOf(litres: number, specific_gravity: string | number): number {
  return new Decimal(litres).times(specific_gravity).times(WATER).toNumber()
}

/** kg that a vehicle may carry; null if unknown. */
export function weightLimit(vehicle: Vehicle): number | null {
  const { payload, max_weight, imperial_payload, imperial_max_weight } = vehicle
  const limits = [
    exactFigure(payload, imperial_payload, KILOGRAMS_PER_POUND),
    exactFigure(max_weight, imperial_max_weight, KILOGRAMS_PER_POUND),
  ].filter((limit) => limit > 0)
  return limits.length > 0 ? Math.min(...limits) : null
}

/** A weight limit of a vehicle or one of its axles, kg. */
export interface WeightLimit {
  rule: 'over_weight' | Axle['rule']
  limit: number
  /** Empty weight that counts towards the limit, kg. */
  empty: number
  /** The share of each compartment's load that counts; null: all of it. */
  shares: readonly number[] | null
}

/** The known weight limits of a vehicle: as a whole, and by axle. */
export function weightLimits(vehicle: Vehicle): WeightLimit[] {
  const limit = weightLimit(vehicle)
  return [
    ...(limit === null ? [] : [{ rule: 'over_weight' as const, limit, empty: 0, shares: null }]),
    ...axlesOf(vehicle),
  ]
}

/**
 * The issues of a round. Compartments: a product of another class, two grades in one, cleaning required, another grade carried
 * over, too much volume. Vehicles: incompatible grades, weight, axle loads, unloading order. Tanks: more than the monitored
 * tanks can take of all loads together. Without a vehicle, only the rules that need none are checked.
 */
export function checkLoad(vehicles: readonly Vehicle[], loads: readonly Load[]): LoadIssue[] {
  const compartments = compartmentsOf(vehicles)
  const carried = carriedBeyondLoads(vehicles, loads)
  const aboard = [...carried, ...loads]
  // Reported at a load, because carried-over product precedes all loads.
  const atLoads = (issues: readonly LoadIssue[]) =>
    loads.length === 0
      ? []
      : issues.map((issue) => ({ ...issue, index: Math.max(issue.index - carried.length, 0) }))
  return [
    ...loads.flatMap((load, index) => compartmentIssues(compartments, loads, load, index)),
    ...carriedIssues(vehicles, loads),
    ...atLoads(besideIssues(compartments, aboard).filter(({ index }) => index >= carried.length)),
    ...cleaningIssues(vehicles, compartments, loads),
    ...atLoads(weightIssues(vehicles, compartments, aboard)),
    ...orderIssues(vehicles, compartments, loads),
    ...heldIssues(loads),
    ...roomIssues(loads),
  ]
}

/** Reported at each load whose tanks hold another product. */
function heldIssues(loads: readonly Load[]): LoadIssue[] {
  return loads.flatMap(({ isHeld }, index): LoadIssue[] =>
    isHeld === false ? [{ index, rule: 'no_tank_holds', params: { limit: 1 } }] : [],
  )
}

/** Reported at the first load of a compartment that still holds another grade. */
function carriedIssues(vehicles: readonly Vehicle[], loads: readonly Load[]): LoadIssue[] {
  const carried = carriedIn(vehicles)
  return loads.flatMap((load, index): LoadIssue[] => {
    const before = load.compartment === null ? undefined : carried.get(load.compartment)
    if (!before || goesOn(load, before)) return []
    if (loads.findIndex(({ compartment }) => compartment === load.compartment) !== index) return []
    return [{ index, rule: 'carried_over', params: { limit: 1, other: gradeOf(before) } }]
  })
}

/** A compartment is reported once, at the load that breaks the rule. */
function compartmentIssues(
  compartments: readonly Compartment[],
  loads: readonly Load[],
  load: Load,
  index: number,
): LoadIssue[] {
  if (load.compartment === null) return []
  const before = loads.slice(0, index).filter(({ compartment }) => compartment === load.compartment)
  const other = before.find((item) => !same(gradeOf(item), gradeOf(load)))
  const mixed: LoadIssue[] = other
    ? [{ index, rule: 'two_products', params: { limit: 1, other: gradeOf(other) } }]
    : []
  if (compartments.length === 0) return mixed
  const found = compartments.find(({ number }) => number === load.compartment)
  if (!found)
    return [...mixed, { index, rule: 'compartment_missing', params: { limit: compartments.length } }]
  if (!mayCarry(found.class, load)) mixed.push({ index, rule: 'other_class', params: { limit: 1 } })
  const filled = spaceTaken([...before, load])
  // Reported at the load that exceeds it, and at no later one.
  if (filled <= found.capacity + TOLERANCE || spaceTaken(before) > found.capacity + TOLERANCE) return mixed
  const share = fillable(load)
  const params = { limit: found.capacity * share, found: filled * share }
  return [...mixed, { index, rule: 'over_compartment', params }]
}

/** Grades that must not be next to one another need two vehicles, whatever is between them. */
function besideIssues(compartments: readonly Compartment[], loads: readonly Load[]): LoadIssue[] {
  const vehicleOf = (load: Load) => compartments.find(({ number }) => number === load.compartment)?.vehicle
  return loads.flatMap((load, index): LoadIssue[] => {
    const vehicle = vehicleOf(load)
    if (vehicle === undefined) return []
    const other = loads
      .slice(0, index)
      .find(
        (item) =>
          vehicleOf(item) === vehicle &&
          (forbids(load.not_beside, gradeOf(item)) || forbids(item.not_beside, gradeOf(load))),
      )
    return other ? [{ index, rule: 'not_beside', params: { limit: 1, other: gradeOf(other) } }] : []
  })
}

/** Reported at the first load of a compartment whose last product must not be followed by it. */
function cleaningIssues(
  vehicles: readonly Vehicle[],
  compartments: readonly Compartment[],
  loads: readonly Load[],
): LoadIssue[] {
  const last = compartments.map(({ vehicle, number }) => {
    const first = findOrThrow(compartments, (compartment) => compartment.vehicle === vehicle).number
    return vehicles[vehicle]?.last_products?.[number - first] ?? null
  })
  return loads.flatMap((load, index): LoadIssue[] => {
    const before = load.compartment === null ? null : last[load.compartment - 1]
    if (!before || !forbids(before.not_followed_by, gradeOf(load))) return []
    if (loads.findIndex(({ compartment }) => compartment === load.compartment) !== index) return []
    return [{ index, rule: 'needs_cleaning', params: { limit: 1, other: gradeOf(before) } }]
  })
}

/** Reported at the load that makes the vehicle, or one of its axles, too heavy. */
function weightIssues(
  vehicles: readonly Vehicle[],
  compartments: readonly Compartment[],
  loads: readonly Load[],
): LoadIssue[] {
  return vehicles.flatMap((vehicle, at): LoadIssue[] => {
    const mine = compartments.filter((compartment) => compartment.vehicle === at).map(({ number }) => number)
    return weightLimits(vehicle).flatMap(({ rule, limit, empty, shares }): LoadIssue[] => {
      let weight = empty
      const index = loads.findIndex(({ compartment, quantity, specific_gravity }) => {
        const place = compartment === null ? -1 : mine.indexOf(compartment)
        if (place >= 0) weight += weightOf(quantity, specific_gravity) * (shares?.[place] ?? 1)
        return weight > limit + TOLERANCE
      })
      return index < 0 ? [] : [{ index, rule, params: { limit, found: weight, ...named(vehicle) } }]
    })
  })
}

const named = ({ truck_name }: Vehicle) => (truck_name ? { vehicle: truck_name } : {})

/** Rank of a compartment in the unloading order: lower is emptied sooner; null if the order is free. */
export function turnOf({ unloading_order }: Vehicle, number: number): number | null {
  if (unloading_order === 'rear_first') return -number
  return unloading_order === 'front_first' ? number : null
}

/** Reported at each load that must come off before a load for an earlier stop. Loads for one stop have no order. */
function orderIssues(
  vehicles: readonly Vehicle[],
  compartments: readonly Compartment[],
  loads: readonly Load[],
): LoadIssue[] {
  const placed = loads.map(({ compartment: number, stop }) => {
    const vehicle = compartments.find((compartment) => compartment.number === number)?.vehicle
    if (vehicle === undefined || number === null) return null
    const turn = turnOf(itemAt(vehicles, vehicle), number)
    return turn === null || stop === null || stop === undefined ? null : { number, vehicle, turn, stop }
  })
  return placed.flatMap((item, index): LoadIssue[] => {
    if (!item) return []
    const other = placed.find(
      (held) => held && held.vehicle === item.vehicle && held.turn > item.turn && held.stop < item.stop,
    )
    if (!other) return []
    const params = { limit: 1, other: String(other.number), ...named(itemAt(vehicles, item.vehicle)) }
    return [{ index, rule: 'out_of_order', params }]
  })
}

/** Loads to one tank are judged together, and reported at the one that exceeds its room. */
function roomIssues(loads: readonly Load[]): LoadIssue[] {
  return loads.flatMap((load, index): LoadIssue[] => {
    if (load.room === null || load.room === undefined) return []
    const before = loads
      .slice(0, index)
      .filter(({ tanks = [] }) => tanks.some((id) => load.tanks?.includes(id)))
    const found = total([...before, load])
    const isFirst = total(before) <= load.room + ROOM_ROUNDING
    return found > load.room + ROOM_ROUNDING && isFirst
      ? [{ index, rule: 'over_ullage', params: { limit: load.room, found } }]
      : []
  })
}

/** A load as delivered: `quantity` was delivered, `loaded` was planned. */
export interface Delivered extends Load {
  loaded: number
  /** Its ticket explains why more was delivered than planned. */
  isExplained?: boolean
  /** Litres of its tickets; null without one. */
  ticketed?: number | null
}

/** Total L of a product in a compartment during a round; null if no lift was recorded. */
export interface Aboard extends Product {
  compartment: number
  litres: number | null
}

/** Largest difference in L between a ticket and the office's figure that rounding explains. */
const TICKET_ROUNDING = 1

/** Default tolerance of a company, percent: a delivery may differ from its plan by this much without a reason. */
const USUAL_TOLERANCE = 5

/** Whether a delivery differs from its plan by more than the company's tolerance; both in one unit. */
export function isOffPlan(delivered: number, planned: number, tolerance: number | null): boolean {
  return Math.abs(delivered - planned) > (planned * (tolerance ?? USUAL_TOLERANCE)) / 100 + TOLERANCE
}

/**
 * Deliveries that exceed their plan without a reason, the quantity of their product on board, or the tank's room, in litres. Exceeding the
 * plan, or differing from the ticket, only needs a reason; a user with the right may accept the rest, as it has already happened.
 */
export function checkDelivery(
  vehicles: readonly Vehicle[],
  loads: readonly Delivered[],
  { aboard = [], tolerance = null }: { aboard?: readonly Aboard[]; tolerance?: number | null } = {},
): LoadIssue[] {
  const compartments = compartmentsOf(vehicles)
  return [
    ...loads.flatMap(({ quantity, loaded, isExplained }, index): LoadIssue[] =>
      quantity > loaded && isOffPlan(quantity, loaded, tolerance) && !isExplained
        ? [{ index, rule: 'over_plan', params: { limit: loaded, found: quantity } }]
        : [],
    ),
    ...loads.flatMap(({ quantity, ticketed = null }, index): LoadIssue[] =>
      ticketed !== null && Math.abs(quantity - ticketed) > TICKET_ROUNDING
        ? [{ index, rule: 'off_ticket', params: { limit: ticketed, found: quantity } }]
        : [],
    ),
    ...loads.flatMap((load, index): LoadIssue[] => {
      const ofGrade = loads.filter((item) => same(gradeOf(item), gradeOf(load)))
      const before = total(ofGrade.filter((item) => loads.indexOf(item) < index))
      const limit = mostBrought(compartments, aboard, ofGrade)
      const found = before + load.quantity
      // The meters of the rack and of the truck may both be off: an emptied compartment can show more delivered than lifted.
      const tolerance = meterTolerance(load.product_group === LIQUEFIED_GAS)
      const isBeyond = (litres: number) => litres > limit + (limit + litres) * tolerance
      return isBeyond(found) && !isBeyond(before)
        ? [{ index, rule: 'over_load', params: { limit, found } }]
        : []
    }),
    ...roomIssues(loads),
  ]
}

/**
 * The maximum volume (L) of a grade that a round can have delivered: the quantity on board in all compartments, but at least the planned
 * one. A compartment without a recorded lift counts as full.
 */
function mostBrought(
  compartments: readonly Compartment[],
  aboard: readonly Aboard[],
  loads: readonly Delivered[],
): number {
  const planned = loads.reduce((sum, { loaded }) => sum + loaded, 0)
  const there = compartments.reduce((sum, { number, capacity }) => {
    const content = aboard.find(({ compartment }) => compartment === number)
    const isPlanned = loads.some(({ compartment }) => compartment === number)
    if (content?.litres == null) return isPlanned ? sum + capacity : sum
    return same(gradeOf(content), gradeOf(firstOf(loads))) ? sum + content.litres : sum
  }, 0)
  return Math.max(planned, there)
}

function total(loads: readonly Load[]): number {
  return loads.reduce((sum, { quantity }) => sum + quantity, 0)
}
