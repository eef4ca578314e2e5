import { fillable } from '#core/domains/tanks/vehicleClasses.ts'
import { axlesOf } from '../axles.ts'
import {
  checkLoad,
  compartmentsOf,
  gradeOf,
  type Load,
  turnOf,
  type Vehicle,
  weightLimit,
  weightOf,
} from '../checkLoad.ts'
import type { LoadingProgramme } from './loadingProgramme.ts'

/** Litres of a load that go into a compartment. */
export interface Piece {
  /** Place of the load in the list. */
  index: number
  compartment: number
  /** L. */
  quantity: number
}

/** L below which a piece is what a solver's tolerance leaves. */
const NOTHING = 0.01

interface Task {
  vehicles: readonly Vehicle[]
  loads: readonly Load[]
}

/** A compartment while it is filled. */
interface Space {
  number: number
  grade: string
  free: number
  /** kg of its grade that its vehicle takes yet: shared with the compartments of that grade beside it. */
  spare: { kilograms: number }
  /** The stops that it is for, the first and the last, where the vehicle is unloaded in order. */
  stops: [number, number] | null
}

/**
 * The litres of a solution with few pieces: at first as if axles bore anything, and where that is too much for one, with as many
 * kilograms in each compartment as the solution had there.
 */
export function dealtPieces(
  task: Task,
  programme: LoadingProgramme,
  solution: ReadonlyMap<string, number>,
): Piece[] | null {
  const dealt = dealOut(task, programme, solution, false)
  const hasAxles = task.vehicles.some((vehicle) => axlesOf(vehicle).length > 0)
  if (!hasAxles || (dealt && !isTooHeavy(task, dealt))) return dealt
  return dealOut(task, programme, solution, true)
}

function isTooHeavy({ vehicles, loads }: Task, pieces: readonly Piece[]): boolean {
  const placed = pieces.map(({ index, ...piece }) => ({ ...loads[index]!, ...piece }))
  return checkLoad(vehicles, placed).some(
    ({ rule }) => rule === 'over_front_axle' || rule === 'over_rear_axle',
  )
}

/**
 * The litres that a solution has aboard, with few pieces: each compartment keeps the grade, and each vehicle the weight of each grade,
 * that the solution gave it. The largest load first, whole into the fullest compartment that takes it; what fits nowhere
 * whole is divided last.
 * @returns nothing where that does not go on to the last litre.
 */
function dealOut(
  { vehicles, loads }: Task,
  { parts, aboard }: LoadingProgramme,
  solution: ReadonlyMap<string, number>,
  byCompartment: boolean,
): Piece[] | null {
  const compartments = compartmentsOf(vehicles)
  const spares = new Map<string, Space['spare']>()
  const spaces = new Map<number, Space>()
  for (const [name, { loads: alike, compartment }] of parts) {
    const litres = solution.get(name) ?? 0
    if (litres <= NOTHING) continue
    const load = loads[alike[0]!]!
    const { capacity, vehicle } = compartments[compartment - 1]!
    const grade = gradeOf(load).toLowerCase()
    const isLimited = byCompartment || weightLimit(vehicles[vehicle]!) !== null
    const sharing = [grade, vehicle, byCompartment && compartment].join('|')
    const spare = spares.get(sharing) ?? { kilograms: isLimited ? 0 : Number.POSITIVE_INFINITY }
    spare.kilograms += weightOf(litres, load.specific_gravity)
    spares.set(sharing, spare)
    const before = spaces.get(compartment)?.stops ?? null
    const isInOrder = turnOf(vehicles[vehicle]!, compartment) !== null && load.stop != null
    const [first, last] = before ?? [load.stop!, load.stop!]
    const stops: Space['stops'] = isInOrder
      ? [Math.min(first, load.stop!), Math.max(last, load.stop!)]
      : before
    spaces.set(compartment, { number: compartment, grade, free: capacity, spare, stops })
  }
  const pieces: Piece[] = []
  const left = aboard.map((name) => solution.get(name) ?? 0)
  const put = (index: number, litres: number, space: Space) => {
    space.free -= litres / fillable(loads[index]!)
    space.spare.kilograms -= weightOf(litres, loads[index]!.specific_gravity)
    left[index]! -= litres
    pieces.push({ index, compartment: space.number, quantity: litres })
  }
  const open = (index: number) => {
    const { compartment, specific_gravity, stop } = loads[index]!
    const grade = gradeOf(loads[index]!).toLowerCase()
    const kilograms = weightOf(1, specific_gravity)
    return [...spaces.values()]
      .filter((one) => one.grade === grade && (compartment ?? one.number) === one.number)
      .filter(({ stops }) => !stops || stop == null || (stop >= stops[0] && stop <= stops[1]))
      .map((space) => ({
        space,
        takes: Math.min(space.free * fillable(loads[index]!), space.spare.kilograms / (kilograms || 1)),
      }))
  }
  // Who may go to one place only comes before who may go anywhere.
  const order = [...left.keys()].toSorted(
    (one, other) =>
      Number(loads[one]!.compartment === null) - Number(loads[other]!.compartment === null) ||
      left[other]! - left[one]!,
  )
  for (const isDividing of [false, true]) {
    for (const index of order) {
      while (left[index]! > NOTHING) {
        const all = open(index)
        const [whole] = all
          .filter(({ takes }) => takes >= left[index]! - NOTHING / 10)
          .toSorted((one, other) => one.takes - other.takes)
        const [most] = all.toSorted((one, other) => other.takes - one.takes)
        if (whole) put(index, left[index]!, whole.space)
        else if (!isDividing) break
        else if (!most || most.takes <= NOTHING) return null
        else put(index, most.takes, most.space)
      }
    }
  }
  return pieces
}
