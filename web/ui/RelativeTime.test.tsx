import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { changeLanguage } from '#web/platform/language.tsx'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { RelativeTime } from './RelativeTime.tsx'

afterEach(() => {
  vi.useRealTimers()
  return changeLanguage('en')
})

test.each([
  ['en', '3 days ago'],
  ['es', 'hace 3 d'],
  // Languages without texts are shown in English, whose sentences contain relative times.
  ['de', '3 days ago'],
  ['ar', '3 days ago'],
])(
  'for a reader of %s a relative time is in the language of the surrounding texts: %s',
  async (language, text) => {
    vi.setSystemTime('2026-11-27T17:00:00Z')
    await changeLanguage(language)
    showScreen(<RelativeTime at={new Date(Date.now() - 80 * 3_600_000).toISOString()} />)
    expect(screen.getByText(text)).toBeTruthy()
  },
)
