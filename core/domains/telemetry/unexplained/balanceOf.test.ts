import { expect, test } from 'vitest'
import { netVolume } from '#core/domains/tanks/temperatureCorrection.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import { balanceOf, type MeasuredDay } from './balanceOf.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 10, 1)
const DIESEL = { group: 'fuel_oil', specificGravity: 0.845 }
const LITRES = 4000

test.each([
  ['warms', 4],
  ['cools', -4],
])('a night without use is quiet while the air %s day by day', (_, step) => {
  const airOf = (day: number) => (day < 4 ? 5 : 5 + step * (day - 3))
  // The liquid takes on half of the difference each day, evenly from midnight to midnight.
  const ends = [5]
  for (let day = 1; day < 10; day += 1) ends.push(ends[day - 1]! + 0.5 * (airOf(day) - ends[day - 1]!))
  const levelAt = (hours: number) => {
    const day = Math.floor(hours / 24)
    const before = ends[Math.max(day - 1, 0)]!
    const celsius = before + ((hours % 24) / 24) * (ends[day]! - before)
    const size = 1 / netVolume(1, { ...DIESEL, celsius }, 15)!
    return { at: START + hours * HOUR, volume: LITRES * size, celsius: null }
  }
  const measured = ends.map((__, day): MeasuredDay => {
    const [last, evening, morning] = [23.5, 22.5, 4.5].map((hour) => levelAt(24 * day + hour))
    const date = calendarDay(START + day * DAY)
    return {
      date,
      last: last!,
      evening: evening!,
      morning: morning!,
      isChanged: false,
      isNightChanged: false,
    }
  })
  const air = new Map(ends.map((__, day) => [calendarDay(START + day * DAY), airOf(day)]))
  const balance = balanceOf({ measured, ...DIESEL, air, degreeDays: new Map() })
  expect(balance).toHaveLength(9)
  for (const { used, night } of balance) {
    expect(Math.abs(used)).toBeLessThan(0.0006 * LITRES)
    expect(Math.abs(night!)).toBeLessThan(0.0009 * LITRES)
  }
})
