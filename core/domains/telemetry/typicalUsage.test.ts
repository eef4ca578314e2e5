import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decayedMaximum,
  emptyTypicalUsage,
  hasEnoughHistory,
  noiseOf,
  plausibleUsage,
  type TypicalUsage,
  typicalUsageBetween,
  type UsageStep,
  updateTypicalUsage,
} from './typicalUsage.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday, 00:00 UTC. */
const MONDAY = Date.UTC(2024, 0, 1)
const CAPACITY = 1000
const unknown = emptyTypicalUsage(MONDAY, CAPACITY)

const calm = (time: number, hours: number, change: number): UsageStep => ({
  time,
  hours,
  change,
  fallen: -change,
  isCalm: true,
})

/** Typical use after hourly readings of a given use. */
function learnt(days: number, litresAt: (time: number) => number): TypicalUsage {
  let usual = unknown
  for (let time = MONDAY + HOUR; time <= MONDAY + days * DAY; time += HOUR) {
    usual = updateTypicalUsage(usual, calm(time, 1, -litresAt(time - HOUR)), CAPACITY)
  }
  return usual
}

describe('an unknown tank', () => {
  test('has the scatter of a common sensor, and no use', () => {
    expect(unknown).toEqual({ spread: 5, rate: 0, fastest: 0, since: MONDAY, seen: 0 })
    expect(noiseOf(unknown)).toBeCloseTo(6.2666, 4)
    expect(plausibleUsage(unknown, 24)).toBe(0)
    expect(typicalUsageBetween(unknown, MONDAY, MONDAY + DAY)).toBe(0)
  })

  test('is known after three days and 24 readings, and not before', () => {
    const seen = { ...unknown, seen: 24 }
    expect(hasEnoughHistory(seen, MONDAY + 72 * HOUR)).toBe(true)
    expect(hasEnoughHistory(seen, MONDAY + 72 * HOUR - 1)).toBe(false)
    expect(hasEnoughHistory({ ...seen, seen: 23 }, MONDAY + 72 * HOUR)).toBe(false)
  })
})

describe('the scatter', () => {
  test('moves by a thirty-second of a reading’s deviation', () => {
    expect(updateTypicalUsage(unknown, calm(MONDAY + HOUR, 1, 8.2), CAPACITY).spread).toBeCloseTo(5.1, 9)
    expect(updateTypicalUsage(unknown, calm(MONDAY + HOUR, 1, -1.8), CAPACITY).spread).toBeCloseTo(4.9, 9)
    const used = { ...unknown, rate: 2 }
    expect(updateTypicalUsage(used, calm(MONDAY + 3 * HOUR, 3, -6), CAPACITY).spread).toBeCloseTo(
      5 - 5 / 32,
      9,
    )
  })

  test('moves no further than a bounded step for one wild reading', () => {
    // At most three times the scatter and 2 ‰ of the capacity: 17 L.
    expect(updateTypicalUsage(unknown, calm(MONDAY + HOUR, 1, -400), CAPACITY).spread).toBeCloseTo(
      5 + 12 / 32,
      9,
    )
  })
})

describe('the hourly use', () => {
  test('is learned over a week, and never negative', () => {
    const once = updateTypicalUsage(unknown, calm(MONDAY + HOUR, 1, -10), CAPACITY)
    expect(once.rate).toBeCloseTo(10 * (1 - Math.exp(-1 / 168)), 9)
    expect(updateTypicalUsage(unknown, calm(MONDAY + HOUR, 1, 10), CAPACITY).rate).toBe(0)
    expect(learnt(28, () => 4).rate).toBeCloseTo(4 * (1 - Math.exp(-4)), 6)
  })

  test('changes by a bounded step after a rise', () => {
    const used = { ...unknown, rate: 20 }
    // A rise of 500 L counts as 17 L less than usual.
    expect(updateTypicalUsage(used, calm(MONDAY + HOUR, 1, 500), CAPACITY).rate).toBeCloseTo(
      20 - 17 * (1 - Math.exp(-1 / 168)),
      9,
    )
  })

  test('ignores possible deliveries and losses, except the falls of a new tank', () => {
    const known = { ...unknown, seen: 100, rate: 2, fastest: 3 }
    const late = MONDAY + 100 * HOUR
    const step = (time: number, change: number) => ({ ...calm(time, 1, change), isCalm: false })
    expect(updateTypicalUsage(known, step(late, -200), CAPACITY)).toMatchObject({
      rate: 2,
      fastest: 3,
      seen: 101,
    })
    expect(updateTypicalUsage(known, step(late, 200), CAPACITY)).toMatchObject({ rate: 2, fastest: 3 })
    const fresh = updateTypicalUsage(unknown, step(MONDAY + HOUR, -200), CAPACITY)
    expect(fresh.rate).toBeGreaterThan(1)
    expect(fresh.fastest).toBeCloseTo(200 - 4 * noiseOf(unknown), 9)
    expect(updateTypicalUsage(unknown, step(MONDAY + HOUR, 200), CAPACITY)).toMatchObject({
      rate: 0,
      fastest: 0,
    })
    expect(updateTypicalUsage({ ...known, since: late - HOUR }, step(late, 0), CAPACITY)).toMatchObject({
      rate: 2,
      fastest: 3,
    })
  })

  test('the plausible use is three times the typical, and half more than the fastest', () => {
    expect(plausibleUsage({ ...unknown, rate: 2, fastest: 10 }, 3)).toBe(63)
  })
})

describe('the fastest use', () => {
  test('is what exceeded the scatter, per hour', () => {
    expect(decayedMaximum(unknown, 125, 2)).toBeCloseTo((125 - 4 * noiseOf(unknown)) / 2, 9)
  })

  test('fades by half in thirty days', () => {
    const known = { ...unknown, fastest: 8 }
    expect(decayedMaximum(known, 0, 720)).toBeCloseTo(4, 9)
    expect(decayedMaximum(known, 0, 1440)).toBeCloseTo(2, 9)
  })

  test('is measured over at least a minute', () => {
    expect(decayedMaximum(unknown, 30, 0)).toBeCloseTo((30 - 4 * noiseOf(unknown)) * 60, 6)
  })
})

describe('the rhythm of a tank', () => {
  const byDay = (time: number) => {
    const hour = new Date(time).getUTCHours()
    return hour >= 6 && hour < 18 ? 6 : 0
  }

  test('a tank used by day is not expected to be used at night', () => {
    const usual = learnt(56, byDay)
    const start = MONDAY + 56 * DAY
    expect(typicalUsageBetween(usual, start, start + 5 * HOUR)).toBeLessThan(1.5)
    expect(typicalUsageBetween(usual, start + 8 * HOUR, start + 10 * HOUR)).toBeGreaterThan(9)
    expect(typicalUsageBetween(usual, start + 8 * HOUR, start + 10 * HOUR)).toBeLessThan(15)
    expect(Math.abs(typicalUsageBetween(usual, start, start + DAY) / 72 - 1)).toBeLessThan(0.15)
  })

  test('a tank that rests on Sundays is expected to rest', () => {
    const usual = learnt(70, (time) => (new Date(time).getUTCDay() === 0 ? 0 : 5))
    const sunday = MONDAY + 69 * DAY
    expect(usual.weekly![0]).toBeLessThan(0.5)
    for (const day of [1, 2, 3, 4, 5, 6]) expect(usual.weekly![day]).toBeGreaterThan(0.8)
    expect(typicalUsageBetween(usual, sunday, sunday + DAY)).toBeLessThan(
      0.5 * typicalUsageBetween(usual, sunday - DAY, sunday),
    )
  })

  test('is the mean of its hours for more than a day', () => {
    const usual = learnt(56, byDay)
    expect(typicalUsageBetween(usual, MONDAY, MONDAY + DAY + 1)).toBeCloseTo(usual.rate * 24, 2)
    expect(typicalUsageBetween({ rate: 2 }, MONDAY, MONDAY + 3 * HOUR)).toBe(6)
    expect(typicalUsageBetween({ rate: 2, hourly: [], weekly: undefined }, MONDAY, MONDAY + HOUR)).toBe(2)
  })

  test('weighs each hour by its share', () => {
    const hourly = Array.from({ length: 24 }, (_, hour) => hour)
    const weekly = [10, 1, 1, 1, 1, 1, 2]
    const usual = { rate: 0, hourly, weekly }
    // Half of hour 3, all of hour 4, a quarter of hour 5, on a Monday.
    const from = MONDAY + 3.5 * HOUR
    expect(typicalUsageBetween(usual, from, MONDAY + 5.25 * HOUR)).toBeCloseTo(1.5 + 4 + 1.25, 9)
    // From Saturday 23:00 to Sunday 02:00.
    const saturday = MONDAY + 5 * DAY
    expect(typicalUsageBetween(usual, saturday + 23 * HOUR, saturday + 26 * HOUR)).toBeCloseTo(46 + 0 + 10, 9)
    // Before 1970 the clock ran as it does now: that day was a Wednesday.
    expect(typicalUsageBetween({ ...usual, weekly: [0, 0, 0, 1, 0, 0, 0] }, -2 * HOUR, -HOUR)).toBeCloseTo(
      22,
      9,
    )
  })

  test('is moved by a step only within its hours, and bounded', () => {
    const usual = updateTypicalUsage(unknown, calm(MONDAY + 4 * HOUR, 2, -10), CAPACITY)
    // 5 L in each of two hours without usual use: 12 % of it.
    expect(usual.hourly!.map((litres, hour) => [hour, litres]).filter(([, litres]) => litres !== 0)).toEqual([
      [2, 0.6],
      [3, 0.6],
    ])
    const wild = updateTypicalUsage(unknown, calm(MONDAY + 4 * HOUR, 1, -400), CAPACITY)
    expect(wild.hourly![3]).toBeCloseTo(17 * 0.12, 3)
    const risen = updateTypicalUsage(unknown, calm(MONDAY + 4 * HOUR, 1, 400), CAPACITY)
    expect(risen.hourly![3]).toBeCloseTo(-17 * 0.12, 3)
  })

  test('moves its day by its share of a typical day', () => {
    const known = { ...unknown, rate: 2 }
    // 10 L in an hour of a day that takes 48: 8 more than typical.
    const usual = updateTypicalUsage(known, calm(MONDAY + 4 * HOUR, 1, -10), CAPACITY)
    expect(usual.weekly![1]).toBeCloseTo(1 + (8 / 48) * 0.3, 4)
    expect(usual.weekly!.toSpliced(1, 1)).toEqual([1, 1, 1, 1, 1, 1])
    expect(usual.hourly![3]).toBeCloseTo(2 + 8 * 0.12, 4)
  })

  test('ignores possible changes, and steps of more than a day', () => {
    const known = { ...unknown, rate: 2 }
    const still = { hourly: Array.from({ length: 24 }, () => 2), weekly: Array.from({ length: 7 }, () => 1) }
    expect(updateTypicalUsage(known, calm(MONDAY + 25 * HOUR, 25, -100), CAPACITY)).toMatchObject(still)
    expect(
      updateTypicalUsage(known, { ...calm(MONDAY + HOUR, 1, -100), isCalm: false }, CAPACITY),
    ).toMatchObject(still)
    const whole = updateTypicalUsage(known, calm(MONDAY + DAY, 24, -60), CAPACITY)
    expect(new Set(whole.hourly)).not.toEqual(new Set([2]))
  })

  test('a weekday takes no more than all seven and no less than nothing; five digits are stored', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -300, max: 300, noNaN: true }), { maxLength: 60 }), (changes) => {
        let usual = unknown
        changes.forEach((change, index) => {
          usual = updateTypicalUsage(usual, calm(MONDAY + (index + 1) * 6 * HOUR, 6, change), CAPACITY)
        })
        for (const day of usual.weekly ?? []) {
          expect(day).toBeGreaterThanOrEqual(0)
          expect(day).toBeLessThanOrEqual(7)
        }
        for (const figure of [...(usual.weekly ?? []), ...(usual.hourly ?? [])]) {
          expect(Number(figure.toPrecision(5))).toBeCloseTo(figure, 10)
        }
        expect(usual.seen).toBe(changes.length)
        expect(usual.since).toBe(MONDAY)
        expect(JSON.parse(JSON.stringify(usual))).toEqual(usual)
      }),
    )
  })

  test('is stored with five digits for a large tank too', () => {
    const great = updateTypicalUsage(
      emptyTypicalUsage(MONDAY, 1e9),
      calm(MONDAY + 4 * HOUR, 1, -12_345_678),
      1e9,
    )
    expect(great.hourly![3]).toBe(1_481_500)
  })
})
