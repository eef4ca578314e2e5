import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { TourOffer } from './TourOffer.tsx'
import { useTour } from './useTour.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  vi.useRealTimers()
  // The tour is a separate chunk: wait for it before the test ends.
  await vi.dynamicImportSettled()
})

test('the tour is offered one second after the two in which a screen loads, and only once', () => {
  showScreen(<TourOffer isMini={false} />)
  const offered = () => screen.queryByText('New here?') !== null
  act(() => vi.advanceTimersByTime(2999))
  expect(offered()).toBe(false)
  act(() => vi.advanceTimersByTime(1))
  expect(offered()).toBe(true)
  act(() => screen.getByRole('button', { name: 'No, thanks' }).click())
  expect(offered()).toBe(false)
  showScreen(<TourOffer isMini={false} />, { isSameBrowser: true })
  act(() => vi.advanceTimersByTime(5000))
  expect(offered()).toBe(false)
})

test('an offer without an answer does not return, and none is made after the tour was started elsewhere', () => {
  const offered = () => screen.queryByText('New here?') !== null
  const wait = () => act(() => vi.advanceTimersByTime(5000))
  showScreen(<TourOffer isMini={false} />)
  wait()
  expect(offered()).toBe(true)
  cleanup()
  showScreen(<TourOffer isMini={false} />, { isSameBrowser: true })
  wait()
  expect(offered()).toBe(false)
  cleanup()
  showScreen(<OfferAndMenu />)
  wait()
  expect(offered()).toBe(true)
  act(() => screen.getByRole('button', { name: 'From the menu' }).click())
  expect(offered()).toBe(false)
})

function OfferAndMenu() {
  const { start } = useTour()
  return (
    <>
      <TourOffer isMini={false} />
      <button type="button" onClick={start}>
        From the menu
      </button>
    </>
  )
}
