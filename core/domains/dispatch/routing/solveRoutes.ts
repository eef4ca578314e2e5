import { Random } from '#core/domains/telemetry/forecasting/random.ts'
import { type Blink, insertByRegret, insertGreedily } from './insertion.ts'
import { Plan } from './plan.ts'
import { RELOAD, type Route, type RoutingProblem } from './problem.ts'
import { REMOVALS } from './removal.ts'
import { RoutingModel } from './routingModel.ts'

export interface SolveOptions {
  /** The same seed and the same number of rounds give the same answer. */
  seed: number
  /**
   * Share of the effort that is spent, after so many rounds: from 0 to 1, where the search ends. By rounds it is the same each
   * time; by a clock it is as good as the time allows.
   */
  spent: (rounds: number) => number
  /** Hears now and then how far it is and what the best answer costs. */
  onProgress?: (share: number, cost: number) => void
}

export interface SolvedRoutes {
  routes: Route[]
  /** Stops that no vehicle comes to. */
  leftOut: number[]
  /** Of the routes and of what is left out; what must be brought counts more than anything. */
  cost: number
  rounds: number
}

/** How often it is asked how much is spent. */
const ROUNDS_A_LOOK = 16
/** Removed at least, and at most, in a round. */
const FEWEST = 4
const MOST_REMOVED = 36
/** Of stops that are out, so many are tried again in a round. */
const MOST_TRIED = 16
/** Places that are overlooked, so that greedy insertion does not find the same again and again. */
const BLINKS = 0.01
/** Share of the rounds in which nothing stays out that fits, where there is anything that may. */
const GENEROUS = 0.2
/** Temperatures, as shares of what the first plan costs a stop. */
const HOT = 3
const COLD = 0.03
/** Rounds after which the weights of the moves follow what they gave. */
const ROUNDS_A_SEGMENT = 100
const REACTION = 0.2

/**
 * Divides stops among vehicles and puts them in order: a first plan by regret insertion, then adaptive large neighbourhood
 * search with simulated annealing (Ropke and Pisinger, "An adaptive large neighborhood search heuristic for the pickup and
 * delivery problem with time windows", Transportation Science 40, 2006), among its moves the removal of strings.
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
  let share = 0
  let temperature = HOT * scale
  for (; model.stops > 0 && model.vehicles.length > 0; rounds += 1) {
    if (rounds % ROUNDS_A_LOOK === 0) {
      share = spent(rounds)
      onProgress?.(Math.min(share, 1), bestCost)
      if (share >= 1) break
      temperature = scale * HOT * (COLD / HOT) ** share
    }
    const { removal, insertion } = moves.choose()
    const next = current.copy()
    const gone = REMOVALS[removal]!(next, countOf(model, random), random)
    next.remove(gone)
    const stops = stopsToTry(next, gone, random)
    insertions(model, random)[insertion]!(next, stops, isOptional && random.uniform() < GENEROUS)
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

/** What a move earns by a new best plan, one better than the last, or merely another. */
const BEST = 33
const BETTER = 13
const ACCEPTED = 1

function firstPlan(model: RoutingModel): Plan {
  const plans = [false, true].map((generous) => {
    const plan = Plan.empty(model)
    insertByRegret(plan, [...plan.left], 2, generous)
    return plan
  })
  return plans[1]!.cost < plans[0]!.cost ? plans[1]! : plans[0]!
}

function scaleOf(plan: Plan): number {
  const driven = plan.routes.reduce((sum, { cost }) => sum + cost, 0)
  const brought = plan.model.stops - plan.left.size
  return brought > 0 ? driven / brought : 1
}

function countOf(model: RoutingModel, random: Random): number {
  const most = Math.max(FEWEST, Math.min(MOST_REMOVED, 0.3 * model.stops))
  return Math.floor(FEWEST + random.uniform() ** 2 * (most - FEWEST + 1))
}

/** What was taken out, and some of what is out anyway: those near by, and any. */
function stopsToTry(plan: Plan, gone: readonly number[], random: Random): number[] {
  if (plan.left.size <= gone.length + MOST_TRIED) return [...plan.left]
  const tried = new Set(gone)
  const limit = gone.length + MOST_TRIED
  for (const stop of plan.model.neighbours[gone[0] ?? 0] ?? []) {
    if (tried.size >= limit - MOST_TRIED / 2) break
    if (plan.left.has(stop)) tried.add(stop)
  }
  const out = [...plan.left]
  for (let at = 0; at < MOST_TRIED && tried.size < limit; at += 1)
    tried.add(out[Math.floor(random.uniform() * out.length)]!)
  return [...tried]
}

type Insertion = (plan: Plan, stops: number[], generous: boolean) => void
const INSERTIONS = 5

/** Greedy with blinks, by an order that is drawn; and by regret, the deeper the more it looks ahead. */
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

/** By chance, the largest first, the farthest first, the nearest first, the narrowest window first, the earliest first. */
function inDrawnOrder(model: RoutingModel, stops: number[], random: Random): number[] {
  const { demand, dimensions, cost, size, vehicles, problem } = model
  const base = vehicles[0]!.start
  const far = (stop: number) => cost[base * size + stop]!
  const open = (stop: number) =>
    problem.stops[stop]!.windows.reduce((sum, [from, until]) => sum + until - from, 0) || Number.MAX_VALUE
  const orders: [weight: number, key: (stop: number) => number][] = [
    [4, () => random.uniform()],
    [4, (stop) => -demand[stop * dimensions]!],
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
  return stops.sort((one, other) => keys.get(one)! - keys.get(other)!)
}

/** Chooses moves the more often the more they have given. */
function adaptiveMoves(model: RoutingModel, random: Random) {
  const removals = REMOVALS.map(() => ({ weight: 1, score: 0, uses: 0 }))
  const inserts = Array.from({ length: INSERTIONS }, () => ({ weight: 1, score: 0, uses: 0 }))
  // Routes with several stops are where strings and greedy insertion do most.
  removals[0]!.weight = model.stops > 10 ? 4 : 1
  inserts[0]!.weight = inserts[1]!.weight = 2
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
  const learn = (all: typeof removals) => {
    for (const one of all) {
      if (one.uses > 0)
        one.weight = Math.max(0.1, one.weight * (1 - REACTION) + (REACTION * one.score) / one.uses)
      one.score = 0
      one.uses = 0
    }
  }
  return {
    choose() {
      rounds += 1
      if (rounds % ROUNDS_A_SEGMENT === 0) {
        learn(removals)
        learn(inserts)
      }
      last = { removal: drawn(removals), insertion: drawn(inserts) }
      removals[last.removal]!.uses += 1
      inserts[last.insertion]!.uses += 1
      return last
    },
    reward(score: number) {
      removals[last.removal]!.score += score
      inserts[last.insertion]!.score += score
    },
  }
}

function routesOf({ routes, model }: Plan): Route[] {
  return routes.flatMap(({ vehicle, nodes, isEmpty }) =>
    isEmpty
      ? []
      : [{ vehicle, visits: nodes.slice(1, -1).map((node) => (node < model.stops ? node : RELOAD)) }],
  )
}
