import { Random } from '#core/domains/telemetry/forecasting/random.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { type Blink, insertByRegret, insertGreedily } from './insertion.ts'
import { Plan } from './plan.ts'
import { RELOAD, type Route, type RoutingProblem } from './problem.ts'
import { REMOVALS } from './removal.ts'
import { RoutingModel } from './routingModel.ts'

export interface SolveOptions {
  /** The same seed and number of iterations give the same result. */
  seed: number
  /**
   * Share of the effort spent after a number of iterations; the search ends at 1. Count iterations for a reproducible result,
   * or use a clock for the best result within a time limit.
   */
  spent: (rounds: number) => number
  /** Called regularly with the progress (0 to 1) and the cost of the best plan. */
  onProgress?: (share: number, cost: number) => void
}

export interface SolvedRoutes {
  routes: Route[]
  /** Stops that no vehicle visits. */
  leftOut: number[]
  /** Cost of the routes and of the stops left out; a mandatory stop outweighs everything else. */
  cost: number
  rounds: number
}

/** Iterations between two calls of `spent`. */
const ITERATIONS_PER_CHECK = 16
/** Minimum and maximum number of stops removed in an iteration. */
const MIN_REMOVED = 4
const MAX_REMOVED = 36
/** Number of unassigned stops that an iteration tries again. */
const MAX_TRIED = 16
/** Probability that greedy insertion skips a place, so that it does not repeat itself. */
const BLINKS = 0.01
/** Share of iterations that insert everything that fits, if any stop is optional. */
const GENEROUS = 0.2
/** Initial and final temperature, as multiples of the first plan's cost per stop. */
const HOT = 3
const COLD = 0.03
/** Iterations between two updates of the moves' weights. */
const ITERATIONS_PER_SEGMENT = 100
const REACTION = 0.2

/**
 * Assigns stops to vehicles and puts them in order: a first plan by regret insertion, then adaptive large neighbourhood search
 * with simulated annealing (Ropke and Pisinger, "An adaptive large neighborhood search heuristic for the pickup and delivery
 * problem with time windows", Transportation Science 40, 2006), with string removal among its moves.
 */
export function solveRoutes(
  problem: RoutingProblem,
  { seed, spent, onProgress }: SolveOptions,
): SolvedRoutes {
  const model = new RoutingModel(problem)
  const random = new Random(seed)
  let current = firstPlan(model)
  let cost = current.cost
  let best = current
  let bestCost = cost
  const moves = adaptiveMoves(model, random)
  const scale = scaleOf(current)
  const isOptional = problem.stops.some(({ prize }) => prize !== null)
  let rounds = 0
  let temperature = HOT * scale
  for (; model.stops > 0 && model.vehicles.length > 0; rounds += 1) {
    if (rounds % ITERATIONS_PER_CHECK === 0) {
      const share = spent(rounds)
      onProgress?.(Math.min(share, 1), bestCost)
      if (share >= 1) break
      temperature = scale * HOT * (COLD / HOT) ** share
    }
    const { removal, insertion } = moves.choose()
    const next = current.copy()
    const removed = itemAt(REMOVALS, removal)(next, countOf(model, random), random)
    next.remove(removed)
    const stops = stopsToTry(next, removed, random)
    itemAt(insertions(model, random), insertion)(next, stops, isOptional && random.uniform() < GENEROUS)
    const found = next.cost
    if (found < bestCost - 1e-9) {
      best = next
      bestCost = found
      moves.reward(BEST)
    } else if (found < cost - 1e-9) moves.reward(BETTER)
    else if (Math.abs(found - cost) > 1e-9) moves.reward(ACCEPTED)
    if (found < cost - temperature * Math.log(random.uniform() || 1e-12)) {
      current = next
      cost = found
    }
  }
  return { routes: routesOf(best), leftOut: [...best.left].sort((a, b) => a - b), cost: bestCost, rounds }
}

/** Score of a move: a new best plan, a better plan than the current one, or merely another one. */
const BEST = 33
const BETTER = 13
const ACCEPTED = 1

function firstPlan(model: RoutingModel): Plan {
  const plans = [false, true].map((generous) => {
    const plan = Plan.empty(model)
    insertByRegret(plan, [...plan.left], 2, generous)
    return plan
  })
  return itemAt(plans, 1).cost < firstOf(plans).cost ? itemAt(plans, 1) : firstOf(plans)
}

function scaleOf(plan: Plan): number {
  const driven = plan.routes.reduce((sum, { cost }) => sum + cost, 0)
  const delivered = plan.model.stops - plan.left.size
  return delivered > 0 ? driven / delivered : 1
}

function countOf(model: RoutingModel, random: Random): number {
  const most = Math.max(MIN_REMOVED, Math.min(MAX_REMOVED, 0.3 * model.stops))
  return Math.floor(MIN_REMOVED + random.uniform() ** 2 * (most - MIN_REMOVED + 1))
}

/** The removed stops, plus some other unassigned ones: near the removed ones, and random ones. */
function stopsToTry(plan: Plan, removed: readonly number[], random: Random): number[] {
  if (plan.left.size <= removed.length + MAX_TRIED) return [...plan.left]
  const tried = new Set(removed)
  const limit = removed.length + MAX_TRIED
  for (const stop of plan.model.neighbours[removed[0] ?? 0] ?? []) {
    if (tried.size >= limit - MAX_TRIED / 2) break
    if (plan.left.has(stop)) tried.add(stop)
  }
  const out = [...plan.left]
  for (let index = 0; index < MAX_TRIED && tried.size < limit; index += 1)
    tried.add(itemAt(out, random.below(out.length)))
  return [...tried]
}

type Insertion = (plan: Plan, stops: number[], generous: boolean) => void
const INSERTIONS = 5

/** Greedy insertion with blinks in a random order, and regret insertion of increasing depth. */
function insertions(model: RoutingModel, random: Random): readonly Insertion[] {
  const blink: Blink = () => random.uniform() < BLINKS
  const greedy: Insertion = (plan, stops, generous) =>
    insertGreedily(plan, inDrawnOrder(model, stops, random), blink, generous)
  const regret =
    (depth: number): Insertion =>
    (plan, stops, generous) =>
      insertByRegret(plan, stops, depth, generous)
  return [greedy, greedy, regret(2), regret(3), regret(4)]
}

/** Sorts by a random criterion: random, largest, farthest, nearest, narrowest window, or earliest first. */
function inDrawnOrder(model: RoutingModel, stops: number[], random: Random): number[] {
  const { vehicles, problem } = model
  const base = firstOf(vehicles).start
  const far = (stop: number) => model.cost(base, stop)
  const open = (stop: number) =>
    itemAt(problem.stops, stop).windows.reduce((sum, [from, until]) => sum + until - from, 0) ||
    Number.MAX_VALUE
  const orders: [weight: number, key: (stop: number) => number][] = [
    [4, () => random.uniform()],
    [4, (stop) => -model.demand(stop, 0)],
    [2, (stop) => -far(stop)],
    [1, far],
    [2, open],
    [1, (stop) => model.closes(stop)],
  ]
  let left = random.uniform() * orders.reduce((sum, [weight]) => sum + weight, 0)
  const [, keyOf] = orders.find(([weight]) => {
    left -= weight
    return left < 0
  })!
  const keys = new Map(stops.map((stop) => [stop, keyOf(stop)]))
  return stops.sort((one, other) => getOrThrow(keys, one) - getOrThrow(keys, other))
}

/** Adjusts the weights of moves towards their scores since the last update. */
function learn(moves: readonly { weight: number; score: number; uses: number }[]): void {
  for (const move of moves) {
    if (move.uses > 0)
      move.weight = Math.max(0.1, move.weight * (1 - REACTION) + (REACTION * move.score) / move.uses)
    move.score = 0
    move.uses = 0
  }
}

/** Chooses moves with probabilities that follow their past scores. */
function adaptiveMoves(model: RoutingModel, random: Random) {
  const removals = REMOVALS.map(() => ({ weight: 1, score: 0, uses: 0 }))
  const inserts = Array.from({ length: INSERTIONS }, () => ({ weight: 1, score: 0, uses: 0 }))
  // String removal and greedy insertion work best on routes with several stops.
  firstOf(removals).weight = model.stops > 10 ? 4 : 1
  firstOf(inserts).weight = itemAt(inserts, 1).weight = 2
  let rounds = 0
  let last = { removal: 0, insertion: 0 }
  const drawn = (all: typeof removals) => {
    let left = random.uniform() * all.reduce((sum, { weight }) => sum + weight, 0)
    const found = all.findIndex(({ weight }) => {
      left -= weight
      return left < 0
    })
    return Math.max(found, 0)
  }
  return {
    choose() {
      rounds += 1
      if (rounds % ITERATIONS_PER_SEGMENT === 0) learn([...removals, ...inserts])
      last = { removal: drawn(removals), insertion: drawn(inserts) }
      itemAt(removals, last.removal).uses += 1
      itemAt(inserts, last.insertion).uses += 1
      return last
    },
    reward(score: number) {
      itemAt(removals, last.removal).score += score
      itemAt(inserts, last.insertion).score += score
    },
  }
}

function routesOf({ routes, model }: Plan): Route[] {
  return routes.flatMap(({ vehicle, nodes, isEmpty }) =>
    isEmpty
      ? []
      : [
          {
            vehicle: vehicle.index,
            visits: nodes.slice(1, -1).map((node) => (node < model.stops ? node : RELOAD)),
          },
        ],
  )
}
