import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DayOfUse,
  daysToUse,
  forecastTank,
  LONGEST_FORECAST,
  type UseCourse,
  usedBetween,
} from './forecast.ts'

const DAY = 86_400_000
/** A Monday, at midnight in Greenwich. */
const MONDAY = Date.parse('2024-04-01T00:00:00Z')

/** Days up to the one before MONDAY, oldest first. */
function days(used: readonly number[]): DayOfUse[] {
  return used.map((litres, i) => {
    const date = new Date(MONDAY + (i - used.length) * DAY)
    return { date: date.toISOString().slice(0, 10), used: litres, weekday: date.getUTCDay() }
  })
}

const repeat = (weeks: number, week: readonly number[]) => Array.from({ length: weeks }, () => week).flat()
const WEEK = [100, 110, 100, 120, 90, 0, 0]

function forecastOf(history: readonly DayOfUse[], volume = 1000, { at = MONDAY, clockAhead = 0 } = {}) {
  const { none, left, course, perDay } = forecastTank(history, { volume, at, clockAhead }, [0])
  if (none !== null || course === null || perDay === null) throw new Error(`${none}`)
  return { ...left[0]!, course, perDay }
}

describe('forecastTank', () => {
  it.each([
    [[], 'too_little_data'],
    [[100, 100], 'too_little_data'],
    [[Number.NaN, 5, 5], 'too_little_data'],
  ])('of %j gives %s', (used, none) => {
    expect(forecastTank(days(used), { volume: 100, at: MONDAY }, [0])).toEqual({
      none,
      perDay: null,
      left: [],
      course: null,
      model: null,
      because: null,
    })
  })

  it.each([[[0, 0, 0, 0]], [[-3, 0, -1]]])('of %j gives no_use, with a use of zero', (used) => {
    const { none, perDay, left, course } = forecastTank(days(used), { volume: 100, at: MONDAY }, [0])
    expect({ none, perDay, left }).toEqual({ none: 'no_use', perDay: null, left: [] })
    expect(course!.known).toBe(used.length)
    expect(usedBetween(course!, MONDAY, MONDAY + 90 * DAY)).toEqual({ days: 0, low: 0, high: 0 })
  })

  it('accepts days in any order', () => {
    const history = days(repeat(8, WEEK))
    expect(forecastOf(history.toReversed()).days).toBeCloseTo(forecastOf(history).days, 1)
  })

  it('returns the use per day and the number of days behind it', () => {
    const { perDay, course } = forecastOf(days(repeat(8, WEEK)))
    expect(perDay).toBeCloseTo(520 / 7, 0)
    expect(course.known).toBe(56)
  })

  it('follows the weekday and the hour at the tank’s place', () => {
    const history = days(repeat(8, WEEK))
    const friday = MONDAY + 4 * DAY
    // Friday uses 90 L, the weekend nothing, and Monday 100 L over the whole day.
    expect(forecastOf(history, 140, { at: friday }).days).toBeCloseTo(3.5, 0)
    // At six in the evening local time, three quarters of Friday are over.
    const there = forecastOf(history, 20, { at: friday, clockAhead: 0.75 * DAY })
    expect(there.days).toBeLessThan(0.26)
    expect(forecastOf(history, 20, { at: friday }).days).toBeCloseTo(0.22, 1)
  })

  it('returns the use at the moments of the days left', () => {
    const noise = days(Array.from({ length: 60 }, (_, i) => 80 + ((i * i * 7919) % 41)))
    const { days: expected, low, high, course } = forecastOf(noise)
    const again = daysToUse(course, MONDAY, 1000)
    expect(again.days).toBeCloseTo(expected, 0)
    expect(again.low).toBeCloseTo(low, 0)
    expect(again.high).toBeCloseTo(high, 0)
    expect(low).toBeLessThan(expected)
    expect(high).toBeGreaterThan(expected)
  })

  it('has an 80 % range that holds for a tank whose days scatter evenly', () => {
    let within = 0
    let seed = 1
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const day = () => 60 + 80 * random()
    for (let run = 0; run < 300; run += 1) {
      const left = forecastOf(days(Array.from({ length: 28 }, day)))
      let truth = 0
      for (let volume = 1000; volume > 0; ) {
        const used = day()
        truth += Math.min(1, volume / used)
        volume -= used
      }
      if (truth >= left.low && truth <= left.high) within += 1
    }
    expect(within / 300).toBeGreaterThan(0.72)
    expect(within / 300).toBeLessThan(0.92)
  })
})

const rising = fc
  .array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 4, maxLength: 4 })
  .map((steps) => steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, step) => sum + step, 0)))
const courses = fc.tuple(rising, rising, rising).map(
  ([light, more, most]): UseCourse => ({
    from: MONDAY,
    days: [0.5, 1.5, 7.5, 60],
    light,
    middle: light.map((litres, i) => litres + more[i]!),
    heavy: light.map((litres, i) => litres + more[i]! + most[i]!),
    known: 30,
  }),
)
const ages = fc.double({ min: 0, max: 400, noNaN: true })

describe('use between two moments', () => {
  const course: UseCourse = {
    from: MONDAY,
    days: [1, 2, 10],
    light: [50, 100, 500],
    middle: [100, 100, 900],
    heavy: [100, 200, 1800],
    known: 28,
  }
  const between = (since: number, until: number) =>
    usedBetween(course, MONDAY + since * DAY, MONDAY + until * DAY)

  it('is interpolated between the stored ones, and continues at the average beyond the last', () => {
    expect(between(0, 0.5)).toEqual({ days: 50, low: 50, high: 25 })
    expect(between(0, 2)).toEqual({ days: 100, low: 200, high: 100 })
    expect(between(0, 6)).toEqual({ days: 500, low: 1000, high: 300 })
    expect(between(0, 20).days).toBeCloseTo(1800)
    expect(between(2, 6).days).toBeCloseTo(400)
    expect(between(-3, 0)).toEqual({ days: 0, low: 0, high: 0 })
  })

  it('has light use below and heavy use above the expected, and never shrinks', () => {
    fc.assert(
      fc.property(courses, ages, ages, ages, (use, since, one, other) => {
        const start = MONDAY + since * DAY
        const [early, late] = [Math.min(one, other), Math.max(one, other)].map((age) =>
          usedBetween(use, start, start + age * DAY),
        )
        for (const { days: expected, low, high } of [early!, late!]) {
          expect(low).toBeGreaterThanOrEqual(expected)
          expect(high).toBeLessThanOrEqual(expected)
        }
        for (const which of ['days', 'low', 'high'] as const)
          expect(late![which]).toBeGreaterThanOrEqual(early![which] - 1e-9)
      }),
    )
  })

  it('is reached after the days returned, between 0 and LONGEST_FORECAST', () => {
    expect(daysToUse(course, MONDAY, 100)).toEqual({
      days: expect.closeTo(1, 6),
      low: expect.closeTo(1, 6),
      high: expect.closeTo(2, 6),
    })
    expect(daysToUse(course, MONDAY, 0)).toEqual({ days: 0, low: 0, high: 0 })
    expect(daysToUse(course, MONDAY, -5).days).toBe(0)
    expect(daysToUse(course, MONDAY, 1e9).days).toBe(LONGEST_FORECAST)
    fc.assert(
      fc.property(courses, ages, fc.double({ min: 1, max: 3000, noNaN: true }), (use, since, amount) => {
        const start = MONDAY + since * DAY
        const found = daysToUse(use, start, amount)
        expect(found.low).toBeLessThanOrEqual(found.days + 1e-6)
        expect(found.days).toBeLessThanOrEqual(found.high + 1e-6)
        if (found.days < LONGEST_FORECAST)
          expect(usedBetween(use, start, start + found.days * DAY).days).toBeGreaterThanOrEqual(amount - 0.01)
      }),
    )
  })
})
