import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { Hint } from './Hint.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null
const button = () => screen.getByRole('button', { name: 'Rotate' })
const showButton = (label: string | (() => string) = 'By 90 degrees') =>
  showScreen(
    <Hint label={label}>
      <button type="button">Rotate</button>
    </Hint>,
  )

test('appears for a mouse that rests on its element, and leaves with it', async () => {
  showButton()
  await user.hover(button())
  expect(shown()).toBeNull()
  await vi.advanceTimersByTimeAsync(400)
  expect(shown()).toBe('By 90 degrees')
  await user.unhover(button())
  expect(shown()).toBeNull()
})

test('does not appear for a mouse that only passes, nor for a finger', async () => {
  showButton()
  await user.hover(button())
  await vi.advanceTimersByTimeAsync(200)
  await user.unhover(button())
  fireEvent.pointerEnter(button(), { pointerType: 'touch' })
  await vi.advanceTimersByTimeAsync(400)
  expect(shown()).toBeNull()
})

test('appears for the keyboard, without losing it, and Escape closes it', async () => {
  showButton()
  await user.tab()
  expect(shown()).toBe('By 90 degrees')
  expect(document.activeElement).toBe(button())
  await user.keyboard('{Escape}')
  expect(shown()).toBeNull()
})

test('works its text out when it is shown, and shows none that is empty', async () => {
  const label = vi.fn(() => '')
  showButton(label)
  expect(label).not.toHaveBeenCalled()
  await user.tab()
  expect(label).toHaveBeenCalled()
  expect(shown()).toBeNull()
})
