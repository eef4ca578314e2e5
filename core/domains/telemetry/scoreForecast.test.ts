import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysUntilScored, outcomeOf, scoreForecast } from './scoreForecast.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 5)
const at = (day: number) => START + day * DAY
const origin = { at: START, volume: 1000 }
const PAUSE = { longestPause: 2 * DAY }

/** The last level of each day for a daily use, with deliveries on some days. */
function levelsOf(use: readonly number[], intakes: Record<number, number> = {}) {
  let volume = origin.volume
  return {
    levels: use.map((litres, i) => {
      volume += (intakes[i + 1] ?? 0) - litres
      return { at: at(i + 1), volume }
    }),
    intakes: Object.entries(intakes).map(([day, litres]) => ({ at: at(Number(day) - 0.5), volume: litres })),
    ...PAUSE,
  }
}
const steady = (days: number) => Array.from({ length: days }, () => 100)

describe('outcomeOf', () => {
  it('is the day on which use has passed the level', () => {
    expect(outcomeOf(origin, 0, 30, levelsOf(steady(30)))).toEqual({ lasted: 10, isReached: true })
    expect(outcomeOf(origin, 250, 30, levelsOf(steady(30)))).toEqual({ lasted: 7.5, isReached: true })
  })

  it('ignores deliveries, even several in between', () => {
    const filled = levelsOf(steady(30), { 3: 700, 8: 900, 9: 150 })
    expect(outcomeOf(origin, 0, 30, filled)).toEqual({ lasted: 10, isReached: true })
  })

  it('ignores sudden losses', () => {
    const { levels, ...rest } = levelsOf(steady(30))
    const lost = levels.map((level) => (level.at > at(4) ? { ...level, volume: level.volume - 300 } : level))
    const intakes = [{ at: at(4.5), volume: -300 }]
    expect(outcomeOf(origin, 0, 30, { ...rest, levels: lost, intakes })).toEqual({
      lasted: 10,
      isReached: true,
    })
  })

  it('returns the time observed if use has not passed the level', () => {
    expect(outcomeOf(origin, 0, 8, levelsOf(steady(8)))).toEqual({ lasted: 8, isReached: false })
    expect(outcomeOf(origin, 0, 8.5, levelsOf(steady(30)))).toEqual({ lasted: 8.5, isReached: false })
  })

  it('is unknown if the device was silent, except for outcomes before that', () => {
    const { levels, ...rest } = levelsOf(steady(30))
    const silent = levels.filter((level) => level.at <= at(3) || level.at > at(6))
    expect(outcomeOf(origin, 0, 30, { ...rest, levels: silent })).toBeNull()
    expect(outcomeOf(origin, 700, 30, { ...rest, levels: silent })).toEqual({ lasted: 3, isReached: true })
    expect(outcomeOf(origin, 0, 30, { ...rest, levels: levels.slice(0, 5) })).toBeNull()
  })
})

describe('daysUntilScored', () => {
  it('is later than the end of the range, and no later than the longest forecast', () => {
    expect(daysUntilScored({ p10: 8, p50: 10, p90: 12 })).toBe(16)
    expect(daysUntilScored({ p10: 200, p50: 300, p90: 390 })).toBe(400)
    expect(daysUntilScored({ p10: 200, p50: 3650, p90: 3650 })).toBe(400)
    expect(daysUntilScored({ p10: 3650, p50: 3650, p90: 3650 })).toBe(400)
    expect(daysUntilScored({ p10: 8, p50: 14, p90: 3650 })).toBe(60)
    expect(daysUntilScored({ p10: 8, p50: 50, p90: 3650 })).toBe(100)
  })
})

describe('scoreForecast', () => {
  const range = { p10: 8, p50: 10, p90: 14 }
  const scored = (lasted: number, isReached = true) => scoreForecast(range, range, { lasted, isReached })

  it('returns the error, and the distance in widths of the side of the range', () => {
    expect(scored(12)).toMatchObject({ error: 2, late: 0.5 })
    expect(scored(14).late).toBe(1)
    expect(scored(8)).toMatchObject({ error: -2, early: 1 })
    expect(scored(10)).toMatchObject({ error: 0, early: 0, late: 0 })
    expect(scored(10).pinball).toBeCloseTo((0.2 + 0 + 0.4) / 3, 9)
  })

  it('counts a level not passed in time as far away, and its error as far as known', () => {
    expect(scored(19, false)).toMatchObject({ error: 9, late: 20 })
    const open = { p10: 8, p50: 14, p90: 3650 }
    expect(scoreForecast(open, open, { lasted: 60, isReached: false })).toMatchObject({
      error: 46,
      early: null,
      late: null,
    })
    const never = { p10: 3650, p50: 3650, p90: 3650 }
    expect(scoreForecast(never, never, { lasted: 400, isReached: false })).toMatchObject({
      error: 0,
      pinball: 0,
    })
    expect(scoreForecast(never, never, { lasted: 20, isReached: true }).error).toBe(-380)
  })

  it('gives the best pinball loss to the true distribution', () => {
    const lasts = Array.from({ length: 999 }, (_, i) => 5 + (10 * (i + 1)) / 1000)
    const lossOf = (predicted: typeof range) =>
      lasts.reduce(
        (sum, lasted) => sum + scoreForecast(predicted, predicted, { lasted, isReached: true }).pinball,
        0,
      )
    const honest = lossOf({ p10: 6, p50: 10, p90: 14 })
    fc.assert(
      fc.property(fc.tuple(fc.double(OFF), fc.double(OFF), fc.double(OFF)), ([a, b, c]) => {
        const [p10, p50, p90] = [6 + a, 10 + b, 14 + c].sort((one, other) => one - other)
        expect(lossOf({ p10: p10!, p50: p50!, p90: p90! })).toBeGreaterThanOrEqual(honest - 1e-6)
      }),
      { numRuns: 50 },
    )
  })
})

const OFF = { min: -4, max: 4, noNaN: true }
