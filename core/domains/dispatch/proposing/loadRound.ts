import { Packing } from '../routing/packing.ts'
import { type ProposalProblem, stepped } from './proposalProblem.ts'

type Pieces = { compartment: number; litres: number }[]

/**
 * The compartments of what a truck day brings, in the order of the needs given: each where it fits whole, the smallest such
 * compartment first, and otherwise divided in whole steps. Nothing where it does not fit.
 */
export function loadRound(
  { problem, open, litres, gradeOf, fillableOf }: ProposalProblem,
  truckDay: number,
  needs: readonly number[],
  step: number,
): Pieces[] | null {
  const spaces = open[truckDay]!
  const dimensions = Math.max(...problem.stops.map(({ demand }) => demand.length))
  const amountOf = (dimension: number) =>
    needs.reduce((sum, need) => sum + problem.stops[need]!.demand[dimension]!, 0)
  const sets = new Packing(spaces, problem.products!, dimensions).divide(amountOf)
  if (!sets) return null
  const free = spaces.map(({ capacity }) => capacity)
  const pieces = new Map<number, Pieces>()
  // The largest first: what is small finds a place beside it.
  for (const need of needs.toSorted((one, other) => litres[other]! - litres[one]!)) {
    const mine = spaces.flatMap((_, at) => (((sets.get(gradeOf(need)) ?? 0) >> at) & 1 ? [at] : []))
    const found: Pieces = []
    let left = litres[need]!
    while (left > 1e-6) {
      const share = fillableOf(need)
      const asked = stepped(left / share, step)
      const whole = mine
        .filter((at) => free[at]! >= asked - 1e-6)
        .toSorted((one, other) => free[one]! - free[other]!)[0]
      const at = whole ?? mine.toSorted((one, other) => free[other]! - free[one]!)[0]
      if (at === undefined || free[at]! < 1e-6) return null
      const quantity = whole === undefined ? free[at]! * share : left
      found.push({ compartment: spaces[at]!.number, litres: quantity })
      free[at] = whole === undefined ? 0 : free[at]! - asked
      left -= quantity
    }
    pieces.set(need, found)
  }
  return needs.map((need) => pieces.get(need)!)
}
