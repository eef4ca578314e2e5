import { expect, test } from 'vitest'
import { makeKeyboardReader } from './keyboardReader.ts'

function type(keys: readonly string[], gap: number) {
  const press = makeKeyboardReader()
  return keys.map((key, index) => press(key, index * gap)).at(-1)
}

test('fast characters ended by Enter are a reading', () => {
  expect(type([...'0004A1B2C3', 'Enter'], 10)).toBe('0004A1B2C3')
  expect(type(['Shift', 'A', 'Shift', 'B', 'Enter'], 10)).toBe('AB')
})

test('human typing is not a reader, nor is a quick Enter after it', () => {
  expect(type([...'0004A1B2C3', 'Enter'], 120)).toBeUndefined()
})

test('leaving a field in between starts again', () => {
  expect(type([...'ana', 'Tab', ...'12345678', 'Enter'], 10)).toBe('12345678')
  expect(type([...'12345678', 'Tab', 'Enter'], 10)).toBeUndefined()
})

test('slow characters before a reading are not part of it', () => {
  const press = makeKeyboardReader()
  for (const [index, key] of [...'ana'].entries()) press(key, index * 200)
  for (const [index, key] of [...'12345678'].entries()) press(key, 1000 + index * 5)
  expect(press('Enter', 1045)).toBe('12345678')
})
