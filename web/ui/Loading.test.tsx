import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { Loading } from './Loading.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['side', 10_000],
  ['dialog', 20_000],
] as const)(
  'a loading %s covers the screen for %i ms, and then reports that it takes too long',
  (what, limit) => {
    showScreen(<Loading what={what} />)
    const isCovered = () => screen.queryByLabelText('Loading') !== null
    act(() => vi.advanceTimersByTime(limit - 100))
    expect(isCovered()).toBe(true)
    act(() => vi.advanceTimersByTime(1000))
    expect(isCovered()).toBe(false)
    expect(screen.getByText(/longer than usual/)).toBeTruthy()
  },
)
