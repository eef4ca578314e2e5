import { expect, test } from 'vitest'
import { localeChoices } from './localeNames.ts'

test('a language without texts of its own says so where it is chosen, and the name keeps its direction', () => {
  const { en, es, fr, ar } = localeChoices('texts in English')
  expect([en, es]).toEqual(['English', 'Español'])
  expect(fr).toBe('\u2068Français\u2069 (texts in English)')
  expect(ar).toBe('\u2068العربية\u2069 (texts in English)')
})
