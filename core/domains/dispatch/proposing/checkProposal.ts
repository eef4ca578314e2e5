import { checkLoad, type Load, type LoadIssue } from '#core/domains/shipments/checkLoad.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { checkRoutes, type RouteIssue } from '../routing/checkRoutes.ts'
import { stopsAboard } from './loadRound.ts'
import type { Proposal, ProposalTask } from './proposal.ts'
import { proposalProblem } from './proposalProblem.ts'

export interface ProposalIssues {
  routes: RouteIssue[]
  loads: LoadIssue[]
  /** Needs that appear twice, nowhere, on a truck that may not come, or not where a person put them. */
  needs: number[]
}

/** The issues of a proposal, by the checkers of routes and of loading. Issues that a manual plan already had are ignored. */
export function checkProposal(task: ProposalTask, { rounds, leftOut }: Proposal): ProposalIssues {
  const { problem } = proposalProblem(task)
  const routes = task.truckDays.map((_, vehicle) => {
    const stops = rounds.find(({ truckDay }) => truckDay === vehicle)?.stops ?? []
    return {
      vehicle,
      visits: [...itemAt(problem.vehicles, vehicle).locked, ...stops.map(({ need }) => need)],
    }
  })
  const before = routes.map(({ vehicle }) => ({ vehicle, visits: itemAt(problem.vehicles, vehicle).locked }))
  const known = new Set(checkRoutes(problem, before).map(ruleOf))
  const mentioned = [...rounds.flatMap(({ stops }) => stops), ...leftOut].map(({ need }) => need)
  return {
    routes: checkRoutes(problem, routes).filter((issue) => !known.has(ruleOf(issue))),
    loads: rounds.flatMap(({ truckDay, stops }) => {
      const { vehicles, aboard } = itemAt(task.truckDays, truckDay)
      const first = stopsAboard(aboard) + 1
      const loads = stops.flatMap(({ need, pieces }, at) =>
        pieces.map(
          ({ compartment, litres }): Load => ({
            ...itemAt(task.needs, need).load,
            ...{ compartment, quantity: litres, stop: first + at },
          }),
        ),
      )
      const index = aboard.length
      return checkLoad(vehicles, [...aboard, ...loads]).filter((issue) => issue.index >= index)
    }),
    needs: task.needs.flatMap(({ fixed, truckDays }, need) => {
      const on = rounds.find(({ stops }) => stops.some((stop) => stop.need === need))?.truckDay
      const isThere = on === undefined || (truckDays.includes(on) && (fixed === null || on === fixed))
      return isThere && mentioned.filter((item) => item === need).length === 1 ? [] : [need]
    }),
  }
}

const ruleOf = ({ rule, vehicle, stop }: RouteIssue) => `${rule} ${vehicle} ${stop}`
