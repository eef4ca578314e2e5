import { expect, test } from 'vitest'
import { Random } from '../random.ts'
import { HOUR } from './units.ts'
import { drawnInHour, type UseLaw } from './use.ts'
import type { Weather } from './weather.ts'

const START = Date.UTC(2026, 11, 7, 5)
const used = (law: UseLaw, days: number, celsius = 0) => {
  const random = new Random('7')
  const weather = { celsius: () => celsius } as unknown as Weather
  const hours = Array.from({ length: days * 24 }, (_, hour) => START + hour * HOUR)
  return hours.reduce((sum, at) => sum + drawnInHour(law, at, weather, random), 0)
}

test('a business uses its average over the weeks, and next to nothing on a Sunday', () => {
  const law: UseLaw = { rhythm: 'business', perDay: 100 }
  expect(Math.abs(used(law, 140) / 140 - 100)).toBeLessThan(8)
  expect(used(law, 7) - used(law, 6)).toBeLessThan(10)
})

test('a house heats by the cold, and uses some warm water in summer', () => {
  const law: UseLaw = { rhythm: 'heating', perDay: 20 }
  const [winter, cold, summer] = [-2, -12, 25].map((celsius) => used(law, 60, celsius) / 60)
  expect(cold! / winter!).toBeGreaterThan(1.4)
  expect(summer!).toBeGreaterThan(0)
  expect(summer!).toBeLessThan(2)
})
