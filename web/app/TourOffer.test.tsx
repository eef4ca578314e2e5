import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { TourOffer } from './TourOffer.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the tour is offered one second after the two in which a screen loads, and only once', () => {
  showScreen(<TourOffer isMini={false} />)
  const offered = () => screen.queryByText('New here?') !== null
  act(() => vi.advanceTimersByTime(2999))
  expect(offered()).toBe(false)
  act(() => vi.advanceTimersByTime(1))
  expect(offered()).toBe(true)
  act(() => screen.getByRole('button', { name: 'No tour, thank you' }).click())
  expect(offered()).toBe(false)
  showScreen(<TourOffer isMini={false} />, { isSameBrowser: true })
  act(() => vi.advanceTimersByTime(5000))
  expect(offered()).toBe(false)
})
