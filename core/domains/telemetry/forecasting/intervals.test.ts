import { describe, expect, it } from 'vitest'
import { forecastLevels } from '../forecastLevels.ts'
import { Random } from './random.ts'
import type { KnownDay } from './timeline.ts'

const TODAY = '2026-02-02'
const dateOf = (day: number) => new Date(Date.parse(TODAY) + day * 86_400_000).toISOString().slice(0, 10)

/** A house: 10 L a day and 4 L a degree day, scattering by a fifth; the winter fluctuates. */
function house(seed: number) {
  const random = new Random(seed)
  const coldOf = (day: number) => Math.max(0, 12 + 7 * Math.sin(day / 40) + 4 * Math.sin(day / 6))
  const usedOn = (day: number) => Math.max(0, (10 + 4 * coldOf(day)) * (1 + 0.2 * random.normal()))
  return { coldOf, usedOn }
}

/** Use from fill to fill, for fills `every` days apart, the last one `ago` days back. */
function fills(count: number, every: number, ago: number, usedOn: (day: number) => number): KnownDay[] {
  return Array.from({ length: count }, (_, i) => {
    const end = -ago - (count - 1 - i) * every
    let used = 0
    for (let day = end - every + 1; day <= end; day += 1) used += usedOn(day)
    return { date: dateOf(end), used, days: every }
  })
}

function forecast(history: KnownDay[], volume: number, ahead: { date: string; degree_days: number }[] = []) {
  const result = forecastLevels({ history, ahead, volume, targets: [0], today: { date: TODAY, elapsed: 0 } })
  if (result.none !== null) throw new Error(result.none)
  return { ...result.days[0]!, because: result.because }
}

describe('a tank with known fills only', () => {
  it('is forecast by the mean from fill to fill, with more certainty the more fills there were', () => {
    const width = (count: number) => {
      const { p10, p50, p90 } = forecast(
        fills(count, 25, 3, () => 40),
        1000,
      )
      expect(p50).toBeGreaterThan(21)
      expect(p50).toBeLessThan(29)
      return p90 - p10
    }
    expect(width(2)).toBeGreaterThan(width(8))
    // Daily values from a sensor give more certainty.
    const days = Array.from({ length: 200 }, (_, i) => ({
      date: dateOf(i - 200),
      used: 40 + ((i * 7) % 11) - 5,
    }))
    const daily = forecast(days, 1000)
    expect(width(8)).toBeGreaterThan(daily.p90 - daily.p10)
  })

  it('follows the cold, and returns the use per degree day', () => {
    const { coldOf, usedOn } = house(3)
    const cold = Array.from({ length: 200 }, (_, i) => ({
      date: dateOf(i - 200),
      used: Number.NaN,
      degree_days: coldOf(i - 200),
    }))
    const of = (degrees: number) =>
      forecast(
        [...cold, ...fills(6, 28, 2, usedOn)],
        1500,
        Array.from({ length: 90 }, (_, day) => ({ date: dateOf(day), degree_days: degrees })),
      )
    const [mild, icy] = [of(4), of(22)]
    expect(mild.because.kind).toBe('degree_days')
    // 4 L a degree day, from few fills.
    expect(icy.because.k_factor).toBeGreaterThan(0.15)
    expect(icy.because.k_factor).toBeLessThan(0.45)
    // 98 L a day and 26.
    expect(icy.p50).toBeGreaterThan(11)
    expect(icy.p50).toBeLessThan(20)
    expect(mild.p50).toBeGreaterThan(1.8 * icy.p50)
  })

  it('runs out within its range about eight times of ten', () => {
    let inside = 0
    const houses = 60
    for (let seed = 0; seed < houses; seed += 1) {
      const { coldOf, usedOn } = house(seed)
      const cold = Array.from({ length: 180 }, (_, i) => ({
        date: dateOf(i - 180),
        used: Number.NaN,
        degree_days: coldOf(i - 180),
      }))
      const ahead = Array.from({ length: 60 }, (_, day) => ({ date: dateOf(day), degree_days: coldOf(day) }))
      const { p10, p90 } = forecast([...cold, ...fills(5, 30, 4, usedOn)], 900, ahead)
      let [left, day] = [900, 0]
      while (left > 0) left -= usedOn(day++)
      if (day >= p10 && day - 1 <= p90) inside += 1
    }
    expect(inside / houses).toBeGreaterThan(0.7)
  })

  it('counts no day twice, and has too little data with fewer than three days', () => {
    const twice = [
      { date: dateOf(-40), used: 400, days: 10 },
      { date: dateOf(-5), used: 1000, days: 60 },
      { date: dateOf(-5), used: 0, days: 30 },
    ]
    // Of the second sum 35 days are left, of the third none.
    const { p50 } = forecast(twice, 1000)
    expect(p50).toBeGreaterThan(18)
    expect(p50).toBeLessThan(45)
    const today = { date: TODAY, elapsed: 0 }
    expect(
      forecastLevels({
        history: [{ date: dateOf(-1), used: 10, days: 2 }],
        volume: 5,
        targets: [0],
        today,
      }),
    ).toEqual({ none: 'too_little_data' })
  })
})
