import { describe, expect, it } from 'vitest'
import { forecastLevels } from '../forecastLevels.ts'
import { Random } from './random.ts'

/** A Monday. */
const TODAY = '2026-02-02'
const dateOf = (day: number) => new Date(Date.parse(TODAY) + day * 86_400_000).toISOString().slice(0, 10)

interface Past {
  days?: number
  used: (day: number, degreeDays: number) => number
  cold?: (day: number) => number
  ahead?: (day: number) => number
}

/** The reason of a forecast, from the use on days before today (−1 is yesterday). */
function becauseOf({ days = 90, used, cold, ahead }: Past) {
  const forecast = forecastLevels({
    history: Array.from({ length: days }, (_, i) => {
      const day = i - days
      const degree_days = cold?.(day)
      return {
        date: dateOf(day),
        used: used(day, degree_days ?? 0),
        ...(degree_days !== undefined && { degree_days }),
      }
    }),
    ahead: ahead
      ? Array.from({ length: 30 }, (_, day) => ({ date: dateOf(day), degree_days: ahead(day) }))
      : [],
    volume: 1000,
    targets: [0],
    today: { date: TODAY, elapsed: 0.5 },
  })
  if (forecast.none !== null) throw new Error(forecast.none)
  return forecast.because
}

const random = new Random(17)
const around = (litres: number) => litres * (1 + 0.1 * random.normal())

describe('a forecast has a reason', () => {
  it('for steady use, without a change', () => {
    expect(becauseOf({ used: () => around(100) })).toEqual({ kind: 'level' })
  })

  it('for cold: degree days per litre, base, and the cold of next week compared with last week', () => {
    const because = becauseOf({
      used: (_, degreeDays) => 20 + 5 * degreeDays * (1 + 0.05 * random.normal()),
      cold: (day) => 12 + 6 * Math.sin(day / 5),
      ahead: () => 25,
    })
    expect(because.kind).toBe('degree_days')
    expect(because.k_factor).toBeCloseTo(0.2, 2)
    expect(because.base).toBeGreaterThan(15)
    expect(because.base).toBeLessThan(25)
    expect(because.cold_ahead).toBe(25)
    expect(because.cold_before).toBeLessThan(20)
    expect(because).not.toHaveProperty('changed_on')
  })

  it('without the cold ahead if it is unknown', () => {
    const because = becauseOf({
      used: (_, degreeDays) => 20 + 5 * degreeDays,
      cold: (day) => 12 + 6 * Math.sin(day / 5),
    })
    expect(because.kind).toBe('degree_days')
    expect(because).not.toHaveProperty('cold_ahead')
  })

  it.each([
    ['doubled', 2],
    ['halved', 0.5],
  ])('names the day on which use has %s', (_, factor) => {
    const because = becauseOf({ used: (day) => around(day < -9 ? 100 : 100 * factor) })
    const off = Math.abs(Date.parse(because.changed_on!) - Date.parse(dateOf(-9))) / 86_400_000
    expect(off).toBeLessThanOrEqual(1)
    expect(because.factor! / factor).toBeGreaterThan(0.85)
    expect(because.factor! / factor).toBeLessThan(1.15)
  })

  it('with the end of a leak, after four days at the former use', () => {
    // Litres a day of a house, with a leak from the eighth to the fifth last day.
    const used = [
      11, 9, 20, 19, 10, 0, 21, 17, 8, 47, 43, 43, 38, 47, 29, 57, 42, 30, 39, 36, 31, 29, 17, 24, 17, 11, 0,
      35, 44, 49, 63, 71, 49, 74, 56, 46, 38, 31, 61, 45, 34, 39, 61, 57, 26, 52, 37, 49, 55, 171, 190, 224,
      202, 66, 57, 67, 67,
    ]
    const because = becauseOf({
      days: used.length,
      used: (day) => used.at(day)!,
      cold: (day) => 22.9 + day / 5,
      ahead: (day) => 22.9 + day / 8,
    })
    expect(because.changed_on).toBe(dateOf(-4))
    expect(because.factor).toBeGreaterThan(0.2)
    expect(because.factor).toBeLessThan(0.4)
  })

  it('with the day on which use began, but no change long ago', () => {
    expect(becauseOf({ used: (day) => (day < -6 ? 0 : around(100)) })).toMatchObject({
      changed_on: dateOf(-6),
      factor: null,
    })
    expect(becauseOf({ days: 115, used: (day) => around(day < -60 ? 100 : 200) })).not.toHaveProperty(
      'changed_on',
    )
  })

  it('with the weekdays of highest and lowest use', () => {
    // Little on Sundays, most on Fridays.
    const factors = [0.2, 1, 1, 1, 1, 1.8, 1]
    const weekday = (day: number) => (((day + 1) % 7) + 7) % 7
    expect(becauseOf({ used: (day) => around(100 * factors[weekday(day)]!) })).toMatchObject({
      kind: 'weekdays',
      most_on: 5,
      least_on: 0,
    })
  })

  it('for growth, and for periods with and without use', () => {
    const growing = becauseOf({ days: 60, used: (day) => around(100 * 1.02 ** day) })
    expect(growing.kind).toBe('trend')
    expect(growing.growth).toBeGreaterThan(0.01)
    expect(growing.growth).toBeLessThan(0.03)
    expect(becauseOf({ days: 126, used: (day) => ((day % 21) + 21 < 11 ? around(100) : 0) })).toMatchObject({
      kind: 'campaigns',
      days_on: 10,
      days_off: 11,
    })
  })
})
