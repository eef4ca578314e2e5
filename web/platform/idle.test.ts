import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetIdle, useIdle } from './idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

const MINUTE = 60_000
const watch = (minutes: number) => {
  const onIdle = vi.fn()
  renderHook(() => useIdle(minutes, onIdle))
  return onIdle
}

test('idle for the whole time: called back, and not before', () => {
  const onIdle = watch(10)
  vi.advanceTimersByTime(9 * MINUTE)
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * MINUTE)
  expect(onIdle).toHaveBeenCalled()
})

test('activity in any tab restarts the time', () => {
  const onIdle = watch(10)
  vi.advanceTimersByTime(9 * MINUTE)
  window.dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(9 * MINUTE)
  expect(onIdle).not.toHaveBeenCalled()
})

test('a new session in another tab, or cleared storage, does not count as idle', () => {
  const onIdle = watch(10)
  forgetIdle()
  vi.advanceTimersByTime(9 * MINUTE)
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * MINUTE)
  expect(onIdle).toHaveBeenCalled()
})

test('0 minutes: never', () => {
  const onIdle = watch(0)
  vi.advanceTimersByTime(1000 * MINUTE)
  expect(onIdle).not.toHaveBeenCalled()
})
