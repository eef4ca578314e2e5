import { fillable, mayCarry } from '#core/domains/tanks/vehicleClasses.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import {
  type Compartment,
  carriedIn,
  compartmentsOf,
  forbids,
  goesOn,
  gradeOf,
  type Load,
  type LoadRule,
  type Product,
  turnOf,
  type Vehicle,
  weightLimits,
  weightOf,
} from '../checkLoad.ts'
import { isOrdered, unloadingRows } from './unloadingRows.ts'

/** Rules that the programme can omit to find out which of them is binding. */
export const LOADING_LIMITS = [
  'over_weight',
  'over_front_axle',
  'over_rear_axle',
  'out_of_order',
  'over_compartment',
  'other_class',
  'two_products',
  'not_beside',
  'needs_cleaning',
  'carried_over',
  'over_ullage',
] as const satisfies readonly LoadRule[]
export type LoadingLimit = (typeof LOADING_LIMITS)[number]

/** Why something stays behind: a limit, or a missing compartment that a person chose. */
export const LOADING_REASONS = [
  ...LOADING_LIMITS,
  'compartment_missing',
] as const satisfies readonly LoadRule[]
export type LoadingReason = (typeof LOADING_REASONS)[number]

/** Input of a loading: vehicles, and loads with or without a compartment that a person chose. */
export interface LoadingTask {
  vehicles: readonly Vehicle[]
  loads: readonly Load[]
}

/** A mixed-integer programme in CPLEX LP format, with the meaning of its variables. */
export interface LoadingProgramme {
  text: string
  /** Its relaxation with continuous variables: an upper bound, solved many times faster. */
  relaxed: string
  /** Parts by variable name: litres of a load, or of identical loads, in a compartment. */
  parts: ReadonlyMap<string, Part>
  /** Variables of the litres of each load aboard, in the order of the loads. */
  aboard: readonly string[]
}

/** Loads of a variable, and its compartment. */
interface Part {
  loads: readonly number[]
  compartment: number
}

interface ProgrammeOptions {
  /** Minimum litres aboard; the programme then minimizes pieces. Default: it maximizes litres. */
  leastAboard?: number
  without?: readonly LoadingLimit[]
}

/** L by which a solution may miss the optimum; the solver's own tolerance is 1e-7 of a scaled row. */
const SLACK = 1e-4

/**
 * The loading of a round as a mixed-integer linear programme, after the multi-compartment loading problem of Coelho and Laporte
 * ("Classification, models and exact algorithms for multi-compartment delivery problems", EJOR 242, 2015): a compartment holds
 * one grade, a load may be split over several, and several loads of one grade may share one. Its constraints are exactly the
 * rules of `checkLoad`.
 *
 * a = litres of a load aboard, x = litres of a load (of identical loads, while pieces do not count) in a compartment, y = a
 * grade is in a compartment, z = a grade is on a vehicle, u = a load has a piece in a compartment.
 */
export function loadingProgramme(task: LoadingTask, options: ProgrammeOptions = {}): LoadingProgramme {
  const model = modelOf(task, options)
  const { loads, compartments, aboard, parts, rows, binaries } = model
  addParts(model, options.leastAboard !== undefined)
  for (const compartment of compartments) addCompartment(model, compartment)
  task.vehicles.forEach((_, index) => {
    addVehicle(model, index)
  })
  addTanks(model)
  const goal = options.leastAboard === undefined ? sum(aboard) : fewestPieces(model, options.leastAboard)
  const bounds = loads.map((load, index) => {
    const most = model.mostOf(load)
    const least = load.isAboard ? Math.max(most - SLACK, 0) : 0
    return ` ${figure(least)} <= ${aboard[index]} <= ${figure(most)}`
  })
  const head = [
    `${options.leastAboard === undefined ? 'Maximize' : 'Minimize'}\n obj: ${goal}`,
    `Subject To\n${rows.map((row, index) => ` r${index}: ${row}`).join('\n')}`,
    `Bounds\n${bounds.join('\n')}`,
  ].join('\n')
  return {
    text: `${head}\nBinary\n ${[...binaries].join('\n ')}\nEnd\n`,
    relaxed: `${head}\n${[...binaries].map((name) => ` 0 <= ${name} <= 1\n`).join('')}End\n`,
    ...{ parts, aboard },
  }
}

/** A programme while it is written: its facts, its parts, and the rows and binary variables so far. */
type Model = ReturnType<typeof modelOf>

function modelOf({ vehicles, loads }: LoadingTask, { without }: ProgrammeOptions) {
  const holds = (rule: LoadingLimit) => !without?.includes(rule)
  const compartments = compartmentsOf(vehicles)
  const firstIn = (vehicle: number) =>
    findOrThrow(compartments, (compartment) => compartment.vehicle === vehicle).number
  const mostOf = ({ quantity, room }: Load) =>
    room == null || !holds('over_ullage') ? quantity : Math.min(quantity, Math.max(room, 0))
  /** kg that a vehicle and each of its axles may carry of loads, as far as known. */
  const limitsOf = (at: number) =>
    weightLimits(itemAt(vehicles, at))
      .filter(({ rule }) => holds(rule))
      .map(({ limit, empty, shares }) => ({ limit: Math.max(limit - empty, 0), shares }))
  const parts = new Map<string, Part>()
  /** One of the identical loads of a variable. */
  const loadIn = (name: string) => itemAt(loads, firstOf(getOrThrow(parts, name).loads))
  const grades = [...new Set(loads.map(gradeKey))]
  const rows: string[] = []
  return {
    ...{ vehicles, loads, holds, compartments, firstIn, mostOf, limitsOf, parts, loadIn, grades, rows },
    aboard: loads.map((_, index) => `a${index}`),
    binaries: new Set<string>(),
    carried: carriedIn(vehicles),
    isInOrder: holds('out_of_order') && isOrdered(vehicles, loads),
    litresOf: (indices: readonly number[]) => indices.reduce((all, at) => all + mostOf(itemAt(loads, at)), 0),
    gradeIn: (name: string) => grades.indexOf(gradeKey(loadIn(name))),
    /** Maximum L of a load in a compartment: tighter bounds solve faster. */
    takes: ({ number, capacity, vehicle }: Compartment, load: Load) => {
      const each = weightOf(1, load.specific_gravity)
      return Math.min(
        holds('over_compartment') ? capacity * fillable(load) : Number.POSITIVE_INFINITY,
        ...limitsOf(vehicle).map(({ limit, shares }) => {
          const share = shares?.[number - firstIn(vehicle)] ?? 1
          return share > 0 ? limit / (each * share) : Number.POSITIVE_INFINITY
        }),
      )
    },
  }
}

/** The litres of a load aboard equal the sum over the compartments that may hold it. */
function addParts(model: Model, countsPieces: boolean): void {
  const { loads, compartments, aboard, parts, rows } = model
  for (const alike of countsPieces ? loads.map((_, index) => [index]) : groupsOf(loads, model.isInOrder)) {
    const own = compartments.filter((compartment) =>
      mayHold(model, itemAt(loads, firstOf(alike)), compartment),
    )
    const names = own.map(({ number }) => {
      const name = `x${alike[0]}_${number}`
      parts.set(name, { loads: alike, compartment: number })
      return name
    })
    rows.push(
      `${sum(alike.map((at) => itemAt(aboard, at)))}${names.map((name) => ` - ${name}`).join('')} = 0`,
    )
  }
}

function mayHold({ vehicles, holds, compartments, carried, firstIn }: Model, load: Load, place: Compartment) {
  const { number, vehicle, class: built } = place
  if (load.compartment !== null && load.compartment !== number) return false
  if (holds('other_class') && !mayCarry(built, load)) return false
  const carriedOver = carried.get(number)
  if (carriedOver && holds('carried_over') && !goesOn(load, carriedOver)) return false
  // Product carried over on the vehicle stays unless another grade replaces it.
  const carriedOn = compartments.flatMap((compartment) =>
    compartment.vehicle === vehicle ? (carried.get(compartment.number) ?? []) : [],
  )
  if (holds('not_beside') && carriedOn.some((item) => mustBeApart(item, load))) return false
  const before = vehicles[vehicle]?.last_products?.[number - firstIn(vehicle)]
  return !holds('needs_cleaning') || !before || !forbids(before.not_followed_by, gradeOf(load))
}

/** A compartment holds its capacity, and one grade. */
function addCompartment(model: Model, compartment: Compartment): void {
  const { holds, parts, loadIn, gradeIn, litresOf, takes, rows, binaries } = model
  const { number, capacity } = compartment
  const inside = namesOf(parts, (part) => part.compartment === number)
  const present = [...new Set(inside.map(gradeIn))]
  if (holds('over_compartment') && inside.length > 0) {
    const spaces = inside.map((name) => {
      const share = fillable(loadIn(name))
      return share === 1 ? name : `${figure(1 / share)} ${name}`
    })
    rows.push(`${sum(spaces)} <= ${figure(capacity)}`)
  }
  for (const grade of present) {
    const own = inside.filter((name) => gradeIn(name) === grade)
    const all = litresOf(own.flatMap((name) => getOrThrow(parts, name).loads))
    const most = Math.min(Math.max(...own.map((name) => takes(compartment, loadIn(name)))), all)
    binaries.add(`y${grade}_${number}`)
    rows.push(`${sum(own)} - ${figure(most)} y${grade}_${number} <= 0`)
  }
  if (holds('two_products') && present.length > 1)
    rows.push(`${sum(present.map((grade) => `y${grade}_${number}`))} <= 1`)
}

/** Weights and axles of a vehicle, its unloading order, and grades that must not share it. */
function addVehicle(model: Model, at: number): void {
  const { vehicles, loads, holds, compartments, parts, grades, rows, binaries } = model
  const own = new Set(
    compartments.filter((compartment) => compartment.vehicle === at).map(({ number }) => number),
  )
  const inside = namesOf(parts, ({ compartment }) => own.has(compartment))
  addWeights(model, at, own, inside)
  if (model.isInOrder && turnOf(itemAt(vehicles, at), 1) !== null) addUnloading(model, at, own, inside)
  for (const pair of holds('not_beside') ? apart(loads, grades) : []) {
    for (const grade of pair) {
      binaries.add(`z${grade}_${at}`)
      for (const number of own)
        if (binaries.has(`y${grade}_${number}`)) rows.push(`y${grade}_${number} - z${grade}_${at} <= 0`)
    }
    rows.push(`${sum(pair.map((grade) => `z${grade}_${at}`))} <= 1`)
  }
}

function addWeights(model: Model, at: number, own: ReadonlySet<number>, inside: readonly string[]): void {
  const { parts, loadIn, carried, firstIn, rows } = model
  const limits = inside.length > 0 ? model.limitsOf(at) : []
  // Carried-over product that no load uses has weight as well.
  const unused = [...own].flatMap((number) => {
    const { liters, specific_gravity } = carried.get(number) ?? { liters: 0, specific_gravity: 0 }
    return liters > 0 ? [{ number, liters, weight: weightOf(1, specific_gravity) }] : []
  })
  for (const { number, liters } of limits.length > 0 ? unused : []) {
    const there = namesOf(parts, ({ compartment }) => compartment === number)
    rows.push(`${sum([...there, `c${number}`])} >= ${figure(liters)}`)
  }
  for (const { limit, shares } of limits) {
    const shareOf = (number: number) => shares?.[number - firstIn(at)] ?? 1
    const weights = inside.map((name) => {
      const each = weightOf(1, loadIn(name).specific_gravity)
      return `${figure(each * shareOf(getOrThrow(parts, name).compartment))} ${name}`
    })
    const left = unused.map(({ number, weight }) => `${figure(weight * shareOf(number))} c${number}`)
    // A vehicle that is already too heavy takes no more; it cannot be made lighter here.
    const heavy = unused.reduce((kg, item) => kg + item.liters * item.weight * shareOf(item.number), 0)
    rows.push(`${sum([...weights, ...left])} <= ${figure(Math.max(limit, heavy))}`)
  }
}

function addUnloading(model: Model, at: number, own: ReadonlySet<number>, inside: readonly string[]): void {
  const { vehicles, loads, compartments, parts, loadIn, litresOf, takes, rows, binaries } = model
  const held = inside.flatMap((name) => {
    const { stop } = loadIn(name)
    const { compartment } = getOrThrow(parts, name)
    return stop === null || stop === undefined ? [] : [{ name, stop, compartment }]
  })
  const mostOf = (compartment: Compartment, some: readonly { name: string }[]) => {
    const indices = some.flatMap(({ name }) => getOrThrow(parts, name).loads)
    return Math.min(
      litresOf(indices),
      Math.max(...indices.map((index) => takes(compartment, itemAt(loads, index)))),
    )
  }
  const places = compartments.filter(({ number }) => own.has(number))
  const unloading = unloadingRows(
    { vehicle: itemAt(vehicles, at), held, compartments: places, mostOf },
    figure,
  )
  rows.push(...unloading.rows)
  for (const name of unloading.binaries) binaries.add(name)
}

/** As in `checkLoad`: a load and the earlier ones that share a tank with it, against its room. */
function addTanks({ loads, holds, aboard, rows }: Model): void {
  loads.forEach(({ room, tanks = [] }, index) => {
    if (room === null || room === undefined || !holds('over_ullage')) return
    const sharing = loads
      .slice(0, index)
      .flatMap((other, at) =>
        (other.tanks ?? []).some((id) => tanks.includes(id)) ? [itemAt(aboard, at)] : [],
      )
    rows.push(`${sum([...sharing, itemAt(aboard, index)])} <= ${figure(Math.max(room, 0))}`)
  })
}

/** The goal of fewest pieces, and second of fewest compartments, with at least `leastAboard` litres aboard. */
function fewestPieces(model: Model, leastAboard: number): string {
  const { compartments, aboard, parts, loadIn, litresOf, takes, rows, binaries } = model
  rows.push(`${sum(aboard)} >= ${figure(Math.max(leastAboard - SLACK, 0))}`)
  for (const [name, part] of parts) {
    const piece = name.replace('x', 'u')
    binaries.add(piece)
    const most = takes(itemAt(compartments, part.compartment - 1), loadIn(name))
    rows.push(`${name} - ${figure(Math.min(litresOf(part.loads), most))} ${piece} <= 0`)
  }
  const counted = [...binaries].filter((name) => !/^[zt]/.test(name))
  return sum(counted.map((name) => (name.startsWith('u') ? name : `0.1 ${name}`)))
}

const mustBeApart = (one: Product, other: Product) =>
  forbids(one.not_beside, gradeOf(other)) || forbids(other.not_beside, gradeOf(one))

const gradeKey = (load: Load) => gradeOf(load).toLowerCase()

/** Groups identical loads: same grade, density, expansion room and fixed compartment; with an unloading order, also the same stop. */
function groupsOf(loads: readonly Load[], isInOrder: boolean): number[][] {
  const groups = new Map<string, number[]>()
  loads.forEach((load, index) => {
    const key = [
      gradeKey(load),
      Number(load.specific_gravity),
      fillable(load),
      load.compartment,
      isInOrder && load.stop,
    ].join('|')
    groups.set(key, [...(groups.get(key) ?? []), index])
  })
  return [...groups.values()]
}

/** Pairs of grades that must not share a vehicle, as indexes. */
function apart(loads: readonly Load[], grades: readonly string[]): [number, number][] {
  const first = grades.map((grade) => loads.filter((load) => gradeKey(load) === grade))
  return grades.flatMap((grade, one) =>
    grades.flatMap((other, two): [number, number][] => {
      const isApart =
        one < two &&
        (itemAt(first, one).some((load) => forbids(load.not_beside, other)) ||
          itemAt(first, two).some((load) => forbids(load.not_beside, grade)))
      return isApart ? [[one, two]] : []
    }),
  )
}

function namesOf<T>(parts: ReadonlyMap<string, T>, isMeant: (part: T) => boolean): string[] {
  return [...parts].flatMap(([name, part]) => (isMeant(part) ? [name] : []))
}

const sum = (terms: readonly string[]) => (terms.length > 0 ? terms.join(' + ') : '0')

/** A number in LP format: no exponent. */
function figure(value: number): string {
  return value.toFixed(9).replace(/\.?0+$/, '')
}
