import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forecastTank, type UseCourse } from '../forecast.ts'
import { daysLeft, estimatedCourse, estimateLevel } from './estimateLevel.ts'

const DAY = 86_400_000
/** A Wednesday, at noon. */
const AT = Date.parse('2026-11-18T12:00:00Z')

const DAYS = [0.5, 1.5, 2.5, 3.5, 4.5, 6.5, 14.5, 60.5]

/** The same litres each day, ± a quarter. */
const steady = (litres: number): UseCourse => ({
  from: AT,
  days: DAYS,
  light: DAYS.map((days) => days * litres * 0.75),
  middle: DAYS.map((days) => days * litres),
  heavy: DAYS.map((days) => days * litres * 1.25),
  known: 28,
})

/** Certain use from a moment on: litres until each of the days. */
const certain = (from: number, used: readonly (readonly [days: number, litres: number])[]): UseCourse => {
  const litres = used.map(([, until]) => until)
  return { from, days: used.map(([days]) => days), light: litres, middle: litres, heavy: litres, known: 28 }
}

const rising = fc
  .array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: DAYS.length, maxLength: DAYS.length })
  .map((steps) => steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, step) => sum + step, 0)))
const patterns = fc.tuple(rising, rising, rising).map(
  ([light, more, most]): UseCourse => ({
    from: AT,
    days: DAYS,
    light,
    middle: light.map((litres, i) => litres + more[i]!),
    heavy: light.map((litres, i) => litres + more[i]! + most[i]!),
    known: 20,
  }),
)
const volumes = fc.double({ min: 0, max: 50_000, noNaN: true })
const ages = fc.double({ min: 0, max: 400, noNaN: true }).map((days) => days * DAY)
const moments = fc.integer({ min: 0, max: 700 }).map((hours) => AT + hours * 3_600_000)

describe('an estimated level', () => {
  test('is the last reading less the use of the days since', () => {
    const { volume, low, high, dryAt } = estimateLevel({ volume: 1000, at: AT }, steady(100), AT + 4 * DAY)
    expect(volume).toBeCloseTo(600)
    expect(low).toBeLessThan(560)
    expect(high).toBeGreaterThan(640)
    expect(dryAt).toBeNull()
  })

  test('follows the weekdays: a tank that rests at the weekend loses nothing then', () => {
    const friday = Date.parse('2026-11-20T00:00:00Z')
    const workdays = certain(friday, [
      [1, 100],
      [2, 100],
      [3, 100],
      [4, 200],
    ])
    const at = (days: number) =>
      estimateLevel({ volume: 1000, at: friday }, workdays, friday + days * DAY).volume
    expect([0.5, 1, 2, 3, 4].map(at)).toEqual([950, 900, 900, 900, 800])
  })

  test('follows the weekdays of the tank’s place: Friday ends later in Chicago than in Greenwich', () => {
    const measured = { volume: 1000, at: Date.parse('2026-11-21T00:00:00Z'), clockAhead: -DAY / 4 }
    const week = Array.from({ length: 56 }, (_, i) => {
      const date = new Date(Date.parse('2026-09-25') + i * DAY)
      const weekday = date.getUTCDay()
      return { date: date.toISOString().slice(0, 10), weekday, used: weekday % 6 === 0 ? 0 : 240 }
    })
    const { course } = forecastTank(week, measured, [940])
    const after = (days: number) =>
      Math.round(estimateLevel(measured, course!, measured.at + days * DAY).volume / 5) * 5
    expect([0.25, 1, 2, 2.5].map(after)).toEqual([940, 940, 940, 880])
    expect(daysLeft(measured, course!, { now: measured.at, target: 942 }).days).toBeCloseTo(0.25, 1)
  })

  test('continues from a measurement after the course was computed', () => {
    const made = certain(AT, [
      [1, 100],
      [2, 100],
      [3, 400],
    ])
    const at = (days: number) =>
      estimateLevel({ volume: 1000, at: AT + 1.5 * DAY }, made, AT + days * DAY).volume
    expect([1.5, 2, 2.5, 3].map(at)).toEqual([1000, 1000, 850, 700])
  })

  test('stays at zero once the tank ran dry, and reports when it did', () => {
    const { volume, dryAt } = estimateLevel({ volume: 250, at: AT }, steady(100), AT + 9 * DAY)
    expect(volume).toBe(0)
    expect(dryAt).toBeCloseTo(AT + 2.5 * DAY, -3)
  })

  test('runs dry at the unusable bottom', () => {
    const measured = { volume: 250, at: AT, unusable: 100 }
    const { volume, low, dryAt } = estimateLevel(measured, steady(100), AT + 9 * DAY)
    expect([volume, low]).toEqual([100, 100])
    expect(dryAt).toBeCloseTo(AT + 1.5 * DAY, -3)
    // A level below it when measured neither grows nor shrinks.
    const empty = estimateLevel({ ...measured, volume: 60 }, steady(100), AT + DAY)
    expect(empty).toMatchObject({ volume: 60, low: 60, high: 60, dryAt: AT })
  })

  test('is the last reading of an unused tank', () => {
    const still = steady(0)
    expect(estimateLevel({ volume: 700, at: AT }, still, AT + 90 * DAY)).toEqual({
      volume: 700,
      low: 700,
      high: 700,
      dryAt: null,
    })
  })

  test('begins at the measurement, never rises, and lies within its range', () => {
    fc.assert(
      fc.property(patterns, volumes, moments, ages, ages, (use, volume, at, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)].map((age) =>
          estimateLevel({ volume, at }, use, at + age),
        )
        expect(estimateLevel({ volume, at }, use, at)).toMatchObject({ volume, low: volume, high: volume })
        for (const { volume: left, low, high } of [early!, late!]) {
          expect(low).toBeLessThanOrEqual(left)
          expect(left).toBeLessThanOrEqual(high)
          expect(high).toBeLessThanOrEqual(volume)
          expect(low).toBeGreaterThanOrEqual(0)
        }
        for (const which of ['volume', 'low', 'high'] as const) {
          expect(late![which]).toBeLessThanOrEqual(early![which] + 1e-6)
        }
      }),
    )
  })

  test('runs dry at a moment that does not move as time passes', () => {
    fc.assert(
      fc.property(patterns, volumes, moments, ages, (use, volume, at, age) => {
        const { dryAt } = estimateLevel({ volume, at }, use, at + age)
        fc.pre(dryAt !== null)
        expect(dryAt).toBeLessThanOrEqual(at + age)
        const later = estimateLevel({ volume, at }, use, at + age + 5 * DAY)
        expect(later.volume).toBe(0)
        expect(Math.abs(later.dryAt! - dryAt!)).toBeLessThanOrEqual(1000)
      }),
    )
  })
})

describe('the days left', () => {
  test('count from now, not from the last reading', () => {
    const left = (days: number) =>
      daysLeft({ volume: 1000, at: AT }, steady(100), { now: AT + days * DAY, target: 0 }).days
    expect(left(0)).toBeCloseTo(10)
    expect(left(4)).toBeCloseTo(6)
    expect(left(12)).toBe(0)
  })

  test('agree with the estimate: when they are over, nothing is left', () => {
    fc.assert(
      fc.property(patterns, volumes, moments, ages, (use, volume, at, age) => {
        const now = at + age
        const { days, low, high } = daysLeft({ volume, at }, use, { now, target: 0 })
        // Up to rounding errors of numbers no larger than it.
        expect(low).toBeLessThanOrEqual(days + 1e-9)
        expect(days).toBeLessThanOrEqual(high + 1e-9)
        fc.pre(days < 3000)
        const then = estimateLevel({ volume, at }, use, now + days * DAY + 1000)
        expect(then.volume).toBeLessThan(1 + volume * 1e-6)
      }),
    )
  })
})

describe('the course of an estimate', () => {
  test('runs from the measurement to now, through the moment at which the tank ran dry', () => {
    const course = estimatedCourse({ volume: 250, at: AT }, steady(100), {
      from: AT - DAY,
      to: AT + 4 * DAY,
      most: 4,
    })
    expect(course.map(({ time }) => (time - AT) / DAY)).toEqual([0, 1, 2, expect.closeTo(2.5, 6), 3, 4])
    expect(course.map(({ volume }) => volume)).toEqual([250, 150, 50, expect.closeTo(0, 6), 0, 0])
  })

  test('starts where the graph does, and never before the measurement', () => {
    const of = (from: number, to: number) =>
      estimatedCourse({ volume: 1000, at: AT }, steady(100), { from, to, most: 100 })
    expect(of(AT + 2 * DAY, AT + 3 * DAY)[0]).toMatchObject({ time: AT + 2 * DAY, volume: 800 })
    expect(of(AT - 9 * DAY, AT)).toEqual([])
    expect(of(AT + 5 * DAY, AT + 4 * DAY)).toEqual([])
  })

  test('ends with the estimate of that moment, never rises, and has at most the requested points', () => {
    fc.assert(
      fc.property(
        volumes,
        patterns,
        moments,
        ages,
        fc.integer({ min: 1, max: 60 }),
        (volume, use, at, age, most) => {
          const measured = { volume, at }
          const course = estimatedCourse(measured, use, { from: 0, to: at + age, most })
          expect(course.length > 0).toBe(at + age > at)
          if (course.length === 0) return
          expect(course.length).toBeLessThanOrEqual(most + 2)
          const { dryAt: _, ...last } = estimateLevel(measured, use, at + age)
          expect(course.at(-1)).toEqual({ time: at + age, ...last })
          for (const [index, { volume: now, low, high }] of course.entries()) {
            expect(now).toBeLessThanOrEqual(course[index - 1]?.volume ?? volume)
            expect(low).toBeLessThanOrEqual(now)
            expect(high).toBeGreaterThanOrEqual(now)
          }
        },
      ),
    )
  })
})

describe('a level after a delivery', () => {
  const filled = { volume: 400, at: AT, deliveries: [{ at: AT + DAY, litres: 1000 }], capacity: 2000 }

  test('is the last level plus the delivery, less the use', () => {
    const { volume, low, high, dryAt } = estimateLevel(filled, steady(100), AT + 2 * DAY)
    expect(volume).toBeCloseTo(1200)
    expect(low).toBeLessThan(1190)
    expect(high).toBeGreaterThan(1210)
    expect(dryAt).toBeNull()
    expect(estimateLevel(filled, steady(100), AT + DAY - 1).volume).toBeCloseTo(300)
  })

  test('does not count a delivery before the measurement again', () => {
    const seen = { ...filled, deliveries: [{ at: AT, litres: 1000 }] }
    expect(estimateLevel(seen, steady(100), AT + DAY).volume).toBeCloseTo(300)
  })

  test('starts with the delivery if the tank ran out', () => {
    const dry = { ...filled, volume: 10 }
    expect(estimateLevel(dry, steady(100), AT + DAY).volume).toBeCloseTo(1000)
  })

  test('has the tolerance of the meter without known use', () => {
    expect(estimateLevel(filled, null, AT + 2 * DAY)).toEqual({
      ...{ volume: 1400, low: 1390, high: 1410, dryAt: null },
    })
  })

  test('lasts as long as its content', () => {
    expect(daysLeft(filled, steady(100), { now: AT + 2 * DAY, target: 0 }).days).toBeCloseTo(12)
  })

  test('never exceeds the capacity, lies in its range, and is no less than without the delivery', () => {
    const deliveries = fc.array(
      fc.record({
        at: fc.integer({ min: -5, max: 20 }).map((days) => AT + days * DAY),
        litres: fc.double({ min: 0, max: 5000, noNaN: true }),
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(volumes, deliveries, patterns, ages, (volume, delivered, use, age) => {
        const capacity = 60_000
        const measured = { volume, at: AT, unusable: 100, capacity }
        const after = estimateLevel({ ...measured, deliveries: delivered }, use, AT + age)
        const without = estimateLevel(measured, use, AT + age)
        expect(after.volume).toBeLessThanOrEqual(capacity)
        expect(after.volume).toBeGreaterThanOrEqual(without.volume - 1e-6)
        expect(after.low).toBeLessThanOrEqual(after.volume + 1e-6)
        expect(after.high).toBeGreaterThanOrEqual(after.volume - 1e-6)
      }),
    )
  })
})
