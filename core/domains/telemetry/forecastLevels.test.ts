import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from './forecasting/random.ts'
import { forecastLevels, type LevelsForecast, type LevelsInput } from './forecastLevels.ts'

const TODAY = '2026-02-02'
const dateOf = (day: number) => new Date(Date.parse(TODAY) + day * 86_400_000).toISOString().slice(0, 10)

/** Days up to yesterday, oldest first. */
const history = (used: readonly number[]) =>
  used.map((litres, i) => ({ date: dateOf(i - used.length), used: litres }))
function days<T>(count: number, of: (day: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => of(i))
}

function daysOf(input: Omit<LevelsInput, 'today'> & { elapsed?: number }) {
  const { elapsed = 0, ...rest } = input
  return known(forecastLevels({ ...rest, today: { date: TODAY, elapsed } }))
}

function known(forecast: LevelsForecast) {
  if (forecast.none !== null) throw new Error(forecast.none)
  return forecast
}

const one = (used: readonly number[], litres: number, elapsed = 0) =>
  daysOf({ history: history(used), volume: litres, targets: [0], elapsed }).days[0]!

describe('forecastLevels', () => {
  it.each([
    [[], 'too_little_data'],
    [[100, 100], 'too_little_data'],
    [[0, 0, 0, 0], 'no_use'],
    [[-3, 0, -1], 'no_use'],
    [[Number.NaN, 5, 5], 'too_little_data'],
  ])('of %j gives %s', (used, none) => {
    const today = { date: TODAY, elapsed: 0 }
    expect(forecastLevels({ history: history(used), volume: 100, targets: [0], today })).toEqual({ none })
  })

  it('ignores days from today on', () => {
    const used = history([100, 100]).concat({ date: TODAY, used: 50 }, { date: dateOf(1), used: 50 })
    const today = { date: TODAY, elapsed: 0.5 }
    expect(forecastLevels({ history: used, volume: 100, targets: [0], today })).toEqual({
      none: 'too_little_data',
    })
  })

  it('is nearly exact for constant use', () => {
    const used = days(60, () => 100)
    for (const [volume, expected] of [
      [1000, 10],
      [250, 2.5],
      [3000, 30],
    ] as const) {
      const { p10, p50, p90 } = one(used, volume)
      expect(p50).toBeCloseTo(expected, 0)
      expect(p90 - p10).toBeLessThan(0.12 * expected)
    }
  })

  it('counts only the rest of today', () => {
    const used = days(60, () => 100)
    expect(one(used, 1000, 0.75).p50 - one(used, 1000).p50).toBeCloseTo(0, 1)
    const open = days(84, (day) => (day % 7 < 5 ? 100 : 0))
    // Monday, three quarters over: 25 L are left of it, then Tuesday's.
    expect(one(open, 75, 0.75).p50).toBeCloseTo(0.75, 1)
  })

  it('follows the week', () => {
    // 2 February 2026 is a Monday.
    const used = days(84, (day) => (day % 7 < 5 ? 100 + 6 * ((day * 5) % 3) - 6 : 0))
    expect(one(used, 550).p50).toBeCloseTo(7.5, 0)
    expect(one(used, 450).p50).toBeCloseTo(4.5, 0)
  })

  it.each([
    ['doubled', 200, 5],
    ['halved', 50, 20],
    ['stayed', 100, 10],
  ])('trusts use that has %s six days ago', (_, now, expected) => {
    const random = new Random(7)
    const used = days(90, (day) => (day < 84 ? 100 : now) * (1 + 0.1 * random.normal()))
    const { p10, p50, p90 } = one(used, 1000)
    expect(Math.abs(p50 - expected)).toBeLessThan(0.12 * expected)
    expect(p10).toBeLessThan(expected)
    expect(p90).toBeGreaterThan(expected)
  })

  it('does not trust one odd day', () => {
    const random = new Random(3)
    const used = days(60, (day) => (day === 52 ? 5 : 1) * 100 * (1 + 0.1 * random.normal()))
    expect(one(used, 1000).p50).toBeCloseTo(10, 0)
    expect(one(used.toSpliced(58, 1, 0), 1000).p50).toBeCloseTo(10, 0)
  })

  it('continues growth', () => {
    const used = days(60, (day) => 100 * 1.02 ** (day - 60))
    // 100 L a day growing by 2 %: 2,000 L are used in 17 days.
    const { days: found, model } = daysOf({ history: history(used), volume: 2000, targets: [0] })
    expect(found[0]!.p50).toBeCloseTo(17, 0)
    expect(model).toBe('trend')
  })

  it('waits for days without use to pass', () => {
    const used = days(126, (day) => (day % 21 < 10 ? 100 : 0))
    // The eleven days without use ended yesterday.
    expect(one(used, 950).p50).toBeCloseTo(9.5, 0)
    expect(one(used, 1050).p50).toBeCloseTo(21.5, 0)
    expect(daysOf({ history: history(used), volume: 950, targets: [0] }).model).toBe('campaigns')
  })

  it('gives weeks, not years, if a season has just begun', () => {
    const random = new Random(5)
    const used = days(120, (day) => (day < 116 ? 0 : 100 * (1 + 0.1 * random.normal())))
    const { p10, p50 } = one(used, 1400)
    expect(p50).toBeGreaterThan(12)
    expect(p50).toBeLessThan(17)
    expect(p10).toBeGreaterThan(9)
  })

  it('gives a realistic range for use in bursts', () => {
    const random = new Random(11)
    const burst = () => (random.uniform() < 0.2 ? 500 * (1 + 0.3 * random.normal()) : 0)
    let inside = 0
    for (let tank = 0; tank < 40; tank += 1) {
      const { p10, p90 } = one(days(90, burst), 1500)
      let litres = 1500
      let passed = 0
      while (litres > 0) {
        litres -= burst()
        passed += 1
      }
      if (passed >= p10 && passed - 1 <= p90) inside += 1
    }
    expect(inside).toBeGreaterThan(28)
  })

  it('stops at 400 days', () => {
    expect(one([1, 1, 1, 1, 1], 1e6)).toEqual({ p10: 3650, p50: 3650, p90: 3650 })
    expect(one([100, 100, 100, 100, 100], 0)).toEqual({ p10: 0, p50: 0, p90: 0 })
  })

  it('returns each target by its index, and 0 for those already reached', () => {
    const { days: found } = daysOf({
      history: history(days(30, () => 100)),
      volume: 1000,
      targets: [500, 0, 2000, 800],
    })
    expect(found.map(({ p50 }) => Math.round(p50))).toEqual([5, 10, 0, 2])
  })

  it('accepts missing days', () => {
    const used = history(days(60, () => 100)).filter((_, day) => day % 5 !== 0 && (day < 20 || day > 32))
    const { days: found } = daysOf({ history: used, volume: 1000, targets: [0] })
    expect(found[0]!.p50).toBeCloseTo(10, 0)
  })
})

/** A heated house, in a winter that is the same every time. */
function heated(count: number, seed: number) {
  const random = new Random(seed)
  return days(count, (i) => {
    const degree_days = Math.max(0, 12 + 6 * Math.sin(i / 5) + 2 * random.normal())
    return { date: dateOf(i - count), used: 20 + 6 * degree_days * (1 + 0.08 * random.normal()), degree_days }
  })
}

describe('the cold ahead', () => {
  const ahead = (of: (day: number) => number) =>
    days(60, (day) => ({ date: dateOf(day), degree_days: of(day) }))

  it('counts: base and use per degree day are learned', () => {
    for (const [degrees, perDay] of [
      [0, 20],
      [10, 80],
      [25, 170],
    ] as const) {
      const { days: found, model } = daysOf({
        history: heated(90, 4),
        ahead: ahead(() => degrees),
        volume: perDay * 20,
        targets: [0],
      })
      expect(model).toBe('degree_days')
      expect(found[0]!.p50).toBeGreaterThan(degrees === 0 ? 13 : 18)
      expect(found[0]!.p50).toBeLessThan(22)
    }
  })

  it('never makes a tank last longer', () => {
    const degrees = fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { minLength: 60, maxLength: 60 })
    const colder = fc.double({ min: 0, max: 15, noNaN: true })
    fc.assert(
      fc.property(degrees, colder, fc.integer({ min: 1, max: 4000 }), (list, more, volume) => {
        const of = (shift: number) =>
          daysOf({
            history: heated(70, 9),
            ahead: ahead((day) => list[day]! + shift),
            volume,
            targets: [0],
          }).days[0]!
        const [warm, cold] = [of(0), of(more)]
        for (const which of ['p10', 'p50', 'p90'] as const)
          expect(cold[which]).toBeLessThanOrEqual(warm[which] + 1e-9)
      }),
      { numRuns: 60 },
    )
  })

  describe('at a place with climate data only', () => {
    /** Degree days that rise by a sixth each week, as expected in autumn; the house follows the weather, which persists. */
    const expected = (day: number) => 8 * Math.exp(day / 45)
    function autumn(seed: number) {
      const random = new Random(seed)
      let off = 0
      return days(60, (i) => {
        off = 0.7 * off + 0.7 * random.normal()
        const degree_days = expected(i - 60)
        return { date: dateOf(i - 60), used: Math.max(0, 10 + 6 * (degree_days + 3 * off)), degree_days }
      })
    }
    const inAutumn = (history: ReturnType<typeof autumn>, volume: number, shift = 0) =>
      daysOf({ history, ahead: ahead((day) => expected(day) + shift), volume, targets: [0] }).days[0]!

    it('use rises week by week, though no day was colder than expected', () => {
      // 20 days of 10 L plus 6 L per degree day; at the rate of the last week it would last a fifth longer.
      const volume = days(20, (day) => 10 + 6 * expected(day)).reduce((sum, litres) => sum + litres, 0)
      const found = days(30, (seed) => inAutumn(autumn(seed), volume).p50).sort((a, b) => a - b)
      expect(found[15]).toBeGreaterThan(18.5)
      expect(found[15]).toBeLessThan(21.5)
    })

    it('a colder season never makes a tank last longer', () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 500 }),
          fc.double({ min: 0, max: 10, noNaN: true }),
          fc.integer({ min: 50, max: 3000 }),
          (seed, more, volume) => {
            const [warm, cold] = [inAutumn(autumn(seed), volume), inAutumn(autumn(seed), volume, more)]
            for (const which of ['p10', 'p50', 'p90'] as const)
              expect(cold[which]).toBeLessThanOrEqual(warm[which] + 1e-9)
          },
        ),
        { numRuns: 40 },
      )
    })
  })

  it('may be unknown', () => {
    const { days: found } = daysOf({ history: heated(90, 4), volume: 1840, targets: [0] })
    expect(found[0]!.p50).toBeGreaterThan(15)
    expect(found[0]!.p50).toBeLessThan(30)
  })

  it('may be unknown for the newest days', () => {
    const history = heated(90, 4).map(({ degree_days, ...day }, i) =>
      i < 88 ? { ...day, degree_days } : day,
    )
    const { days: found } = daysOf({ history, ahead: ahead(() => 12), volume: 1840, targets: [0] })
    expect(found[0]!.p50).toBeGreaterThan(17)
    expect(found[0]!.p50).toBeLessThan(23)
  })

  it('is less certain if the device itself has measured it', () => {
    const width = (isColdMeasured: boolean, seed: number) => {
      const known = { history: heated(90, seed), ahead: ahead(() => 12), volume: 1840, targets: [0] }
      const { days: found, because } = daysOf({ ...known, isColdMeasured })
      expect(because.cold_measured).toBe(isColdMeasured ? true : undefined)
      return Math.log(found[0]!.p90 / found[0]!.p10)
    }
    for (const seed of [4, 5, 6]) expect(width(true, seed)).toBeGreaterThan(1.03 * width(false, seed))
  })
})

describe('every forecast', () => {
  const used = fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 3, maxLength: 80 })
  const litres = fc.double({ min: 0, max: 8000, noNaN: true })

  it('keeps P10 ≤ P50 ≤ P90, and a fuller tank never runs out sooner', () => {
    fc.assert(
      fc.property(used, litres, litres, fc.double({ min: 0, max: 1, noNaN: true }), (list, a, b, elapsed) => {
        const input = { history: history(list), targets: [0], today: { date: TODAY, elapsed } }
        const of = (volume: number) => forecastLevels({ ...input, volume })
        const less = of(Math.min(a, b))
        const more = of(Math.max(a, b))
        if (less.none !== null || more.none !== null) return
        const [one, other] = [less.days[0]!, more.days[0]!]
        for (const { p10, p50, p90 } of [one, other]) {
          expect(p10).toBeGreaterThanOrEqual(0)
          expect(p10).toBeLessThanOrEqual(p50)
          expect(p50).toBeLessThanOrEqual(p90)
          expect(p90).toBeLessThanOrEqual(3650)
        }
        for (const which of ['p10', 'p50', 'p90'] as const)
          expect(one[which]).toBeLessThanOrEqual(other[which])
      }),
      { numRuns: 60 },
    )
  })

  it('is deterministic', () => {
    const list = days(50, (day) => 80 + ((day * 37) % 41))
    expect(one(list, 1234)).toEqual(one(list, 1234))
  })

  it('is on average no narrower for a tank that scatters more', () => {
    const width = (cv: number) => {
      let sum = 0
      for (let seed = 0; seed < 40; seed += 1) {
        const random = new Random(seed)
        const { p10, p90 } = one(
          days(40, () => Math.max(0, 100 * (1 + cv * random.normal()))),
          1400,
        )
        sum += p90 - p10
      }
      return sum / 40
    }
    const widths = [0.05, 0.1, 0.2, 0.3].map(width)
    for (const [i, wide] of widths.entries()) expect(wide).toBeGreaterThan(widths[i - 1] ?? 0)
  })
})

describe('odd input', () => {
  const odd = fc.oneof(
    fc.double({ min: -50, max: 800 }),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 1e9),
  )
  // Days in any order, duplicated, with gaps, of another calendar, and days of clock changes.
  const date = fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: -120, max: 5 }).map(dateOf) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '2025-03-09',
        '2025-11-02',
        '2024-02-29',
        '2026-02-30',
        'yesterday',
        '',
        '2025-12-01T00:00:00Z',
      ),
    },
  )
  const day = fc.record(
    { date, used: odd, degree_days: odd, days: fc.oneof(fc.constant(1), odd) },
    { requiredKeys: ['date', 'used'] },
  )

  it('gives ordered dates or none, never an exception', () => {
    fc.assert(
      fc.property(
        fc.array(day, { maxLength: 60 }),
        fc.array(fc.record({ date, degree_days: odd }), { maxLength: 30 }),
        fc.array(fc.array(day, { maxLength: 40 }), { maxLength: 2 }),
        fc.double({ min: -1, max: 2, noNaN: true }),
        (list, ahead, kin, elapsed) => {
          const forecast = forecastLevels({
            history: list,
            ahead,
            kin,
            volume: 1000,
            targets: [0, 400],
            today: { date: TODAY, elapsed },
            moments: [0.5, 7, 30],
          })
          if (forecast.none !== null) return
          for (const { p10, p50, p90 } of forecast.days) {
            expect(p10).toBeGreaterThanOrEqual(0)
            expect(p10).toBeLessThanOrEqual(p50)
            expect(p50).toBeLessThanOrEqual(p90)
            expect(p90).toBeLessThanOrEqual(3650)
          }
          for (const { p10, p90 } of forecast.used) expect(p10).toBeLessThanOrEqual(p90)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('of a duplicated day counts the last entry, in any order', () => {
    const used = history(days(40, (i) => 90 + ((i * 13) % 20)))
    const twice = [{ date: dateOf(-5), used: 5000 }, ...used]
    const input = { volume: 1000, targets: [0], today: { date: TODAY, elapsed: 0 } }
    expect(forecastLevels({ ...input, history: twice })).toMatchObject({
      days: known(forecastLevels({ ...input, history: used })).days.map(({ p50 }) => ({
        p50: expect.closeTo(p50, 0),
      })),
    })
  })

  it('narrows no forecast: every third day missing', () => {
    const width = (isMeasured: (i: number) => boolean) => {
      let sum = 0
      for (let seed = 0; seed < 60; seed += 1) {
        const random = new Random(seed)
        const used = history(days(45, () => Math.max(0, 100 * (1 + 0.2 * random.normal()))))
        const { days: found } = daysOf({
          history: used.filter((_, i) => isMeasured(i)),
          volume: 1400,
          targets: [0],
        })
        sum += found[0]!.p90 - found[0]!.p10
      }
      return sum / 60
    }
    expect(width((i) => i % 3 !== 0)).toBeGreaterThan(width(() => true))
  })
})
