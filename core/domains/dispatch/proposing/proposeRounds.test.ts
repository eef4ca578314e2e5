import { describe, expect, test } from 'vitest'
import { checkRoutes } from '../routing/checkRoutes.ts'
import type { Route, RoutingProblem } from '../routing/problem.ts'
import { costOfRoutes } from '../routing/scheduleRoute.ts'
import { estimateTravel } from '../travel/estimateTravel.ts'
import { checkProposal } from './checkProposal.ts'
import type { ProposableNeed, ProposalTask, TruckDay } from './proposal.ts'
import { proposalProblem } from './proposalProblem.ts'
import { proposeRounds } from './proposeRounds.ts'
import { randomTask } from './randomTask.ts'

const DAY = 86_400
const upTo = (most: number) => ({ spent: (rounds: number) => rounds / most })
const SEEDS = Array.from({ length: 120 }, (_, seed) => seed)

/** Trucks of two compartments at a yard, and places along a road that leads east from it, 10 km apart. */
function task(more: Partial<ProposalTask> = {}): ProposalTask {
  const places = Array.from({ length: 8 }, (_, index) => ({ latitude: 40, longitude: -98 + index * 0.09 }))
  return {
    travel: estimateTravel(places, 60),
    needs: [],
    truckDays: [truckDay()],
    step: 1,
    seed: 1,
    ...more,
  }
}

const truckDay = (more: Partial<TruckDay> = {}): TruckDay => ({
  truck_id: 1,
  day: 0,
  vehicles: [
    {
      ...{ num_of_compartments: 2, payload: 0, max_weight: 0, compartment1: 3000, compartment2: 2000 },
      ...{ compartment3: 0, compartment4: 0, compartment5: 0 },
    },
  ],
  home: 0,
  shift: [8 * 3600, 17 * 3600],
  aboard: [],
  halts: [],
  ...more,
})

const need = (place: number, more: Partial<ProposableNeed> = {}): ProposableNeed => ({
  key: `tank:${place}`,
  rank: 'must',
  place,
  load: { product_id: 1, grade: 'ULSD', specific_gravity: '0.85', tanks: [place], room: 5000 },
  isGas: false,
  litres: 1000,
  dueLitres: 1500,
  service: 1800,
  windows: null,
  latest: 0,
  truckDays: [0],
  fixed: null,
  ...more,
})

const propose = (input: ProposalTask, rounds = 300) => proposeRounds(input, upTo(rounds))
const broughtBy = ({ rounds }: ReturnType<typeof propose>) =>
  rounds.map(({ truckDay: at, stops }) => [at, stops.map((stop) => stop.need)])

describe('for any task', () => {
  test.each(SEEDS)('no rule is broken, and fixed stops stay (seed %i)', (seed) => {
    const input = randomTask(seed)
    const proposal = propose(input, 120)
    expect(checkProposal(input, proposal)).toEqual({ routes: [], loads: [], needs: [] })
  })

  test('the same seed and effort give the same rounds', () => {
    const input = randomTask(7)
    expect(propose(input)).toEqual(propose(input))
  })
})

describe('compared with every alternative', () => {
  // Every way to divide the needs among the trucks, in every order.
  const least = (problem: RoutingProblem, needs: number): number => {
    let best = Number.POSITIVE_INFINITY
    const ways: number[][] = problem.vehicles.map(({ locked }) => [...locked])
    const look = (stop: number) => {
      if (stop === needs) {
        const routes = ways.map((visits, vehicle): Route => ({ vehicle, visits }))
        const isRight = checkRoutes(problem, routes).length === 0
        if (isRight) best = Math.min(best, costOfRoutes(problem, routes))
        return
      }
      look(stop + 1)
      for (const [vehicle, visits] of ways.entries())
        for (let index = problem.vehicles[vehicle]!.locked.length; index <= visits.length; index += 1) {
          visits.splice(index, 0, stop)
          look(stop + 1)
          visits.splice(index, 1)
        }
    }
    look(0)
    return best
  }

  test.each(SEEDS.slice(0, 60))('nothing costs less (seed %i)', (seed) => {
    const input = randomTask(1000 + seed, 4, 2)
    const { problem } = proposalProblem(input)
    const known = least(problem, input.needs.length)
    // If the manually fixed stops alone break a rule, there is nothing to compare with.
    if (!Number.isFinite(known)) return
    expect(propose(input, 400).cost).toBeCloseTo(known, 3)
  })
})

describe('a delivered need', () => {
  test('is in driving order, whole in its compartment, with its detour and its round trip alone', () => {
    const { rounds, leftOut } = propose(task({ needs: [need(3), need(1), need(2)] }))
    expect(leftOut).toEqual([])
    const [round] = rounds
    expect(round!.stops.map((stop) => stop.need).toSorted()).toEqual([0, 1, 2])
    expect(round!.stops.every(({ pieces }) => pieces.length === 1 && pieces[0]!.litres === 1000)).toBe(true)
    const far = round!.stops.find((stop) => stop.need === 0)!
    expect(far.alone).toBeCloseTo(round!.metres, 0)
    // The last of three on one road adds its last stretch, there and back.
    expect(far.detour).toBeCloseTo(far.alone! / 3, 0)
    expect(round!.stops.find((stop) => stop.need === 2)!.detour).toBeCloseTo(0, 0)
  })

  test('urgent needs come before near ones', () => {
    const needs = [
      need(1, { rank: 'could', litres: 3000, latest: 9 }),
      need(7, { litres: 3000 }),
      need(2, { rank: 'should', litres: 2000 }),
    ]
    const proposal = propose(task({ needs }))
    expect(proposal.rounds[0]!.stops.map((stop) => stop.need).toSorted()).toEqual([1, 2])
    expect(proposal.leftOut).toEqual([{ need: 0, why: 'full', detour: null }])
  })

  test('optional needs are delivered on the way, and left out if far away', () => {
    const could = { rank: 'could', latest: 9, litres: 800 } as const
    const needs = [need(3, { litres: 2000 }), need(2, could), need(7, could)]
    const { rounds, leftOut } = propose(task({ needs }))
    expect(rounds[0]!.stops.map((stop) => stop.need).toSorted()).toEqual([0, 1])
    expect(leftOut).toMatchObject([{ need: 2, why: 'not_worth' }])
    expect(leftOut[0]!.detour).toBeGreaterThan(50_000)
  })

  test('a need on the way that takes too little for a stop waits for that reason, not because of its distance', () => {
    const needs = [
      need(3, { litres: 2000 }),
      need(3, { rank: 'could', latest: 9, litres: 1, dueLitres: 5000 }),
    ]
    const { rounds, leftOut } = propose(task({ needs }))
    expect(rounds[0]!.stops.map((stop) => stop.need)).toEqual([0])
    expect(leftOut).toEqual([{ need: 1, why: 'can_wait', detour: null }])
  })

  test('loads larger than a compartment are divided, those larger than every truck delivered in part', () => {
    const [round] = propose(task({ needs: [need(1, { litres: 4000 })] })).rounds
    expect(round!.stops[0]!.pieces.toSorted((one, other) => one.compartment - other.compartment)).toEqual([
      { compartment: 1, litres: 3000 },
      { compartment: 2, litres: 1000 },
    ])
    const [part] = propose(task({ needs: [need(1, { litres: 9000 })] })).rounds
    expect(part!.stops[0]!.pieces.reduce((sum, { litres }) => sum + litres, 0)).toBe(5000)
  })

  test('two grades go into two compartments, and a third is left out', () => {
    const of = (grade: string) => ({ load: { ...need(1).load, grade } })
    const needs = [need(1, of('A')), need(2, of('B')), need(3, of('C'))]
    const { rounds, leftOut } = propose(task({ needs }))
    expect(rounds[0]!.stops).toHaveLength(2)
    expect(
      new Set(rounds[0]!.stops.flatMap(({ pieces }) => pieces.map((piece) => piece.compartment))).size,
    ).toBe(2)
    expect(leftOut).toMatchObject([{ why: 'full' }])
  })

  test('gas and fuel never share a truck, even one that could carry both', () => {
    const gas = { isGas: true, load: { ...need(1).load, grade: 'HD-5' } }
    expect(propose(task({ needs: [need(1), need(2, gas)] })).rounds[0]!.stops).toHaveLength(1)
  })

  test('is delivered on its last day in time if the truck is full on earlier days', () => {
    const truckDays = [truckDay(), truckDay({ day: 1, shift: [DAY + 8 * 3600, DAY + 17 * 3600] })]
    const both = { truckDays: [0, 1] }
    const needs = [need(1, { ...both, litres: 5000 }), need(2, { ...both, litres: 5000, latest: 1 })]
    expect(broughtBy(propose(task({ truckDays, needs })))).toEqual([
      [0, [0]],
      [1, [1]],
    ])
  })
})

describe('what a person has planned', () => {
  test('is driven first and stays in its compartment, and more is added next to it', () => {
    const aboard = [{ ...need(5).load, compartment: 1, quantity: 2500 }]
    const halts = [{ place: 5, service: 1800, windows: null }]
    const needs = [need(1, { litres: 1500 }), need(2, { litres: 1500 })]
    const input = task({ truckDays: [truckDay({ aboard, halts })], needs })
    const proposal = propose(input)
    // 500 L next to it, and 2,000 L in the other one.
    expect(proposal.rounds[0]!.stops).toHaveLength(1)
    expect(checkProposal(input, proposal).loads).toEqual([])
  })

  test('a stop on a truck stays on it, even if another truck passes by', () => {
    const truckDays = [truckDay(), truckDay({ truck_id: 2 })]
    const both = { truckDays: [0, 1] }
    const free = propose(task({ truckDays, needs: [need(2, both), need(3, both)] }))
    expect(free.rounds).toHaveLength(1)
    const other = 1 - free.rounds[0]!.truckDay
    const fixed = propose(task({ truckDays, needs: [need(2, both), need(3, { ...both, fixed: other })] }))
    expect(fixed.rounds.find(({ truckDay: at }) => at === other)!.stops.map((stop) => stop.need)).toContain(1)
  })

  test('a round with a trailer, or with a load in no compartment, is left unchanged', () => {
    const [truck] = truckDay().vehicles
    for (const more of [
      { vehicles: [truck!, truck!] },
      { aboard: [{ ...need(5).load, compartment: null, quantity: 10 }] },
    ]) {
      const { rounds, leftOut } = propose(task({ truckDays: [truckDay(more)], needs: [need(1)] }))
      expect([rounds, leftOut[0]!.why]).toEqual([[], 'no_truck'])
    }
  })
})

describe('why something is left out', () => {
  test('no truck is free', () => {
    const { rounds, leftOut } = propose(task({ truckDays: [], needs: [need(1, { truckDays: [] })] }))
    expect([rounds, leftOut]).toMatchObject([[], [{ need: 0, why: 'no_truck' }]])
  })

  test.each([
    ['no truck may come', { truckDays: [] }, 'no_truck'],
    ['its place takes nothing', { windows: [] }, 'closed'],
    ['its hours are after the shift', { windows: [[19 * 3600, 20 * 3600]] as const }, 'outside_hours'],
    ['it takes longer than the shift', { service: 10 * 3600 }, 'out_of_reach'],
  ] as const)('%s', (_, more, why) => {
    expect(propose(task({ needs: [need(1, more)] })).leftOut).toMatchObject([{ need: 0, why }])
  })

  test('manually planned stops leave no time', () => {
    const halts = [{ place: 1, service: 8.5 * 3600, windows: null }]
    const { leftOut } = propose(task({ truckDays: [truckDay({ halts })], needs: [need(2)] }))
    expect(leftOut).toMatchObject([{ need: 0, why: 'full' }])
  })

  test('the planned stops take until its site closes', () => {
    const halts = [{ place: 1, service: 4 * 3600, windows: null }]
    const early = need(2, { windows: [[5 * 3600, 10 * 3600]] })
    const { leftOut } = propose(task({ truckDays: [truckDay({ halts })], needs: [early] }))
    expect(leftOut).toMatchObject([{ need: 0, why: 'outside_hours' }])
  })
})
