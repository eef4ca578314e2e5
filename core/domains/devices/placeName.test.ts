import { expect, test } from 'vitest'
import { placeName } from './placeName.ts'

const named = (label: string | null, ...products: (string | null)[]) =>
  placeName({ label, public_id: 'UL-7', products })

test('a device is named by its place and contents, each product once', () => {
  expect(named('Kearney', 'Diesel #2')).toBe('Kearney · Diesel #2')
  expect(named('Kearney', 'Diesel #2', 'Gasoline', 'Diesel #2')).toBe('Kearney · Diesel #2, Gasoline')
})

test('a device without a label is named by its public id; a tank without a product by its place alone', () => {
  expect(named(null, 'Diesel #2')).toBe('UL-7 · Diesel #2')
  expect(named('', null)).toBe('UL-7')
  expect(named('Kearney', null)).toBe('Kearney')
})

test('a product at the end of the label is not repeated', () => {
  expect(named('Diesel #2', 'diesel #2')).toBe('Diesel #2')
  expect(named('Kearney Gasoline', 'Gasoline', 'Diesel')).toBe('Kearney Gasoline · Diesel')
  expect(named('Oil co-op', 'Oil')).toBe('Oil co-op · Oil')
})
