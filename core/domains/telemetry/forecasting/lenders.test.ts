import { describe, expect, it } from 'vitest'
import { forecastLevels } from '../forecastLevels.ts'
import { Random } from './random.ts'

const TODAY = '2026-02-02'
const dateOf = (day: number) => new Date(Date.parse(TODAY) + day * 86_400_000).toISOString().slice(0, 10)

function past(days: number, litres: number, seed: number) {
  const random = new Random(seed)
  return Array.from({ length: days }, (_, i) => ({
    date: dateOf(i - days),
    used: litres * (1 + 0.15 * random.normal()),
  }))
}

const kin = [80, 95, 100, 110, 125].map((litres, i) => past(90, litres, i))

function forecast(history: ReturnType<typeof past>, lenders = kin) {
  return forecastLevels({
    history,
    kin: lenders,
    volume: 1500,
    targets: [0],
    today: { date: TODAY, elapsed: 0 },
  })
}

function known(history: ReturnType<typeof past>, lenders = kin) {
  const result = forecast(history, lenders)
  if (result.none !== null) throw new Error(result.none)
  return { ...result.days[0]!, because: result.because }
}

describe('a tank with little history', () => {
  it('of its own follows similar tanks, reports this, and is as uncertain as they differ', () => {
    const { p10, p50, p90, because } = known([])
    expect(because).toEqual({ kind: 'borrowed', lenders: 5 })
    expect(p50).toBeGreaterThan(13)
    expect(p50).toBeLessThan(17)
    expect(p10).toBeLessThan(13)
    expect(p90).toBeGreaterThan(17)
  })

  it('without similar tanks has no forecast', () => {
    expect(forecast([], [])).toEqual({ none: 'too_little_data' })
    expect(forecast([], [past(10, 100, 1)])).toEqual({ none: 'too_little_data' })
  })

  it('relies on its own history the more it has: it uses twice as much as the others', () => {
    const p50After = (days: number) => known(past(days, 200, 9)).p50
    expect(p50After(0)).toBeGreaterThan(13)
    expect(p50After(4)).toBeLessThan(p50After(0))
    expect(p50After(10)).toBeLessThan(p50After(4))
    expect(p50After(10)).toBeLessThan(9.5)
  })

  it('borrows nothing once it has two weeks of its own', () => {
    const own = past(14, 100, 4)
    expect(known(own)).toEqual(known(own, []))
    expect(known(own).because.kind).toBe('level')
  })

  it('that has no use borrows none from other tanks', () => {
    expect(forecast(past(5, 0, 2))).toEqual({ none: 'no_use' })
  })
})
