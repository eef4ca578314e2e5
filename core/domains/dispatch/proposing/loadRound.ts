import { checkLoad, type Load } from '#core/domains/shipments/checkLoad.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { fillCompartments } from '../fillCompartments.ts'
import { Packing } from '../routing/packing.ts'
import type { ProposalTask } from './proposal.ts'
import { type ProposalProblem, stepped } from './proposalProblem.ts'

type Pieces = { compartment: number; litres: number }[]

/** The last stop (counted from 1) that the loads aboard are for. */
export function stopsAboard(aboard: readonly Load[]): number {
  return Math.max(0, ...aboard.map(({ stop }) => stop ?? 0))
}

/**
 * The compartments of the loads of a truck day. The route search ignores axles and the unloading order. If its loading breaks
 * their limits, the stops are loaded one by one within them; a stop that gets too little has no pieces.
 */
export function loadWithinLimits(
  task: ProposalTask,
  stated: ProposalProblem,
  truckDay: number,
  needs: readonly number[],
): Pieces[] | null {
  const { vehicles, aboard } = itemAt(task.truckDays, truckDay)
  const first = stopsAboard(aboard) + 1
  const loadsOf = (need: number, at: number, pieces: Pieces): Load[] =>
    pieces.map(({ compartment, litres }) => ({
      ...itemAt(task.needs, need).load,
      ...{ compartment, quantity: litres, stop: first + at },
    }))
  const found = loadRound(stated, truckDay, needs, task.step)
  if (!found) return null
  const loads = needs.flatMap((need, index) => loadsOf(need, index, itemAt(found, index)))
  const isWrong = checkLoad(vehicles, [...aboard, ...loads]).some(({ rule }) =>
    ISSUES_CHECKED_HERE.includes(rule),
  )
  if (!isWrong) return found
  const filled: Load[] = [...aboard]
  return needs.map((need, index): Pieces => {
    const { load } = itemAt(task.needs, need)
    const needed: Load = {
      ...load,
      compartment: null,
      quantity: itemAt(stated.litres, need),
      stop: first + index,
    }
    const pieces = fillCompartments(vehicles, filled, needed, task.step).map(
      ({ compartment, quantity: litres }) => ({ compartment, litres }),
    )
    filled.push(...loadsOf(need, index, pieces))
    return pieces
  })
}

const ISSUES_CHECKED_HERE: readonly string[] = ['over_front_axle', 'over_rear_axle', 'out_of_order']

/**
 * The compartments of the loads of a truck day, in the order of `needs`: each load in the smallest compartment that takes it
 * whole, otherwise divided in whole steps. Null if the loads do not fit.
 */
function loadRound(
  { problem, open, litres, gradeOf, fillableOf }: ProposalProblem,
  truckDay: number,
  needs: readonly number[],
  step: number,
): Pieces[] | null {
  const spaces = itemAt(open, truckDay)
  const dimensions = Math.max(...problem.stops.map(({ demand }) => demand.length))
  const amountOf = (dimension: number) =>
    needs.reduce((sum, need) => sum + itemAt(itemAt(problem.stops, need).demand, dimension), 0)
  const sets = new Packing(spaces, problem.products!, dimensions).divide(amountOf)
  if (!sets) return null
  const free = spaces.map(({ capacity }) => capacity)
  const pieces = new Map<number, Pieces>()
  // The largest first: small loads fit next to them.
  for (const need of needs.toSorted((one, other) => itemAt(litres, other) - itemAt(litres, one))) {
    const mine = spaces.flatMap((_, index) => (((sets.get(gradeOf(need)) ?? 0) >> index) & 1 ? [index] : []))
    const found: Pieces = []
    let left = itemAt(litres, need)
    while (left > 1e-6) {
      const share = fillableOf(need)
      const needed = stepped(left / share, step)
      const whole = mine
        .filter((at) => itemAt(free, at) >= needed - 1e-6)
        .toSorted((one, other) => itemAt(free, one) - itemAt(free, other))[0]
      const at = whole ?? mine.toSorted((one, other) => itemAt(free, other) - itemAt(free, one))[0]
      if (at === undefined || itemAt(free, at) < 1e-6) return null
      const quantity = whole === undefined ? itemAt(free, at) * share : left
      found.push({ compartment: itemAt(spaces, at).number, litres: quantity })
      free[at] = whole === undefined ? 0 : itemAt(free, at) - needed
      left -= quantity
    }
    pieces.set(need, found)
  }
  return needs.map((need) => getOrThrow(pieces, need))
}
