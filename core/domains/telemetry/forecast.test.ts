import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DayOfUse,
  daysToReach,
  forecastUse,
  LONGEST_FORECAST,
  type UseForecast,
  usageSteps,
} from './forecast.ts'

/** Days from Monday, 1 January 2024. */
function days(used: readonly number[]): DayOfUse[] {
  return used.map((litres, i) => {
    const date = new Date(Date.UTC(2024, 0, 1 + i))
    return { date: date.toISOString().slice(0, 10), used: litres, weekday: date.getUTCDay() }
  })
}

function forecastOf(used: readonly number[]): UseForecast {
  const forecast = forecastUse(days(used))
  if (forecast.reason !== null) throw new Error(forecast.reason)
  return forecast
}

const repeat = (weeks: number, week: readonly number[]) => Array.from({ length: weeks }, () => week).flat()
const NOW = { volume: 1000, target: 0, weekday: 1, elapsed: 0 }

describe('forecastUse', () => {
  it.each([
    [[], 'too_little_data'],
    [[100, 100], 'too_little_data'],
    [[0, 0, 0, 0], 'no_use'],
    [[-3, 0, -1], 'no_use'],
    [[Number.NaN, 5, 5], 'too_little_data'],
  ])('of %j says %s', (used, reason) => {
    expect(forecastUse(days(used))).toEqual({ reason })
  })

  it('is the median day: one odd day does not shift it', () => {
    expect(forecastOf([100, 100, 100, 5000, 100]).perDay).toBe(100)
    expect(forecastOf([90, 100, 110]).perDay).toBe(100)
  })

  it('is the mean where most days have no use', () => {
    expect(forecastOf([0, 0, 300, 0, 0, 300]).perDay).toBe(100)
  })

  it('takes the 28 newest days, in whatever order they come, and no older ones after a gap', () => {
    const used = [...Array.from({ length: 40 }, () => 900), ...Array.from({ length: 28 }, () => 100)]
    expect(forecastUse(days(used).toReversed())).toMatchObject({ perDay: 100, days: 28 })
    const gap = days(used).filter((_, i) => i < 40 || i > 64)
    expect(forecastUse(gap)).toMatchObject({ perDay: 100, days: 3 })
  })

  it('knows the weekdays when two weeks show them', () => {
    const forecast = forecastOf(repeat(4, [100, 110, 100, 120, 90, 0, 0]))
    expect(forecast.byWeekday).toEqual([0, 100, 110, 100, 120, 90, 0])
    expect(forecast.perDay).toBeCloseTo(520 / 7, 9)
  })

  it('sees no weekdays in ten days, nor in noise', () => {
    expect(new Set(forecastOf([100, 110, 100, 120, 90, 0, 0, 100, 110, 100]).byWeekday).size).toBe(1)
    const noise = Array.from({ length: 28 }, (_, i) => 100 + ((i * i * 7919) % 41) - 20)
    expect(new Set(forecastOf(noise).byWeekday).size).toBe(1)
  })
})

describe('daysToReach', () => {
  it.each([
    [{ volume: 1000, target: 0 }, 10],
    [{ volume: 1000, target: 250 }, 7.5],
    [{ volume: 250, target: 250 }, 0],
    [{ volume: 100, target: 250 }, 0],
    [{ volume: Number.NaN, target: 0 }, 0],
    [{ volume: 50, target: 0, elapsed: 0.75 }, 0.5],
    [{ volume: 1e9, target: 0 }, LONGEST_FORECAST],
  ])('%j at a steady 100 L a day: %d days', (now, expected) => {
    const left = daysToReach(forecastOf([100, 100, 100, 100]), { ...NOW, ...now })
    expect(left.days).toBeCloseTo(expected, 9)
    expect(left).toEqual({ days: left.days, low: left.days, high: left.days })
  })

  it('waits for the weekend to pass', () => {
    const forecast = forecastOf(repeat(4, [100, 100, 100, 100, 100, 0, 0]))
    // Friday morning: Friday's 100 L, nothing on two days, Monday's 50 L.
    expect(daysToReach(forecast, { ...NOW, volume: 150, weekday: 5 }).days).toBeCloseTo(3.5, 9)
    expect(daysToReach(forecast, { ...NOW, volume: 150, weekday: 1 }).days).toBeCloseTo(1.5, 9)
  })

  it('gives a range that widens with the scatter and narrows with more days', () => {
    const width = (used: number[]) => {
      const left = daysToReach(forecastOf(used), NOW)
      expect(left.low).toBeLessThan(left.days)
      expect(left.high).toBeGreaterThan(left.days)
      return left.high - left.low
    }
    expect(width([80, 100, 120])).toBeGreaterThan(width([95, 100, 105]))
    expect(width([80, 100, 120])).toBeGreaterThan(width([80, 100, 120, 80, 100, 120, 80, 100, 120]))
  })

  it('is right about eight times of ten for a tank whose days scatter evenly', () => {
    let within = 0
    let seed = 1
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const day = () => 60 + 80 * random()
    for (let run = 0; run < 400; run += 1) {
      const left = daysToReach(forecastOf(Array.from({ length: 28 }, day)), NOW)
      let truth = 0
      for (let volume = 1000; volume > 0; ) {
        const used = day()
        truth += Math.min(1, volume / used)
        volume -= used
      }
      if (truth >= left.low && truth <= left.high) within += 1
    }
    expect(within / 400).toBeGreaterThan(0.72)
    expect(within / 400).toBeLessThan(0.92)
  })

  it('keeps low ≤ days ≤ high, none below 0, and a fuller tank never lasts shorter', () => {
    const used = fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 3, maxLength: 40 })
    const litres = fc.double({ min: 0, max: 20_000, noNaN: true })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        used,
        litres,
        litres,
        share,
        fc.integer({ min: 0, max: 6 }),
        (list, a, b, elapsed, weekday) => {
          const forecast = forecastUse(days(list))
          if (forecast.reason !== null) return
          const [less, more] = [Math.min(a, b), Math.max(a, b)].map((volume) =>
            daysToReach(forecast, { volume, target: 0, weekday, elapsed }),
          )
          for (const left of [less!, more!]) {
            expect(left.low).toBeGreaterThanOrEqual(0)
            expect(left.low).toBeLessThanOrEqual(left.days + 1e-9)
            expect(left.days).toBeLessThanOrEqual(left.high + 1e-9)
            expect(left.high).toBeLessThanOrEqual(LONGEST_FORECAST)
          }
          expect(less!.days).toBeLessThanOrEqual(more!.days + 1e-9)
        },
      ),
    )
  })
})

describe('the scatter of the days', () => {
  it('is how far the tenth of the days with the least and with the most use lie off', () => {
    expect(forecastOf([80, 100, 120])).toMatchObject({ low: -16, high: 16, days: 3 })
    expect(forecastOf([100, 100, 100, 100, 50, 100, 100, 100, 100, 100, 130])).toMatchObject({
      low: 0,
      high: 0,
    })
    expect(forecastOf([100, 100, 100, 200])).toMatchObject({ low: 0, perDay: 100 })
    expect(forecastOf([100, 100, 100, 200]).high).toBeCloseTo(70, 9)
    expect(forecastOf([0, 100, 100, 100]).low).toBeCloseTo(-70, 9)
    expect(forecastOf([0, 100, 100, 100]).high).toBe(0)
  })

  it('is told of the weekday where there is a rhythm', () => {
    const forecast = forecastOf(repeat(4, [100, 110, 100, 120, 90, 0, 0]))
    expect(forecast).toMatchObject({ low: 0, high: 0, days: 28 })
  })

  it('grows with the root of the days, and with the days that it is known from', () => {
    const forecast = forecastOf([80, 100, 120])
    const scatter = (days: number) => 16 * Math.sqrt(days * (1 + days / 3))
    const left = (volume: number) => daysToReach(forecast, { ...NOW, volume })
    expect(left(400 + scatter(4)).low).toBeCloseTo(4, 9)
    expect(left(700 + scatter(7)).low).toBeCloseTo(7, 9)
    expect(left(300 - scatter(3)).high).toBeCloseTo(3, 9)
    expect(left(700).days).toBeCloseTo(7, 9)
    // Within a day the use is taken to be even.
    expect(left((500 + scatter(5) + 400 + scatter(4)) / 2).low).toBeCloseTo(4.5, 9)
  })
})

describe('weekdays', () => {
  /** Two weeks or more: a Sunday’s use and that of the other days, with a scatter that is the same each week. */
  const weeks = (count: number, sunday: number, scatter: readonly number[]) =>
    Array.from(
      { length: count * 7 },
      (_, i) => (i % 7 === 6 ? sunday : 100) + scatter[Math.floor(i / 7) % scatter.length]!,
    )

  it('are believed from the second week on, when each was seen twice', () => {
    const used = weeks(2, 0, [0, 0])
    expect(forecastOf(used).byWeekday).toEqual([0, 100, 100, 100, 100, 100, 100])
    expect(new Set(forecastOf(used.slice(1)).byWeekday)).toEqual(new Set([100]))
  })

  it('are believed only when they explain clearly more than the middle day does', () => {
    const rhythm = (scatter: number) =>
      new Set(forecastOf(weeks(4, 0, [scatter, -scatter])).byWeekday).size > 1
    // Of 14 L that the days lie off, the Sundays explain less and less.
    expect([0, 4, 8, 40].map(rhythm)).toEqual([true, true, false, false])
  })
})

describe('the steps of a use', () => {
  const even = { byWeekday: [0, 10, 20, 30, 40, 50, 60], low: 0, high: 0, days: 28 }
  const steps = (start: { weekday: number; elapsed: number }, longest: number, use = even) => [
    ...usageSteps(use, start, longest),
  ]

  it('end with the day, and with what was asked for', () => {
    const found = steps({ weekday: 5, elapsed: 0.25 }, 2.5)
    expect(found.map(({ passed, part }) => [passed, part])).toEqual([
      [0.75, 0.75],
      [1.75, 1],
      [2.5, 0.75],
    ])
    expect(found.map(({ used }) => used.days)).toEqual([37.5, 97.5, 97.5])
    expect(found.map(({ before }) => before.days)).toEqual([0, 37.5, 97.5])
    expect(steps({ weekday: 1, elapsed: 0 }, 0.5).map(({ used }) => used.days)).toEqual([5])
    expect(steps({ weekday: 1, elapsed: 0 }, 0)).toEqual([])
  })

  it('never give back what was used, however much the days scatter', () => {
    const wild = { ...even, low: -500, high: 500 }
    const found = steps({ weekday: 1, elapsed: 0 }, 20, wild)
    for (const { before, used } of found) {
      for (const which of ['low', 'days', 'high'] as const)
        expect(used[which]).toBeGreaterThanOrEqual(before[which])
      expect(used.low).toBeGreaterThan(used.days)
      expect(used.high).toBeLessThan(used.days)
    }
    expect(found[0]!.used.high).toBe(0)
  })
})
