import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkHours, type Duty } from '../hours/checkHours.ts'
import { HOURS_RULES, hoursRuleOf } from '../hours/hoursRules.ts'
import { judgeRound } from './judgeRound.ts'
import { departureOf, orderStops } from './orderStops.ts'
import type { Window } from './problem.ts'
import { scheduleRoute } from './scheduleRoute.ts'
import { type RoundToTime, timeRound } from './timeRound.ts'

const HOUR = 3600

/** Places on a line, the given hours apart; the home lies before the first, as far from it as the second. */
function onLine(count: number, hours: number): RoundToTime['travel'] {
  const places = count + 1
  const at = (place: number) => (place === count ? 0 : place + 1)
  const seconds = new Float64Array(places ** 2)
  for (let one = 0; one < places; one += 1)
    for (let other = 0; other < places; other += 1)
      seconds[one * places + other] = Math.abs(at(one) - at(other)) * hours * HOUR
  return { places, seconds, metres: seconds.map((way) => way * 20) }
}

const round = (count: number, hours: number, more: Partial<RoundToTime> = {}): RoundToTime => ({
  travel: onLine(count, hours),
  stops: Array.from({ length: count }, () => ({ service: 0.25 * HOUR, windows: [] })),
  hasHome: true,
  hours: null,
  earlier: [],
  ...more,
})
const inOrder = ({ stops }: RoundToTime) => stops.map((_, stop) => stop)

describe('breaks', () => {
  test('are inserted when due, on the way', () => {
    const input = round(2, 3, { hours: hoursRuleOf('eu') })
    const timed = timeRound(input, inOrder(input), 0)
    // Four and a half hours of driving end in the middle of the second leg; then again on the way home.
    expect(timed.breaks).toEqual([
      { before: 1, at: 4.75 * HOUR, length: 0.75 * HOUR },
      { before: 2, at: (4.75 + 0.75 + 1.5 + 0.25 + 3) * HOUR, length: 0.75 * HOUR },
    ])
    expect(timed.visits[1]!.arrival).toBe((4.75 + 0.75 + 1.5) * HOUR)
    expect(timed.end).toBe((12 + 0.5 + 1.5) * HOUR)
  })

  test('are saved by a long enough delivery, if the rule counts it', () => {
    const long = { stops: [{ service: 0.5 * HOUR, windows: [] }] }
    const us = round(1, 4.5, { ...long, hours: hoursRuleOf('us_60_7') })
    expect(timeRound(us, [0], 0).breaks).toEqual([])
    const eu = round(1, 2.5, { ...long, hours: hoursRuleOf('eu') })
    expect(timeRound(eu, [0], 0).breaks).toHaveLength(1)
  })

  test('come sooner after earlier driving', () => {
    const earlier: Duty[] = [{ kind: 'driving', from: -2 * HOUR, until: 0 }]
    const input = round(1, 3, { hours: hoursRuleOf('eu'), earlier })
    expect(timeRound(input, [0], 0).breaks[0]).toMatchObject({ before: 0, at: 2.5 * HOUR })
    expect(
      timeRound({ ...input, earlier: [{ ...earlier[0]!, from: -3 * HOUR, until: -HOUR }] }, [0], 0).breaks[0],
    ).toMatchObject({
      before: 1,
    })
  })
})

const window = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 6 }))
  .map(([from, length]): Window => [from * HOUR, (from + length) * HOUR])
const anyRound = fc
  .record({
    count: fc.integer({ min: 1, max: 6 }),
    hours: fc.integer({ min: 1, max: 12 }).map((n) => n / 4),
    windows: fc.array(fc.option(window, { nil: null }), { minLength: 6, maxLength: 6 }),
    rule: fc.constantFrom(...HOURS_RULES),
    service: fc.integer({ min: 0, max: 5 }).map((n) => (n / 4) * HOUR),
    before: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ count, hours, windows, rule, service, before }) =>
    round(count, hours, {
      hours: hoursRuleOf(rule),
      stops: windows.slice(0, count).map((item) => ({ service, windows: item ? [item] : [] })),
      earlier: before > 0 ? [{ kind: 'driving', from: -before * HOUR, until: 0 }] : [],
    }),
  )

test('no break required by the driver’s hours is missing in any round', () => {
  fc.assert(
    fc.property(anyRound, (input) => {
      fc.pre(input.hours !== null)
      const { duties } = timeRound(input, inOrder(input), 0)
      const issues = checkHours(input.hours!, { earlier: input.earlier, round: duties, midnight: 0 })
      const begins = input.earlier.reduce((sum, { from, until }) => sum + until - from, 0)
      // No break can fix a violation from before the round.
      if (begins <= (input.hours!.break?.driving ?? 0))
        expect(issues.map(({ rule }) => rule)).not.toContain('hours_break')
    }),
  )
})

test('a round without a rule is timed as in the search', () => {
  fc.assert(
    fc.property(anyRound, (some) => {
      const input = { ...some, hours: null }
      const task = { ...input, startedStops: 0, until: null }
      const departure = departureOf(task, inOrder(input))
      const timed = timeRound(input, inOrder(input), departure)
      const problem = {
        travel: input.travel,
        stops: input.stops.map((stop, place) => ({
          ...stop,
          place,
          demand: [],
          prize: null,
          vehicles: null,
        })),
        vehicles: [
          {
            ...{ start: input.stops.length, end: input.stops.length, shift: [0, 1e9] as const, capacity: [] },
            ...{ terminal: null, loadsFirst: false, pace: 1, fixedCost: 0, locked: [] },
          },
        ],
        terminals: [],
        cost: { perMetre: 1, perSecond: 1 },
      }
      const schedule = scheduleRoute(problem, { vehicle: 0, visits: inOrder(input) })
      expect(timed.end).toBeCloseTo(schedule.end, 6)
      expect(timed.visits.map(({ arrival }) => arrival)).toEqual(
        schedule.visits.map(({ arrival }) => arrival),
      )
    }),
  )
})

test('the suggested fix resolves the issue', () => {
  fc.assert(
    fc.property(anyRound, fc.integer({ min: 2, max: 14 }), (input, until) => {
      const limits = { until: until * HOUR, midnight: 0 }
      const order = inOrder(input)
      const timed = timeRound(input, order, 0)
      for (const { rule, stop, remedy } of judgeRound(input, timed, limits)) {
        if (remedy === null) continue
        const mended =
          'leaveAt' in remedy
            ? timeRound(input, order, remedy.leaveAt)
            : timeRound(
                input,
                order.filter((item) => item !== remedy.without),
                0,
              )
        const left = judgeRound(input, mended, limits).filter(
          (item) => item.rule === rule && item.stop === stop,
        )
        if ('without' in remedy) expect(left).toEqual([])
        else
          expect(judgeRound(input, mended, limits).length).toBeLessThan(
            judgeRound(input, timed, limits).length,
          )
      }
    }),
    { numRuns: 40 },
  )
})

test('windows that no order of stops can meet do not affect the search', () => {
  const input = round(3, 1, {
    stops: [
      { service: 0, windows: [[0, 0.5 * HOUR]] },
      { service: 0, windows: [] },
      { service: 0, windows: [[0, 3 * HOUR]] },
    ],
  })
  // The truck cannot reach the first within half an hour, and reaches the last only if it does not go back and forth before.
  const order = orderStops({ ...input, startedStops: 0, until: null })
  const timed = timeRound(input, order, 0)
  expect(judgeRound(input, timed, { until: null, midnight: 0 }).map(({ stop }) => stop)).toEqual([0])
})
