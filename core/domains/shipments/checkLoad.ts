// Longer than others on purpose: every rule of a load stands here once, for the planner's screen and the server's refusals.
import { Decimal } from 'decimal.js'
import { ROOM_ROUNDING } from '#core/domains/tanks/room.ts'
import { type CarriedLiquid, fillable, mayCarry } from '#core/domains/tanks/vehicleClasses.ts'
import { type Axle, type AxleFigures, axlesOf } from './axles.ts'
import { MOST_COMPARTMENTS } from './tanker_trucks.ts'
import { exactFigure, KILOGRAMS_PER_POUND, LITRES_PER_GALLON } from './vehicleFigures.ts'

/** Water at 15 °C, kg/L: a product's specific gravity is against it. */
const WATER = '0.99910'
/** L below which two volumes are the same: what adding up binary figures loses. */
const NOTHING = 1e-6

/** What a check needs of a truck or trailer: litres of each compartment, kg it may carry (0 = not told). */
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
  /** The same in gallons and pounds, where they are told. */
  imperial_payload?: unknown
  imperial_max_weight?: unknown
  imperial_compartment1?: unknown
  imperial_compartment2?: unknown
  imperial_compartment3?: unknown
  imperial_compartment4?: unknown
  imperial_compartment5?: unknown
  /** What it is built to carry; `any` where nothing is stated. */
  vehicle_class?: string | null
  /** The same of single compartments that differ. */
  compartment_class1?: string | null
  compartment_class2?: string | null
  compartment_class3?: string | null
  compartment_class4?: string | null
  compartment_class5?: string | null
  /** From which end its compartments have to be emptied; the first one is the foremost. */
  unloading_order?: string | null
  /** The products that its compartments carried last, where that is known. */
  last_products?: readonly (Product | null)[]
  /** What is expected to be left in its compartments by the rounds before, where that is known. */
  carried?: readonly (Carried | null)[]
}

/** What a check needs of a product. Lists of grades are parted by `|`. */
export interface Product extends CarriedLiquid {
  product_id: number | null
  product_name?: string | null
  grade?: string | null
  not_followed_by?: string | null
  not_beside?: string | null
}

/** What lies in a compartment before anything is loaded, L. */
export interface Carried extends Product {
  liters: number
  specific_gravity: string | number
}

/** One load: litres of a product in a compartment, or not yet in one. */
export interface Load extends Product {
  compartment: number | null
  /** L. */
  quantity: number
  specific_gravity: string | number
  /** The tanks that it is for: one, or those of a place that hold the product. */
  tanks?: readonly number[]
  /** Whether its tanks hold the product; nothing where that is not known. */
  isHeld?: boolean | undefined
  /** L that the tank can still take, beside what other shipments bring; nothing when it is not watched. */
  room?: number | null
  /** The place of its stop in the round, where that is known. */
  stop?: number | null
}

/** One compartment of the round, numbered through: the truck's first, then the trailer's. */
export interface Compartment {
  number: number
  vehicle: number
  capacity: number
  /** What it is built to carry. */
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
  | 'over_load'

/** These a person with the right may let pass, with a reason, before the round leaves. The others no reason makes possible. */
export const OVERRULABLE: readonly LoadRule[] = [
  'over_ullage',
  'no_tank_holds',
  'needs_cleaning',
  'carried_over',
  'out_of_order',
]

/** What is a matter of the tank that a load is for, and not of where the load stands. */
export const OF_TANKS: readonly LoadRule[] = ['over_ullage', 'no_tank_holds']

export interface LoadIssue {
  /** Place of the load in the list. */
  index: number
  rule: LoadRule
  params: {
    /** Litres of the limit, kilograms for a weight, a number of compartments. */
    limit: number
    /** What there is, in the same measure. */
    found?: number
    /** The grade, or the compartment, that is in the way. */
    other?: string
    /** What the vehicle is called whose limit it is. */
    vehicle?: string
  }
}

/** The grade of a product: by it one tells what may share a compartment. Without one its name is it. */
export function gradeOf({ grade, product_name, product_id }: Product): string {
  return (grade || product_name || String(product_id ?? '')).trim()
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether a list of grades, parted by `|`, holds a grade: what a product must not follow, or stand beside. */
export function forbids(list: string | null | undefined, grade: string): boolean {
  return (list ?? '').split('|').some((one) => one !== '' && same(one.trim(), grade))
}

/** The compartments of truck and trailer, in the order in which they are numbered; litres. */
export function compartmentsOf(vehicles: readonly Vehicle[]): Compartment[] {
  return vehicles
    .flatMap((vehicle, index) =>
      Array.from({ length: Math.min(vehicle.num_of_compartments, MOST_COMPARTMENTS) }, (_, at) => ({
        vehicle: index,
        capacity: exactFigure(
          Number(vehicle[`compartment${at + 1}` as keyof Vehicle]),
          vehicle[`imperial_compartment${at + 1}` as keyof Vehicle],
          LITRES_PER_GALLON,
        ),
        class: String(
          vehicle[`compartment_class${at + 1}` as keyof Vehicle] ?? vehicle.vehicle_class ?? 'any',
        ),
      })),
    )
    .map((compartment, at) => ({ ...compartment, number: at + 1 }))
}

/** What lies in the compartments of truck and trailer, by their numbers. */
export function carriedIn(vehicles: readonly Vehicle[]): Map<number, Carried> {
  const compartments = compartmentsOf(vehicles)
  return new Map(
    compartments.flatMap(({ number, vehicle }): [number, Carried][] => {
      const first = compartments.find((one) => one.vehicle === vehicle)!.number
      const carried = vehicles[vehicle]!.carried?.[number - first]
      return carried && carried.liters > NOTHING ? [[number, carried]] : []
    }),
  )
}

/** Whether a load may go on what lies in its compartment: nothing does, or the same grade. */
export function goesOn(load: Product, carried: Carried | undefined): boolean {
  return !carried || same(gradeOf(load), gradeOf(carried))
}

/**
 * What is carried over beyond the loads of its compartment: a load of the same grade is brought from it first, so that both
 * together take no more room than the larger one.
 */
export function carriedBeside(vehicles: readonly Vehicle[], loads: readonly Load[]): Load[] {
  return [...carriedIn(vehicles)].flatMap(([compartment, carried]): Load[] => {
    const inside = loads.filter((load) => load.compartment === compartment)
    const left = carried.liters - total(inside)
    // Where another grade goes the compartment is emptied first, or refused.
    const stays = left > NOTHING && inside.every((load) => goesOn(load, carried))
    return stays ? [{ ...carried, compartment, quantity: left }] : []
  })
}

/** L of compartments that loads take, each with the room to expand that it needs. */
export function spaceTaken(loads: readonly (CarriedLiquid & { quantity: number })[]): number {
  return loads.reduce((sum, load) => sum + load.quantity / fillable(load), 0)
}

/** What a volume weighs, kg. */
export function weightOf(litres: number, specific_gravity: string | number): number {
  return new Decimal(litres).times(specific_gravity).times(WATER).toNumber()
}

/** kg that a vehicle may carry; nothing when it is not told. */
export function weightLimit(vehicle: Vehicle): number | null {
  const { payload, max_weight, imperial_payload, imperial_max_weight } = vehicle
  const limits = [
    exactFigure(payload, imperial_payload, KILOGRAMS_PER_POUND),
    exactFigure(max_weight, imperial_max_weight, KILOGRAMS_PER_POUND),
  ].filter((limit) => limit > 0)
  return limits.length > 0 ? Math.min(...limits) : null
}

/** A limit of weight, kg, of a vehicle or an axle of it. */
export interface WeightLimit {
  rule: 'over_weight' | Axle['rule']
  limit: number
  /** kg that count without a load. */
  empty: number
  /** The part of what each compartment holds that counts; all of it without them. */
  shares: readonly number[] | null
}

/** What limits the weight of a vehicle's load, as far as it is known: the vehicle as a whole, and its axles. */
export function weightLimits(vehicle: Vehicle): WeightLimit[] {
  const limit = weightLimit(vehicle)
  return [
    ...(limit === null ? [] : [{ rule: 'over_weight' as const, limit, empty: 0, shares: null }]),
    ...axlesOf(vehicle),
  ]
}

/**
 * What is wrong with a round: a product in a compartment of another class, two grades in one compartment, or on one vehicle that must not be; a compartment that must be
 * cleaned first, or still holds another grade; more than it holds, more than a vehicle or its axles may carry, more than the watched tanks
 * can take of all loads together; what comes off a vehicle before it is at its stop. Without a vehicle only what needs none is judged.
 */
export function checkLoad(vehicles: readonly Vehicle[], loads: readonly Load[]): LoadIssue[] {
  const compartments = compartmentsOf(vehicles)
  const carried = carriedBeside(vehicles, loads)
  const aboard = [...carried, ...loads]
  // Said at a load: what is carried over comes before them all.
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

/** Said at each load whose tanks hold something else. */
function heldIssues(loads: readonly Load[]): LoadIssue[] {
  return loads.flatMap(({ isHeld }, index): LoadIssue[] =>
    isHeld === false ? [{ index, rule: 'no_tank_holds', params: { limit: 1 } }] : [],
  )
}

/** Said at the first load of a compartment in which another grade lies still. */
function carriedIssues(vehicles: readonly Vehicle[], loads: readonly Load[]): LoadIssue[] {
  const carried = carriedIn(vehicles)
  return loads.flatMap((load, index): LoadIssue[] => {
    const before = load.compartment === null ? undefined : carried.get(load.compartment)
    if (!before || goesOn(load, before)) return []
    if (loads.findIndex(({ compartment }) => compartment === load.compartment) !== index) return []
    return [{ index, rule: 'carried_over', params: { limit: 1, other: gradeOf(before) } }]
  })
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
  const other = before.find((one) => !same(gradeOf(one), gradeOf(load)))
  const mixed: LoadIssue[] = other
    ? [{ index, rule: 'two_products', params: { limit: 1, other: gradeOf(other) } }]
    : []
  if (compartments.length === 0) return mixed
  const found = compartments.find(({ number }) => number === load.compartment)
  if (!found)
    return [...mixed, { index, rule: 'compartment_missing', params: { limit: compartments.length } }]
  if (!mayCarry(found.class, load)) mixed.push({ index, rule: 'other_class', params: { limit: 1 } })
  const filled = spaceTaken([...before, load])
  // Said at the load that makes it too much, and at no later one.
  if (filled <= found.capacity + NOTHING || spaceTaken(before) > found.capacity + NOTHING) return mixed
  const share = fillable(load)
  const params = { limit: found.capacity * share, found: filled * share }
  return [...mixed, { index, rule: 'over_compartment', params }]
}

/** Grades that react with one another stand on two vehicles, whatever stands between them. */
function besideIssues(compartments: readonly Compartment[], loads: readonly Load[]): LoadIssue[] {
  const vehicleOf = (load: Load) => compartments.find(({ number }) => number === load.compartment)?.vehicle
  return loads.flatMap((load, index): LoadIssue[] => {
    const vehicle = vehicleOf(load)
    if (vehicle === undefined) return []
    const other = loads
      .slice(0, index)
      .find(
        (one) =>
          vehicleOf(one) === vehicle &&
          (forbids(load.not_beside, gradeOf(one)) || forbids(one.not_beside, gradeOf(load))),
      )
    return other ? [{ index, rule: 'not_beside', params: { limit: 1, other: gradeOf(other) } }] : []
  })
}

/** Said at the first load of a compartment that carried something before which must not be followed by it. */
function cleaningIssues(
  vehicles: readonly Vehicle[],
  compartments: readonly Compartment[],
  loads: readonly Load[],
): LoadIssue[] {
  const last = compartments.map(({ vehicle, number }) => {
    const first = compartments.find((one) => one.vehicle === vehicle)!.number
    return vehicles[vehicle]?.last_products?.[number - first] ?? null
  })
  return loads.flatMap((load, index): LoadIssue[] => {
    const before = load.compartment === null ? null : last[load.compartment - 1]
    if (!before || !forbids(before.not_followed_by, gradeOf(load))) return []
    if (loads.findIndex(({ compartment }) => compartment === load.compartment) !== index) return []
    return [{ index, rule: 'needs_cleaning', params: { limit: 1, other: gradeOf(before) } }]
  })
}

/** Said at the load with which the vehicle, or an axle of it, becomes too heavy. */
function weightIssues(
  vehicles: readonly Vehicle[],
  compartments: readonly Compartment[],
  loads: readonly Load[],
): LoadIssue[] {
  return vehicles.flatMap((vehicle, at): LoadIssue[] => {
    const mine = compartments.filter((one) => one.vehicle === at).map(({ number }) => number)
    return weightLimits(vehicle).flatMap(({ rule, limit, empty, shares }): LoadIssue[] => {
      let weight = empty
      const index = loads.findIndex(({ compartment, quantity, specific_gravity }) => {
        const place = compartment === null ? -1 : mine.indexOf(compartment)
        if (place >= 0) weight += weightOf(quantity, specific_gravity) * (shares?.[place] ?? 1)
        return weight > limit + NOTHING
      })
      return index < 0 ? [] : [{ index, rule, params: { limit, found: weight, ...named(vehicle) } }]
    })
  })
}

const named = ({ truck_name }: Vehicle) => (truck_name ? { vehicle: truck_name } : {})

/** How soon a compartment of a vehicle is emptied: the smaller the sooner; nothing where any may be emptied first. */
export function turnOf({ unloading_order }: Vehicle, number: number): number | null {
  if (unloading_order === 'rear_first') return -number
  return unloading_order === 'front_first' ? number : null
}

/** Said at each load that has to be off before another that is for an earlier stop. What is for one stop has no order. */
function orderIssues(
  vehicles: readonly Vehicle[],
  compartments: readonly Compartment[],
  loads: readonly Load[],
): LoadIssue[] {
  const placed = loads.map(({ compartment: number, stop }) => {
    const vehicle = compartments.find((one) => one.number === number)?.vehicle
    const turn = vehicle === undefined ? null : turnOf(vehicles[vehicle]!, number!)
    return turn === null || stop === null || stop === undefined ? null : { number, vehicle, turn, stop }
  })
  return placed.flatMap((one, index): LoadIssue[] => {
    if (!one) return []
    const other = placed.find(
      (held) => held && held.vehicle === one.vehicle && held.turn > one.turn && held.stop < one.stop,
    )
    if (!other) return []
    const params = { limit: 1, other: String(other.number), ...named(vehicles[one.vehicle!]!) }
    return [{ index, rule: 'out_of_order', params }]
  })
}

/** Loads to one tank are judged together, and said at the one with which they become too much. */
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

/** A load as it was brought: `quantity` is what was delivered, `loaded` what was planned with it. */
export interface Delivered extends Load {
  loaded: number
  /** Its ticket says why it is more than was planned. */
  isExplained?: boolean
}

/** L of a product that were in a compartment on a round, in all; null where no lift was recorded. */
export interface Aboard extends Product {
  compartment: number
  litres: number | null
}

/** Percent by which a delivery may differ from its plan before a reason is needed, where its company does not say. */
const USUAL_TOLERANCE = 5

/** Whether a delivery differs from its plan by more than a company lets pass without a reason; in one unit. */
export function isOffPlan(delivered: number, planned: number, tolerance: number | null): boolean {
  return Math.abs(delivered - planned) > (planned * (tolerance ?? USUAL_TOLERANCE)) / 100 + NOTHING
}

/**
 * What of a delivery goes beyond its plan without a reason, beyond what was on board of its product, or beyond the room that the tank
 * had, all in litres. What is beyond the plan needs only a reason; the rest can be let pass by a person with the right: it has happened.
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
    ...loads.flatMap((load, index): LoadIssue[] => {
      const ofGrade = loads.filter((one) => same(gradeOf(one), gradeOf(load)))
      const before = total(ofGrade.filter((one) => loads.indexOf(one) < index))
      const limit = mostBrought(compartments, aboard, ofGrade)
      const found = before + load.quantity
      return found > limit + NOTHING && before <= limit + NOTHING
        ? [{ index, rule: 'over_load', params: { limit, found } }]
        : []
    }),
    ...roomIssues(loads),
  ]
}

/**
 * L of one grade that a round can have brought: what was on board of it in all compartments, and never less than was planned. Of a
 * compartment without a recorded lift it is as much as it holds.
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
    return same(gradeOf(content), gradeOf(loads[0]!)) ? sum + content.litres : sum
  }, 0)
  return Math.max(planned, there)
}

function total(loads: readonly Load[]): number {
  return loads.reduce((sum, { quantity }) => sum + quantity, 0)
}
