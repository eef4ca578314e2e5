import { expect, test } from 'vitest'
import { placeName } from './placeName.ts'

const named = (label: string | null, ...products: (string | null)[]) =>
  placeName({ label, public_id: 'UL-7', products })

test('a device is called by where it stands and what is in its tanks, each product once', () => {
  expect(named('Kearney', 'Diesel #2')).toBe('Kearney · Diesel #2')
  expect(named('Kearney', 'Diesel #2', 'Gasoline', 'Diesel #2')).toBe('Kearney · Diesel #2, Gasoline')
})

test('without words on site it goes by what is printed on it; without a product by its place alone', () => {
  expect(named(null, 'Diesel #2')).toBe('UL-7 · Diesel #2')
  expect(named('', null)).toBe('UL-7')
  expect(named('Kearney', null)).toBe('Kearney')
})

test('what the words on site end with is not said twice', () => {
  expect(named('Diesel #2', 'diesel #2')).toBe('Diesel #2')
  expect(named('Kearney Gasoline', 'Gasoline', 'Diesel')).toBe('Kearney Gasoline · Diesel')
  expect(named('Oil co-op', 'Oil')).toBe('Oil co-op · Oil')
})
