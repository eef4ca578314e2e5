import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ScreenErrorBoundary } from './ScreenErrorBoundary.tsx'
import { ScreenLoading } from './ScreenLoading.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const show = () =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <ScreenErrorBoundary>
          <ScreenLoading />
        </ScreenErrorBoundary>
      </MemoryRouter>
    </MantineProvider>,
  )
const value = () => screen.getByRole('progressbar', { name: 'Loading' }).getAttribute('aria-valuenow')

it('shows nothing if the code loads at once, then advances in steps, and offers to reload when it is late', () => {
  show()
  expect(screen.queryByRole('progressbar')).toBeNull()
  wait(400)
  expect(value()).toBe('5')
  wait(400 * 10)
  expect(value()).toBe('52')
  wait(400 * 24)
  expect(value()).toBe('100')
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  wait(5_400)
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
})

it('gives up after two minutes, and shows what to do', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  show()
  wait(120_000)
  expect(screen.getByText('Part of this screen did not load')).toBeTruthy()
})
