import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { bestPlace, putInto } from '../routing/insertion.ts'
import { Plan } from '../routing/plan.ts'
import type { Route, RoutingProblem } from '../routing/problem.ts'
import { RoutingModel } from '../routing/routingModel.ts'
import { costOfRoutes, scheduleRoute } from '../routing/scheduleRoute.ts'
import { type SolveOptions, solveRoutes } from '../routing/solveRoutes.ts'
import { loadWithinLimits } from './loadRound.ts'
import type {
  LeftOut,
  ProposableNeed,
  Proposal,
  ProposalTask,
  ProposedRound,
  ProposedStop,
} from './proposal.ts'
import { type ProposalProblem, proposalProblem } from './proposalProblem.ts'

/** Detours below this (m) count as on the way. */
const ON_THE_WAY = 200

/**
 * Assigns needs to trucks, days, positions and compartments; keeps what a person has fixed. Keeps every rule of routing and
 * loading, and leaves out needs that are worth less than their detour.
 */
export function proposeRounds(task: ProposalTask, options: Omit<SolveOptions, 'seed'>): Proposal {
  const stated = proposalProblem(task)
  const { problem } = stated
  const { routes } = solveRoutes(problem, { ...options, seed: task.seed })
  const plan = planOf(problem, routes)
  putInWhatPays(plan)
  const found = plan.routes.map(
    ({ vehicle, nodes }): Route => ({ vehicle: vehicle.index, visits: nodes.slice(1, -1) }),
  )
  const isNeed = (stop: number) => stop < task.needs.length
  const rounds = found.filter(({ visits }) => visits.some(isNeed)).map((route) => loaded(task, stated, route))
  const loadable = found.map(
    (route) => rounds.find((round) => round.route.vehicle === route.vehicle)?.route ?? route,
  )
  return {
    rounds: rounds
      .filter(({ pieces }) => pieces.size > 0)
      .map((round) => roundOf(task, stated, round))
      .toSorted(
        (one, other) =>
          itemAt(task.truckDays, one.truckDay).day - itemAt(task.truckDays, other.truckDay).day ||
          one.truckDay - other.truckDay,
      ),
    leftOut: [
      ...[...plan.left].filter(isNeed).map((need) => judgeLeftOut(task, stated, plan, need)),
      ...rounds.flatMap(({ dropped }) =>
        dropped.map((need): LeftOut => ({ need, why: 'full', detour: null })),
      ),
    ].toSorted((one, other) => one.need - other.need),
    cost: costOfRoutes(problem, loadable),
  }
}

function planOf(problem: RoutingProblem, routes: readonly Route[]): Plan {
  const plan = Plan.empty(new RoutingModel(problem))
  for (const { vehicle, visits } of routes)
    for (const [index, stop] of visits.entries())
      if (index >= itemAt(problem.vehicles, vehicle).locked.length)
        plan.insert(vehicle, index + 1, [stop], stop)
  return plan
}

/** Inserts worthwhile needs that an interrupted search left out, the most valuable first. */
function putInWhatPays(plan: Plan): void {
  const { model } = plan
  if (plan.routes.length === 0) return
  for (const stop of [...plan.left].sort(
    (one, other) => itemAt(model.prize, other) - itemAt(model.prize, one),
  )) {
    const place = cheapestPlace(plan, stop)
    if (place.delta < itemAt(model.prize, stop)) putInto(plan, stop, place)
  }
}

function cheapestPlace(plan: Plan, stop: number) {
  const places = plan.routes.map((route) => bestPlace(plan.model, route, stop))
  return places.reduce((best, place) => (place.delta < best.delta ? place : best))
}

interface LoadedRoute {
  route: Route
  /** Pieces by need. */
  pieces: ReadonlyMap<number, ProposedStop['pieces']>
  /** Needs that fit by volume and weight, but not by axle load. */
  dropped: readonly number[]
}

function loaded(task: ProposalTask, stated: ProposalProblem, { vehicle, visits }: Route): LoadedRoute {
  const needs = visits.filter((stop) => stop < task.needs.length)
  const found = loadWithinLimits(task, stated, vehicle, needs)
  if (!found) throw new Error('a proposed round does not fit in its compartments')
  const dropped = needs.filter((_, index) => itemAt(found, index).length === 0)
  return {
    route: { vehicle, visits: visits.filter((stop) => !dropped.includes(stop)) },
    pieces: new Map(
      needs.flatMap((need, index) => (dropped.includes(need) ? [] : [[need, itemAt(found, index)]])),
    ),
    dropped,
  }
}

function roundOf(task: ProposalTask, stated: ProposalProblem, { route, pieces }: LoadedRoute): ProposedRound {
  const { problem } = stated
  const { vehicle, visits } = route
  const needs = visits.filter((stop) => stop < task.needs.length)
  const schedule = scheduleRoute(problem, route)
  const first = visits.length - needs.length
  const stops = needs.map((need, index): ProposedStop => {
    const without = { vehicle, visits: visits.filter((stop) => stop !== need) }
    return {
      need,
      pieces: getOrThrow(pieces, need),
      arrival: itemAt(schedule.visits, first + index).arrival,
      detour: Math.max(0, schedule.metres - scheduleRoute(problem, without).metres),
      alone:
        itemAt(task.truckDays, vehicle).home === null
          ? null
          : scheduleRoute(problem, { vehicle, visits: [need] }).metres,
    }
  })
  const { departure, end, metres, driving } = schedule
  return { truckDay: vehicle, stops, departure, end, metres, driving }
}

function judgeLeftOut(task: ProposalTask, stated: ProposalProblem, plan: Plan, need: number): LeftOut {
  const { problem, litres } = stated
  const { windows, truckDays } = itemAt(task.needs, need)
  const result = (why: LeftOut['why'], detour: number | null = null): LeftOut => ({ need, why, detour })
  if (windows?.length === 0) return result('closed')
  if (litres[need] === 0 || truckDays.length === 0) return result('no_truck')
  const place = cheapestPlace(plan, need)
  if (Number.isFinite(place.delta)) {
    const vehicle = place.vehicle.index
    const visits = itemAt(plan.routes, vehicle).nodes.slice(1, -1)
    const longer = { vehicle, visits: visits.toSpliced(place.position - 1, 0, need) }
    const detour = scheduleRoute(problem, longer).metres - scheduleRoute(problem, { vehicle, visits }).metres
    return detour < ON_THE_WAY ? result('can_wait') : result('not_worth', detour)
  }
  if (canReach(Plan.empty(plan.model), need)) return result('full')
  return result(whyOutOfReach(task, itemAt(task.needs, need)))
}

const canReach = (plan: Plan, need: number) => Number.isFinite(cheapestPlace(plan, need).delta)

/** Why no truck reaches a need, even alone: the hours of its site, the stops already planned on the trucks, or the way. */
function whyOutOfReach(task: ProposalTask, need: ProposableNeed): LeftOut['why'] {
  const reaches = (more: Partial<ProposalTask>) => {
    const { problem } = proposalProblem({ ...task, needs: [need], ...more })
    return canReach(Plan.empty(new RoutingModel(problem)), 0)
  }
  if (reaches({ needs: [{ ...need, windows: null }] })) return 'outside_hours'
  const unplanned = task.truckDays.map((day) => ({ ...day, aboard: [], halts: [] }))
  return reaches({ truckDays: unplanned }) ? 'full' : 'out_of_reach'
}
