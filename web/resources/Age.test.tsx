import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { changeLanguage } from '#web/platform/language.tsx'
import { Age } from './Age.tsx'
import { showScreen } from './testing/showScreen.tsx'

afterEach(() => changeLanguage('en'))

test.each([
  ['en', '2 days ago'],
  ['es', 'hace 2 d'],
  // What there are no texts in is read in English, and its sentences hold ages.
  ['de', '2 days ago'],
  ['ar', '2 days ago'],
])('for a reader of %s an age is in the language of the texts around it: %s', async (language, words) => {
  await changeLanguage(language)
  showScreen(<Age at={new Date(Date.now() - 50 * 3_600_000).toISOString()} />)
  expect(screen.getByText(words)).toBeTruthy()
})
