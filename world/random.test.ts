import { expect, test } from 'vitest'
import { Random } from './random.ts'

const draws = (random: Random, count = 1000) => Array.from({ length: count }, () => random.next())

test('the same seed draws the same numbers, another seed others', () => {
  expect(draws(new Random('7'))).toEqual(draws(new Random('7')))
  expect(draws(new Random('7'))).not.toEqual(draws(new Random('8')))
})

test('a derived generator draws the same numbers whatever was drawn before', () => {
  const used = new Random('7')
  draws(used, 10)
  expect(draws(used.of('tank 3'))).toEqual(draws(new Random('7').of('tank 3')))
  expect(draws(used.of('tank 3'))).not.toEqual(draws(used.of('tank 4')))
})

test('draws have the right mean and bounds', () => {
  const random = new Random('7')
  const numbers = draws(random, 20_000)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
  expect(numbers.reduce((sum, one) => sum + one) / numbers.length).toBeCloseTo(0.5, 1)
  const normal = Array.from({ length: 20_000 }, () => random.normal(2))
  const variance = normal.reduce((sum, one) => sum + one ** 2) / normal.length
  expect(Math.sqrt(variance)).toBeCloseTo(2, 1)
  expect(new Set(Array.from({ length: 200 }, () => random.whole(1, 3)))).toEqual(new Set([1, 2, 3]))
  expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
