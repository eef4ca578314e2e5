import { AppShell } from '@mantine/core'
import { act, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { SideBar } from './SideBar.tsx'

function Frame({ isPhone }: { isPhone: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <AppShell>
      <SideBar isOpen={isOpen} isPhone={isPhone} />
      {isPhone && (
        <button type="button" onClick={() => setIsOpen(!isOpen)}>
          More
        </button>
      )}
    </AppShell>
  )
}
const show = (isPhone: boolean) =>
  showScreen(<Frame isPhone={isPhone} />, { as: { permissions: ['devices.read'] } })
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answering({ 'GET /alerts': { alerts: [], page: { total_records: 0 } } })
})
afterEach(() => void vi.useRealTimers())

const menu = () => screen.getByRole('navigation', { name: 'Main navigation' })
const hasLabels = () => menu().textContent.includes('Devices')
const rest = (ms: number) => {
  fireEvent.pointerEnter(menu(), { pointerType: 'mouse' })
  act(() => vi.advanceTimersByTime(ms))
}

test('a menu of icons shows its labels while a mouse rests on it, and hides them for the chosen screen', () => {
  show(false)
  expect(hasLabels()).toBe(false)
  rest(200)
  expect(hasLabels()).toBe(false)
  act(() => vi.advanceTimersByTime(100))
  expect(hasLabels()).toBe(true)
  fireEvent.pointerLeave(menu(), { pointerType: 'mouse' })
  expect(hasLabels()).toBe(false)
  rest(300)
  fireEvent.click(screen.getByRole('link', { name: 'Devices' }))
  act(() => vi.advanceTimersByTime(1000))
  expect(hasLabels()).toBe(false)
})

test('it shows its labels for the keyboard, and hides them once the keyboard leaves', async () => {
  show(false)
  await userEvent.tab()
  expect(hasLabels()).toBe(true)
  fireEvent.blur(screen.getByRole('link', { name: 'Dashboard' }))
  expect(hasLabels()).toBe(false)
})

test('its button shows and hides its labels on a screen for fingers', () => {
  show(false)
  fireEvent.click(screen.getByRole('button', { name: 'Expand the menu' }))
  expect(hasLabels()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Collapse the menu' }))
  expect(hasLabels()).toBe(false)
})

test('a menu that shows its labels hides them again with Escape', () => {
  show(false)
  rest(300)
  expect(hasLabels()).toBe(true)
  fireEvent.keyDown(document.documentElement, { key: 'Escape' })
  expect(hasLabels()).toBe(false)
})

test('on a phone the menu is drawn when it is opened, and stays while it closes', () => {
  show(true)
  const drawn = () => screen.queryByRole('navigation', { name: 'Main navigation' })
  expect(drawn()).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(hasLabels()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(menu()).toBeTruthy()
})
