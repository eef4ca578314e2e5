import { NEED_RANKS } from '#core/domains/dispatch/judgeNeed.ts'
import { checkProposal } from '#core/domains/dispatch/proposing/checkProposal.ts'
import type { Proposal, ProposalTask } from '#core/domains/dispatch/proposing/proposal.ts'
import { proposalProblem } from '#core/domains/dispatch/proposing/proposalProblem.ts'
import type { Route, RoutingProblem } from '#core/domains/dispatch/routing/problem.ts'
import { costOfRoutes, scheduleRoute } from '#core/domains/dispatch/routing/scheduleRoute.ts'
import type { ThreadTask } from '#server/domains/dispatch/proposals/proposeInThread.ts'
import { searchSeconds } from '#server/domains/dispatch/proposals/searchSeconds.ts'
import { doHeavyWork } from '#server/platform/jobs/heavyWork.ts'
import type { Section } from '../report.ts'
import { drawnFleet, FLEETS, type FleetKind } from './drawnFleet.ts'
import { plainRounds } from './plainRounds.ts'

/** Goal (s) for proposing rounds for 2,000 tanks and 20 trucks. */
const GOAL = 60
const CASES = 3

interface Outcome {
  /** Share of the required quantity that is delivered in time. */
  inTime: number
  stops: number
  km: number
  trucks: number
  cost: number
}

/**
 * Proposes a week's rounds for random fleets, in the thread that the server uses, and compares them with a simple strategy that fills one
 * truck after the other. Every solution is checked.
 */
export async function benchProposals(quick: boolean, seeds: number): Promise<Section[]> {
  const rows: string[] = []
  for (const [name, kind] of Object.entries(FLEETS))
    for (let index = 1; index <= (quick ? 1 : CASES); index += 1) {
      const row = await measure(`${name} ${seeds * 100 + index}`, kind, { seed: seeds * 100 + index, quick })
      console.log(row)
      rows.push(row)
    }
  const half = seeds === 0 ? '' : ', seeds not seen before'
  return [[`## Proposed rounds, 2,000 tanks and 20 trucks${half}`, bodyOf(rows)]]
}

async function measure(name: string, kind: FleetKind, { seed, quick }: { seed: number; quick: boolean }) {
  const task = drawnFleet(quick ? { ...kind, tanks: 200, trucks: 2 } : kind, seed)
  const { problem } = proposalProblem(task)
  const tiers = NEED_RANKS.map((rank) =>
    task.needs.flatMap((need, index) => (need.rank === rank ? [index] : [])),
  )
  const floor = outcomeOf(task, problem, plainRounds(problem, tiers))
  const startedAt = performance.now()
  const seconds = quick ? 2 : searchSeconds(task.needs.length)
  const input: ThreadTask = { task, seconds, shared: new SharedArrayBuffer(8) }
  const proposal = await doHeavyWork<Proposal>('proposals', input, 2 * GOAL)
  const took = (performance.now() - startedAt) / 1000
  const issues = Object.values(checkProposal(task, proposal)).flat()
  if (issues.length > 0) throw new Error(`${name}: ${JSON.stringify(issues[0])}`)
  const found = outcomeOf(
    task,
    problem,
    proposal.rounds.map(({ truckDay, stops }) => ({
      vehicle: truckDay,
      visits: stops.map(({ need }) => need),
    })),
  )
  return rowOf({ name, task, musts: tiers[0]!.length, found, floor, took })
}

function outcomeOf(task: ProposalTask, problem: RoutingProblem, all: readonly Route[]): Outcome {
  const routes = all.filter(({ visits }) => visits.length > 0)
  const sum = (of: (route: Route) => number) => routes.reduce((total, route) => total + of(route), 0)
  return {
    inTime: sum(
      ({ vehicle, visits }) =>
        visits.filter((stop) => {
          const { rank, latest } = task.needs[stop]!
          return rank === 'must' && task.truckDays[vehicle]!.day <= latest
        }).length,
    ),
    stops: sum(({ visits }) => visits.length),
    km: sum((route) => scheduleRoute(problem, route).metres) / 1000,
    trucks: routes.length,
    cost: costOfRoutes(problem, routes) / 1000,
  }
}

interface Measured {
  name: string
  task: ProposalTask
  musts: number
  found: Outcome
  floor: Outcome
  took: number
}

function rowOf({ name, task, musts, found, floor, took }: Measured): string {
  const pair = (of: (outcome: Outcome) => string | number) => `${of(found)} (${of(floor)})`
  const whole = (figure: number) => Math.round(figure).toLocaleString('en-US')
  const seconds = took > GOAL ? `**${took.toFixed(1)}**` : took.toFixed(1)
  const cells = [
    ...[name, task.needs.length, musts, pair(({ inTime }) => inTime), pair(({ stops }) => stops)],
    ...[pair(({ trucks }) => trucks), pair(({ km }) => whole(km))],
    pair(({ km, stops }) => (km / stops).toFixed(1)),
    pair(({ cost }) => whole(cost)),
    seconds,
  ]
  return `| ${cells.join(' | ')} |`
}

function bodyOf(rows: readonly string[]): string {
  return `A week of five days for 2,000 tanks and 20 trucks from three yards, drawn by the seed next to the name; the needs are
the tanks that come down to their reorder level within two weeks. One thread, and the time from the question to the answer by the
clock on the wall. In parentheses is what filling one truck after the other gives: what must come first, each time what is the least
out of the way, nothing moved again. The cost counts ways, hours at the wheel and at the stops, lateness and what is left out, in km. The
goal is ${GOAL} s; what misses it is printed in bold. \`checkProposal\` found nothing wrong with any answer, or the run would have ended.

| fleet | needs | of them must | must in time | stops | truck days | km | km a stop | cost | s |
|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`
}
