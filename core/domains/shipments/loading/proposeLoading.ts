import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Load, LoadIssue, Vehicle } from '../checkLoad.ts'
import { checkLoad, compartmentsOf, weightOf } from '../checkLoad.ts'
import { axlesOf } from '../trucks/axles.ts'
import { dealtPieces, type Piece } from './dealtPieces.ts'
import {
  LOADING_LIMITS,
  LOADING_REASONS,
  type LoadingLimit,
  type LoadingProgramme,
  type LoadingReason,
  loadingProgramme,
} from './loadingProgramme.ts'

/**
 * Solves a programme: `best` within the time limit, `quick` almost instantly, `proved` to optimality or not at all. Returns
 * litres by variable name, or null without a solution.
 */
export type Solve = (text: string, effort: 'best' | 'quick' | 'proved') => ReadonlyMap<string, number> | null

export interface ProposedLoading {
  pieces: Piece[]
  /** Quantities that stay behind, by load; empty if everything is aboard. */
  behind: { index: number; quantity: number }[]
  /** Limits whose removal alone would allow more aboard, the largest gain first. */
  limits: { rule: LoadingReason; gain: number }[]
  /** If no limit decides alone: a minimal set of limits that bind together. */
  together: LoadingReason[]
  /** The smallest load without which all others would fit whole, if something stays behind. */
  without: number | null
}

/** Quantities below this (L) count as zero: the solver's tolerance. */
const TOLERANCE = 0.01

interface Task {
  vehicles: readonly Vehicle[]
  loads: readonly Load[]
  /** L: pieces of a split load are whole multiples of it, except the last one; the reader's unit. */
  step: number
}

/**
 * Assigns loads to compartments so that as little as possible stays behind and loads are rarely split. A load with a
 * compartment keeps it. What is aboard already stays whole, unless that is no longer possible. The proposal passes `checkLoad`.
 * @returns null if the solver found no solution in time.
 */
export function proposeLoading(task: Task, solve: Solve): ProposedLoading | null {
  const isAnyAboard = task.loads.some(({ isAboard }) => isAboard)
  const withoutPriority = { ...task, loads: task.loads.map((load) => ({ ...load, isAboard: false })) }
  return proposed(task, solve) ?? (isAnyAboard ? proposed(withoutPriority, solve) : null)
}

function proposed({ vehicles, loads, step }: Task, solve: Solve): ProposedLoading | null {
  const programme = loadingProgramme({ vehicles, loads })
  const solution = solve(programme.text, 'best')
  // Without any feasible solution, the solver returns zeros.
  const isFeasible = loads.every(
    ({ isAboard, quantity, room }, index) =>
      !isAboard || litresOf(programme, solution, index) >= Math.min(quantity, room ?? quantity) - TOLERANCE,
  )
  if (!solution || !isFeasible) return null
  const most = litresAboard(programme, solution)
  const dealt = dealtPieces({ vehicles, loads }, programme, solution) ?? dividedParts(programme, solution)
  const least = total(loads) - most
  const cannotBeFewer = least <= TOLERANCE && dealt.length === loads.length
  const found = cannotBeFewer ? dealt : fewer(dealt, fewestPieces({ vehicles, loads, most }, solve))
  const pieces = withinLimits(vehicles, loads, inSteps(loads, found, step))
  const behind = loads.flatMap(({ quantity }, index) => {
    const left = quantity - total(pieces.filter((piece) => piece.index === index))
    return left > TOLERANCE ? [{ index, quantity: left }] : []
  })
  if (behind.length === 0) return { pieces, behind, limits: [], together: [], without: null }
  const task = { vehicles, loads, least, programme }
  const isShort = least > TOLERANCE
  const limits = isShort ? bindingLimits(task, solve) : []
  const together = isShort && limits.length === 0 ? boundTogether(task, solve) : []
  const isKnown = limits.length > 0 || together.length > 0
  return {
    ...{ pieces, behind },
    ...(isKnown ? { limits, together } : reasonsByTrial({ vehicles, loads }, pieces, behind)),
    without: isShort ? withoutOne(task, solve) : null,
  }
}

/**
 * Finds why something stays behind if lifting limits does not show it: the rules that refuse the rest where it comes closest to
 * fitting. Such cases are rounding, a missing compartment, and a solver timeout.
 */
function reasonsByTrial(
  { vehicles, loads }: Pick<Task, 'vehicles' | 'loads'>,
  pieces: readonly Piece[],
  behind: ProposedLoading['behind'],
): Pick<ProposedLoading, 'limits' | 'together'> {
  const places = compartmentsOf(vehicles).map(({ number }) => number)
  const trials = behind.flatMap(({ index, quantity }) => {
    const fixed = itemAt(loads, index).compartment
    const own = fixed === null ? places : [fixed]
    return own.map((compartment) => {
      const judged = checkLoad(vehicles, asLoads(loads, [...pieces, { index, compartment, quantity }]))
      const rules = places.includes(compartment)
        ? LOADING_REASONS.filter((rule) => judged.some((issue) => issue.rule === rule))
        : (['compartment_missing'] as const)
      return { rules, gain: quantity }
    })
  })
  const [nearest] = trials.toSorted((one, other) => one.rules.length - other.rules.length)
  const { rules, gain } = nearest ?? { rules: ['compartment_missing'] as const, gain: total(behind) }
  return rules.length === 1
    ? { limits: [{ rule: rules[0], gain }], together: [] }
    : { limits: [], together: [...rules] }
}

function fewer(one: Piece[], other: Piece[] | null): Piece[] {
  return other && other.length <= one.length ? other : one
}

const litresOf = (
  { aboard }: LoadingProgramme,
  solution: ReadonlyMap<string, number> | null,
  index: number,
): number => solution?.get(itemAt(aboard, index)) ?? 0

function litresAboard({ aboard }: LoadingProgramme, solution: ReadonlyMap<string, number>): number {
  return aboard.reduce((sum, name) => sum + (solution.get(name) ?? 0), 0)
}

/** Maximum number of variables for the search for fewer pieces: larger programmes take too long. */
const MAX_PLACES = 60

function fewestPieces(
  { vehicles, loads, most }: Pick<Task, 'vehicles' | 'loads'> & { most: number },
  solve: Solve,
): Piece[] | null {
  const { text, parts } = loadingProgramme({ vehicles, loads }, { leastAboard: most })
  if (parts.size > MAX_PLACES) return null
  const solution = solve(text, 'quick')
  if (!solution) return null
  return [...parts].flatMap(
    ([
      name,
      {
        loads: [index],
        compartment,
      },
    ]): Piece[] => {
      const quantity = solution.get(name) ?? 0
      return index !== undefined && quantity > TOLERANCE ? [{ index, compartment, quantity }] : []
    },
  )
}

/** Distributes the litres of identical loads: the largest load into the fullest compartment first. */
function dividedParts({ parts, aboard }: LoadingProgramme, solution: ReadonlyMap<string, number>): Piece[] {
  const left = aboard.map((name) => solution.get(name) ?? 0)
  const filled = [...parts]
    .map(([name, part]) => ({ ...part, litres: solution.get(name) ?? 0 }))
    .toSorted((one, other) => other.litres - one.litres)
  return filled.flatMap(({ loads: alike, compartment, litres }) => {
    let room = litres
    return alike
      .toSorted((one, other) => itemAt(left, other) - itemAt(left, one))
      .flatMap((index): Piece[] => {
        const quantity = Math.min(room, itemAt(left, index))
        if (quantity <= TOLERANCE) return []
        room -= quantity
        left[index] = itemAt(left, index) - quantity
        return [{ index, compartment, quantity }]
      })
  })
}

interface Short {
  vehicles: readonly Vehicle[]
  loads: readonly Load[]
  /** Minimum L that stay behind. */
  least: number
  /** Programme with all limits. */
  programme: LoadingProgramme
}

/**
 * Minimum L that stay behind; null if that is too much, or without a solution in time. The relaxation usually shows at once
 * that it is too much.
 */
function leastBehind(
  loads: readonly Load[],
  programme: LoadingProgramme,
  solve: Solve,
  tooMany: number,
): number | null {
  const behindBy = (text: string) => {
    const solution = solve(text, 'proved')
    return solution && total(loads) - litresAboard(programme, solution)
  }
  if ((behindBy(programme.relaxed) ?? 0) > tooMany) return null
  const behind = behindBy(programme.text)
  return behind === null || behind > tooMany ? null : behind
}

/** Lifts each relevant limit alone, to measure its cost. */
function bindingLimits(
  { vehicles, loads, least, programme }: Short,
  solve: Solve,
): ProposedLoading['limits'] {
  return LOADING_LIMITS.flatMap((rule) => {
    const lifted = loadingProgramme({ vehicles, loads }, { without: [rule] })
    const behind =
      lifted.text === programme.text ? null : leastBehind(loads, lifted, solve, least - TOLERANCE)
    return behind === null ? [] : [{ rule, gain: least - behind }]
  }).toSorted((one, other) => other.gain - one.gain)
}

/** Starts without any limits and restores one after another, as long as more could be aboard without the rest. */
function boundTogether({ vehicles, loads, least }: Short, solve: Solve): LoadingLimit[] {
  const gains = (without: readonly LoadingLimit[]) =>
    leastBehind(loads, loadingProgramme({ vehicles, loads }, { without }), solve, least - TOLERANCE) !== null
  if (!gains(LOADING_LIMITS)) return []
  return LOADING_LIMITS.reduce<LoadingLimit[]>(
    (lifted, rule) => {
      const others = lifted.filter((item) => item !== rule)
      return others.length > 0 && gains(others) ? others : lifted
    },
    [...LOADING_LIMITS],
  )
}

/** A load smaller than the quantity left behind cannot make room for all of it. */
function withoutOne({ vehicles, loads, least }: Short, solve: Solve): number | null {
  const candidates = loads
    .flatMap(({ quantity }, index) => (quantity >= least - TOLERANCE ? [index] : []))
    .toSorted((one, other) => itemAt(loads, one).quantity - itemAt(loads, other).quantity)
  const found = candidates.find((index) => {
    const others = loads.filter((_, at) => at !== index)
    return (
      others.length > 0 &&
      leastBehind(others, loadingProgramme({ vehicles, loads: others }), solve, TOLERANCE) !== null
    )
  })
  return found ?? null
}

/** Error of a solver's figures, L: a piece this close to a whole step counts as whole. */
const NOISE = 2e-4
/** Fractions of a step in which quantities are stored: otherwise a full compartment would be rounded beyond its limit. */
const PARTS_OF_A_STEP = 1000

/**
 * Rounds pieces to whole steps. The remainder of a load that is aboard whole goes where the solver had more, in storable
 * fractions of a step; the final rest goes to the smallest piece, so that rounding loses nothing.
 */
function inSteps(loads: readonly Load[], pieces: readonly Piece[], step: number): Piece[] {
  return loads.flatMap(({ quantity }, index) => {
    const own = pieces
      .filter((piece) => piece.index === index)
      .toSorted((one, other) => other.quantity - one.quantity)
    const rounded = own.map((piece) => ({
      ...piece,
      quantity: Math.floor((piece.quantity + NOISE) / step) * step,
    }))
    if (quantity - total(own) <= TOLERANCE && rounded.length > 0) {
      let left = quantity - total(rounded)
      for (let at = own.length - 1; at >= 0; at--) {
        const room = Math.min(Math.max(itemAt(own, at).quantity - itemAt(rounded, at).quantity, 0), left)
        const part = step / PARTS_OF_A_STEP
        const more = Math.floor(room / part) * part
        itemAt(rounded, at).quantity += more
        left -= more
      }
      lastOf(rounded).quantity += left
    }
    return rounded.filter((piece) => piece.quantity > TOLERANCE)
  })
}

/** Reduces pieces that rounding put beyond a limit. */
function withinLimits(
  vehicles: readonly Vehicle[],
  loads: readonly Load[],
  pieces: readonly Piece[],
): Piece[] {
  const trimmed = pieces.map((piece) => ({ ...piece }))
  for (let round = 0; round < trimmed.length * LOADING_LIMITS.length; round++) {
    const issue = checkLoad(vehicles, asLoads(loads, trimmed)).find(
      ({ params }) => params.found !== undefined,
    )
    if (!issue) break
    shorten(trimmed, issue, { vehicles, loads })
  }
  return trimmed.filter(({ quantity }) => quantity > TOLERANCE)
}

function shorten(
  pieces: Piece[],
  { index, rule, params }: LoadIssue,
  { vehicles, loads }: Pick<Task, 'vehicles' | 'loads'>,
): void {
  const piece = itemAt(pieces, index)
  const beyond = (params.found ?? params.limit) - params.limit
  const isWeight = rule === 'over_weight' || rule === 'over_front_axle' || rule === 'over_rear_axle'
  const each = weightOf(1, itemAt(loads, piece.index).specific_gravity) || 1
  const share = isWeight ? shareOf(vehicles, piece.compartment, rule) : 1
  const litres = isWeight ? beyond / (each * share) + TOLERANCE : beyond
  piece.quantity = Math.max(piece.quantity - litres, 0)
}

/** The share of a compartment's content that counts for a weight limit. */
function shareOf(vehicles: readonly Vehicle[], compartment: number, rule: LoadIssue['rule']): number {
  const compartments = compartmentsOf(vehicles)
  const { vehicle } = itemAt(compartments, compartment - 1)
  const place = compartment - findOrThrow(compartments, (item) => item.vehicle === vehicle).number
  return axlesOf(itemAt(vehicles, vehicle)).find((axle) => axle.rule === rule)?.shares[place] ?? 1
}

/** The pieces as separate loads, for `checkLoad`. */
export function asLoads(loads: readonly Load[], pieces: readonly Piece[]): Load[] {
  return pieces.map(({ index, compartment, quantity }) => ({
    ...itemAt(loads, index),
    compartment,
    quantity,
  }))
}

function total(pieces: readonly { quantity: number }[]): number {
  return pieces.reduce((sum, { quantity }) => sum + quantity, 0)
}
