import {
  carriedBeyondLoads,
  carriedIn,
  compartmentsOf,
  forbids,
  goesOn,
  gradeOf,
  type Load,
  spaceTaken,
  weightOf,
} from '#core/domains/shipments/checkLoad.ts'
import { spareWeights } from '#core/domains/shipments/trucks/spareWeight.ts'
import { fillable, mayCarry } from '#core/domains/tanks/vehicleClasses.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { RoutingProblem, RoutingStop, RoutingVehicle, Space } from '../routing/problem.ts'
import { withNowhere } from '../routing/withNowhere.ts'
import type { ProposableNeed, ProposalTask, TruckDay } from './proposal.ts'
import { aloneCosts, COST, TRUCK_DAY, visitCost, worthOf } from './worth.ts'

/** Tolerance for volumes, L. */
const TOLERANCE = 1e-6
/** Dimension 0 is kg; the others are the grades. */
const GRADES_FROM = 1

/** A compartment of a truck day with free capacity. */
interface OpenCompartment extends Space {
  number: number
}

/** A task as a problem for the route search: its stops are the needs, followed by the fixed halts. */
export interface ProposalProblem {
  problem: RoutingProblem
  /** Per truck day: the compartments of its spaces; L in whole steps. */
  open: readonly (readonly OpenCompartment[])[]
  /** Per need: L in whole steps, at most what the largest truck takes; 0 if none takes it. */
  litres: readonly number[]
  /** The dimension of a need's grade. */
  gradeOf: (need: number) => number
  /** The share of a compartment that a need may fill. */
  fillableOf: (need: number) => number
}

/** A stop that a person fixed is delivered there whenever that is possible. */
const prizeOf = (need: ProposableNeed, cost: number) =>
  need.fixed === null ? worthOf(need, cost) : worthOf({ ...need, rank: 'must' }, cost) * 10

const daysOf = ({ fixed, truckDays }: ProposableNeed) => (fixed === null ? truckDays : [fixed])

export function proposalProblem(task: ProposalTask): ProposalProblem {
  const { needs, truckDays, step } = task
  const grades = [...new Set(needs.map(({ load }) => gradeKey(load)))]
  const dimensionOf = (need: number) => GRADES_FROM + grades.indexOf(gradeKey(itemAt(needs, need).load))
  const samples = grades.map((grade) => findOrThrow(needs, ({ load }) => gradeKey(load) === grade))
  const open = truckDays.map((day) => openCompartments(day, samples, step))
  const spare = truckDays.map(spareWeight)
  const mostOn = (day: number, need: ProposableNeed, at: number) =>
    maxLitresOf(itemAt(open, day), dimensionOf(at), itemAt(spare, day), need, step)
  const litres = needs.map((need, index) =>
    Math.min(need.litres, Math.max(0, ...need.truckDays.map((day) => mostOn(day, need, index)))),
  )
  const costs = aloneCosts(task.travel, needs, truckDays)
  const stops = needs.map((need, index): RoutingStop => {
    const demand = new Array<number>(GRADES_FROM + grades.length).fill(0)
    demand[0] = weightOf(itemAt(litres, index), need.load.specific_gravity)
    demand[dimensionOf(index)] = stepped(itemAt(litres, index) / fillable(need.load), step)
    return {
      ...{ place: need.place, demand, service: need.service, windows: need.windows ?? [] },
      prize: prizeOf(need, itemAt(costs, index)),
      vehicles: canBeBrought(need, itemAt(litres, index)) ? daysOf(need) : [],
      costs: truckDays.map(({ day }) => visitCost(need, day)),
    }
  })
  const vehicles = truckDays.map((day, index): RoutingVehicle => {
    const locked = day.halts.map((_, halt) => stops.length + halt)
    for (const { windows, ...halt } of day.halts)
      stops.push({ ...halt, windows: windows ?? [], demand: [], prize: null, vehicles: [index] })
    const home = day.home ?? task.travel.places
    return {
      ...{ start: home, end: home, shift: day.shift, locked, terminal: null, loadsFirst: false, pace: 1 },
      ...{ capacity: [itemAt(spare, index)], spaces: itemAt(open, index), fixedCost: TRUCK_DAY },
    }
  })
  const travel = withNowhere(task.travel)
  const products = { from: GRADES_FROM, apart: apartOf(samples) }
  const problem: RoutingProblem = { travel, cost: COST, terminals: [], stops, vehicles, products }
  const fillableOf = (need: number) => fillable(itemAt(needs, need).load)
  return { problem, open, litres, gradeOf: dimensionOf, fillableOf }
}

const gradeKey = (load: ProposableNeed['load']) => gradeOf(load).toLowerCase()

/** Compartment volume (L) that a load occupies, rounded up to whole steps. */
export function stepped(litres: number, step: number): number {
  return Math.ceil(litres / step - TOLERANCE) * step
}

const wholeSteps = (litres: number, step: number) => Math.max(0, Math.floor(litres / step + TOLERANCE) * step)

function canBeBrought({ windows, truckDays }: ProposableNeed, litres: number): boolean {
  return litres > TOLERANCE && truckDays.length > 0 && windows?.length !== 0
}

/** A round with a trailer, or with a load without a compartment, takes nothing more: it was planned by a person. */
function openCompartments(
  { vehicles, aboard }: TruckDay,
  samples: readonly ProposableNeed[],
  step: number,
): OpenCompartment[] {
  const [truck] = vehicles
  if (!truck || vehicles.length > 1 || aboard.some(({ compartment }) => compartment === null)) return []
  const before = carriedIn(vehicles)
  const all = [...carriedBeyondLoads(vehicles, aboard), ...aboard]
  return compartmentsOf(vehicles).flatMap(({ number, capacity, class: built }): OpenCompartment[] => {
    const inside = aboard.filter(({ compartment }) => compartment === number)
    const last = truck.last_products?.[number - 1] ?? null
    const takes = samples.flatMap(({ load }, grade) => {
      const isSame = inside.every((item) => gradeOf(item).toLowerCase() === gradeKey(load))
      const isClean = inside.length > 0 || !last || !forbids(last.not_followed_by, gradeOf(load))
      const isApart = all.every((item) => !mustBeApart(item, load))
      const isOnItsOwn = goesOn(load, before.get(number))
      const isFit = mayCarry(built, load)
      return isSame && isClean && isApart && isOnItsOwn && isFit ? [GRADES_FROM + grade] : []
    })
    const free = wholeSteps(capacity - spaceTaken(inside), step)
    return free > 0 && takes.length > 0 ? [{ number, capacity: free, takes }] : []
  })
}

function mustBeApart(one: Omit<Load, 'compartment' | 'quantity'>, other: typeof one): boolean {
  return forbids(one.not_beside, gradeOf(other)) || forbids(other.not_beside, gradeOf(one))
}

function apartOf(samples: readonly ProposableNeed[]): [number, number][] {
  return samples.flatMap((sample, index) =>
    samples
      .slice(0, index)
      .flatMap((other, before): [number, number][] =>
        sample.isGas !== other.isGas || mustBeApart(sample.load, other.load)
          ? [[GRADES_FROM + before, GRADES_FROM + index]]
          : [],
      ),
  )
}

/** Upper bound of the weight (kg) that a truck can still take; its distribution is checked when compartments are assigned. */
function spareWeight({ vehicles, aboard }: TruckDay): number {
  const spare = spareWeights(vehicles, aboard)
  return vehicles.reduce(
    (sum, _, at) =>
      sum + Math.max(...spare.filter(({ vehicle }) => vehicle === at).map(({ kilograms }) => kilograms)),
    0,
  )
}

/** Maximum L of a need that a truck day takes. */
function maxLitresOf(
  open: readonly OpenCompartment[],
  dimension: number,
  spare: number,
  { litres, load }: ProposableNeed,
  step: number,
): number {
  const room = open.reduce((sum, { capacity, takes }) => sum + (takes.includes(dimension) ? capacity : 0), 0)
  const byWeight = spare / weightOf(1, load.specific_gravity)
  const share = fillable(load)
  if (litres <= byWeight && stepped(litres / share, step) <= room + TOLERANCE) return litres
  return wholeSteps(Math.min(room * share, byWeight), step)
}
