import { describe, expect, it } from 'vitest'
import { Random } from '#core/domains/telemetry/forecasting/random.ts'
import { climateAt, type ExpectedCold, expectedCold } from '#core/domains/weather/climate.ts'
import type { BalanceDay } from './balanceDay.ts'
import { isOver, judgeUse, type Sensitivity, type UseQuestion, type UseRule } from './judgeUse.ts'

const DAY = 86_400_000
const dateOf = (day: number) => new Date((20_000 + day) * DAY).toISOString().slice(0, 10)
const all = (of: Sensitivity): Record<UseRule, Sensitivity> => ({
  unexplained_loss: of,
  unexplained_rise: of,
  use_stopped: of,
  sensor_drift: of,
})

interface Scenario {
  /** Expected degree days by the climate, if temperatures are unknown. */
  expected?: (day: number) => ExpectedCold
  /** Litres used on a day from a tank of 1000 L; days before 0 precede the events to find. */
  use: (day: number, random: Random) => number
  degreeDays?: (day: number) => number
  night?: (day: number, random: Random) => number
  seed?: number
}

/** A tank of 1000 L with a year of history and `after` more days. */
function tank({ use, degreeDays, expected, night, seed = 1 }: Scenario, after: number): UseQuestion {
  const random = new Random(seed)
  let off = random.normal()
  const days: BalanceDay[] = Array.from({ length: 365 + after }, (_, i) => {
    const day = i - 365
    off = 0.3 * off + Math.sqrt(0.91) * random.normal()
    return {
      date: dateOf(day),
      used: use(day, random) + 2 * off,
      ...(degreeDays ? { degree_days: degreeDays(day) } : {}),
      ...(expected ? { expected: expected(day) } : {}),
      ...(night ? { night: night(day, random) } : {}),
    }
  })
  return {
    days,
    capacity: 1000,
    noOlderThan: dateOf(after - 1),
    sensitivity: all('normal'),
    ...(night ? { nightHours: 6 } : {}),
  }
}

const rulesOf = (question: UseQuestion) => judgeUse(question).findings.map(({ rule }) => rule)
const wave = (day: number) =>
  Math.max(0, 12 - 14 * Math.cos(((day + 40) * 2 * Math.PI) / 365) + 4 * Math.sin(day))

describe('an unexplained loss', () => {
  it('of 0.5 % a day is found within a week, with its size and first day, and is over when it ends', () => {
    const leak = (seed: number) => tank({ use: (day) => (day >= 0 ? 25 : 20), seed }, 7)
    const seeds = Array.from({ length: 20 }, (_, i) => i + 1)
    expect(
      seeds.filter((seed) => rulesOf(leak(seed)).includes('unexplained_loss')).length,
    ).toBeGreaterThanOrEqual(17)
    const leaking = leak(2)
    const [found, ...more] = judgeUse(leaking).findings
    expect(more).toEqual([])
    expect(found).toMatchObject({ rule: 'unexplained_loss', by: 'days' })
    expect(Math.abs(found!.size - 5)).toBeLessThan(found!.margin + 1)
    expect(found!.days).toBeGreaterThanOrEqual(4)
    expect(found!.days).toBeLessThanOrEqual(11)
    expect(found!.evidence.at(-1)).toMatchObject({ date: dateOf(6) })
    expect(isOver(leaking, found!)).toBe(false)
    const goesOn = tank({ use: (day) => (day >= 0 ? 25 : 20), seed: 2 }, 20)
    expect(isOver(goesOn, found!)).toBe(false)
    const repaired = tank({ use: (day) => (day >= 0 && day < 10 ? 25 : 20), seed: 2 }, 20)
    expect(isOver(repaired, found!)).toBe(true)
  })

  it('is not found on a steady tank, nor for a weekday, a delivery day or one odd day with more use', () => {
    const ordinary: Scenario['use'][] = [
      () => 20,
      (day) => (((day % 7) + 7) % 7 < 2 ? 0 : 25),
      (day) => (day === -1 ? 90 : 20),
      (day) => (day === -9 || day === -4 ? 70 : 20),
    ]
    for (const use of ordinary) expect(rulesOf(tank({ use }, 0))).toEqual([])
  })

  it('is not found in a cold spell by itself, but is if one occurs in it', () => {
    const spell = (day: number) => wave(day) + (day >= -9 ? 12 : 0)
    const heating = (day: number) => 4 + 1.5 * spell(day)
    expect(rulesOf(tank({ use: heating, degreeDays: spell }, 0))).toEqual([])
    const leaking = (day: number) => heating(day) + (day >= -9 ? 6 : 0)
    expect(rulesOf(tank({ use: leaking, degreeDays: spell }, 0))).toEqual(['unexplained_loss'])
    // Unknown cold explains nothing.
    expect(rulesOf(tank({ use: (day) => (day >= -9 ? 38 : 20) }, 0))).toEqual(['unexplained_loss'])
  })

  it('is not reported for a heating tank while temperatures are unknown', () => {
    const spell = (day: number) => (day >= -9 ? 38 : 20)
    const unknown = { ...tank({ use: spell }, 0), isHeating: true }
    expect(judgeUse(unknown)).toMatchObject({
      none: 'cold_unknown',
      findings: [],
      smallest: null,
      evidence: null,
    })
    const known = { ...tank({ use: spell, degreeDays: wave }, 0), isHeating: true }
    expect(rulesOf(known)).toEqual(['unexplained_loss'])
  })

  it('is not the first autumn of a heating tank with only its climate known, but is on other tanks', () => {
    const climate = climateAt(44.98, -93.27)
    // Day 0 is 4 October; history begins in June.
    const expected = (day: number) => expectedCold(climate(dateOf(day)), 'f65')
    const young = (question: UseQuestion, last: number) => ({
      ...question,
      days: question.days.slice(365 - 120, 365 + last),
      noOlderThan: dateOf(last - 1),
    })
    // Colder than usual, with daily variation.
    const heating = (day: number, random: Random) =>
      3 + 1.2 * Math.max(0, (65 - 32) / 1.8 - climate(dateOf(day)).mean + 2 + 4 * random.normal())
    const weeks = [14, 28, 42, 56, 70]
    const rules = (known: Scenario) => {
      const all = tank(known, 70)
      return weeks.flatMap((last) => rulesOf(young(all, last)))
    }
    expect(rules({ use: heating })).toContain('unexplained_loss')
    for (let seed = 1; seed <= 6; seed += 1) expect(rules({ use: heating, expected, seed })).toEqual([])
    const leaking = { use: (day: number) => (day >= 56 ? 28 : 20), expected }
    expect(rules({ ...leaking, use: () => 20 })).toEqual([])
    expect(rulesOf(young(tank(leaking, 70), 70))).toEqual(['unexplained_loss'])
  })

  it('is found by the quiet hours if days scatter too much', () => {
    const restless = (_: number, random: Random) => 20 + 25 * random.normal()
    const quiet = (leak: number) => (day: number, random: Random) =>
      (day >= -10 ? leak / 4 : 0) + 0.4 * random.normal()
    expect(rulesOf(tank({ use: restless, night: quiet(0) }, 0))).toEqual([])
    const [found] = judgeUse(tank({ use: restless, night: quiet(6) }, 0)).findings
    expect(found).toMatchObject({ rule: 'unexplained_loss', by: 'nights' })
    expect(Math.abs(found!.size - 6)).toBeLessThan(2.5)
  })

  it('must be clearer on a tank with similar episodes before, and is never found if switched off', () => {
    const now = (day: number) => day >= -8
    const before = (day: number) => (day >= -300 && day < -290) || (day >= -200 && day < -190)
    const leaking = (is: (day: number) => boolean) => (day: number) => (is(day) ? 25 : 20)
    const once = tank({ use: leaking(now) }, 0)
    expect(rulesOf(once)).toEqual(['unexplained_loss'])
    expect(rulesOf(tank({ use: leaking((day) => now(day) || before(day)) }, 0))).toEqual([])
    expect(rulesOf({ ...once, sensitivity: all('off') })).toEqual([])
  })

  it('comes with the smallest detectable loss, which grows with the scatter', () => {
    const smallest = (scatter: number) =>
      judgeUse(tank({ use: (_, random) => 20 + scatter * random.normal() }, 0)).smallest!
    expect(smallest(0)).toBeGreaterThan(2)
    expect(smallest(0)).toBeLessThan(5)
    expect(smallest(10)).toBeGreaterThan(2 * smallest(0))
  })
})

describe('other changes of use', () => {
  it('a stop is reported after three days unless stops are usual, and is over with the next use', () => {
    const stopped = tank({ use: (day) => (day >= 0 ? 0 : 40) }, 4)
    const [found, ...more] = judgeUse(stopped).findings
    expect(more).toEqual([])
    expect(found).toMatchObject({ rule: 'use_stopped' })
    expect(isOver(stopped, found!)).toBe(false)
    expect(isOver(tank({ use: (day) => (day >= 0 && day < 6 ? 0 : 40) }, 12), found!)).toBe(true)
    expect(rulesOf(tank({ use: (day) => (((day % 20) + 20) % 20 < 10 ? 0 : 40) }, 8))).toEqual([])
  })

  it('a sudden rise and a slow one without a delivery are distinguished', () => {
    expect(rulesOf(tank({ use: (day) => (day === -1 ? -18 : 20) }, 0))).toEqual(['unexplained_rise'])
    expect(rulesOf(tank({ use: (day) => (day >= -14 ? -3 : 4) }, 0))).toContain('sensor_drift')
    expect(rulesOf(tank({ use: (day) => (day >= -14 ? 10 : 20) }, 0))).not.toContain('sensor_drift')
  })
})

describe('what cannot be judged', () => {
  it('is reported', () => {
    const good = tank({ use: () => 20 }, 0)
    expect(judgeUse({ ...good, days: good.days.slice(-30) }).none).toBe('too_little_data')
    expect(judgeUse({ ...good, noOlderThan: dateOf(3) }).none).toBe('no_reading')
  })
})
