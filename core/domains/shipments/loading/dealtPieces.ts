import { fillable } from '#core/domains/tanks/vehicleClasses.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
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
import { axlesOf } from '../trucks/axles.ts'
import type { LoadingProgramme } from './loadingProgramme.ts'

/** Litres of a load in a compartment. */
export interface Piece {
  /** Index of the load. */
  index: number
  compartment: number
  /** L. */
  quantity: number
}

/** Pieces below this (L) are within the solver's tolerance. */
const TOLERANCE = 0.01

interface Task {
  vehicles: readonly Vehicle[]
  loads: readonly Load[]
}

/** A compartment while it is filled. */
interface Space {
  number: number
  grade: string
  free: number
  /** kg of its grade that its vehicle can still take; shared with other compartments of that grade. */
  spare: { kilograms: number }
  /** First and last stop that it serves, if the vehicle has an unloading order. */
  stops: [number, number] | null
}

/** Turns a solution into few pieces: first ignoring axles, and if that overloads one, with the solution's kilograms per compartment. */
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
  const placed = pieces.map(({ index, ...piece }) => ({ ...itemAt(loads, index), ...piece }))
  return checkLoad(vehicles, placed).some(
    ({ rule }) => rule === 'over_front_axle' || rule === 'over_rear_axle',
  )
}

/** The compartments that a solution uses, with what they can take. */
function spacesOf(
  { vehicles, loads }: Task,
  { parts }: LoadingProgramme,
  solution: ReadonlyMap<string, number>,
  byCompartment: boolean,
): Space[] {
  const compartments = compartmentsOf(vehicles)
  const spares = new Map<string, Space['spare']>()
  const spaces = new Map<number, Space>()
  for (const [name, { loads: alike, compartment }] of parts) {
    const litres = solution.get(name) ?? 0
    if (litres <= TOLERANCE) continue
    const load = itemAt(loads, firstOf(alike))
    const { capacity, vehicle } = itemAt(compartments, compartment - 1)
    const grade = gradeOf(load).toLowerCase()
    const isLimited = byCompartment || weightLimit(itemAt(vehicles, vehicle)) !== null
    const sharing = [grade, vehicle, byCompartment && compartment].join('|')
    const spare = spares.get(sharing) ?? { kilograms: isLimited ? 0 : Number.POSITIVE_INFINITY }
    spare.kilograms += weightOf(litres, load.specific_gravity)
    spares.set(sharing, spare)
    const before = spaces.get(compartment)?.stops ?? null
    const { stop } = load
    const isOrdered = turnOf(itemAt(vehicles, vehicle), compartment) !== null
    const stops: Space['stops'] =
      isOrdered && stop != null
        ? [Math.min(before?.[0] ?? stop, stop), Math.max(before?.[1] ?? stop, stop)]
        : before
    spaces.set(compartment, { number: compartment, grade, free: capacity, spare, stops })
  }
  return [...spaces.values()]
}

/** The compartments that take a load, and how much of it, L. */
const takenBy = (spaces: readonly Space[], load: Load) =>
  spaces
    .filter(
      (space) =>
        space.grade === gradeOf(load).toLowerCase() && (load.compartment ?? space.number) === space.number,
    )
    .filter(({ stops }) => !stops || load.stop == null || (load.stop >= stops[0] && load.stop <= stops[1]))
    .map((space) => {
      const byWeight = space.spare.kilograms / (weightOf(1, load.specific_gravity) || 1)
      return { space, takes: Math.min(space.free * fillable(load), byWeight) }
    })

/**
 * Distributes the litres of a solution in few pieces: each compartment keeps the solution's grade, and each vehicle the weight
 * of each grade. Largest load first, whole into the fullest compartment that takes it; loads that fit nowhere whole are divided
 * last.
 * @returns null if that does not place every litre.
 */
function dealOut(
  task: Task,
  programme: LoadingProgramme,
  solution: ReadonlyMap<string, number>,
  byCompartment: boolean,
): Piece[] | null {
  const { loads } = task
  const spaces = spacesOf(task, programme, solution, byCompartment)
  const pieces: Piece[] = []
  const left = programme.aboard.map((name) => solution.get(name) ?? 0)
  const put = (index: number, litres: number, space: Space) => {
    space.free -= litres / fillable(itemAt(loads, index))
    space.spare.kilograms -= weightOf(litres, itemAt(loads, index).specific_gravity)
    left[index] = itemAt(left, index) - litres
    pieces.push({ index, compartment: space.number, quantity: litres })
  }
  // Loads fixed to a compartment precede loads that may go anywhere.
  const order = [...left.keys()].toSorted(
    (one, other) =>
      Number(itemAt(loads, one).compartment === null) - Number(itemAt(loads, other).compartment === null) ||
      itemAt(left, other) - itemAt(left, one),
  )
  for (const isDividing of [false, true]) {
    for (const index of order) {
      while (itemAt(left, index) > TOLERANCE) {
        const all = takenBy(spaces, itemAt(loads, index))
        const [whole] = all
          .filter(({ takes }) => takes >= itemAt(left, index) - TOLERANCE / 10)
          .toSorted((one, other) => one.takes - other.takes)
        const [most] = all.toSorted((one, other) => other.takes - one.takes)
        if (whole) put(index, itemAt(left, index), whole.space)
        else if (!isDividing) break
        else if (!most || most.takes <= TOLERANCE) return null
        else put(index, most.takes, most.space)
      }
    }
  }
  return pieces
}
