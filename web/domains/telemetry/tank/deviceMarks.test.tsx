import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BatteryMark } from './BatteryMark.tsx'
import { SignalMark } from './SignalMark.tsx'
import { renderTank } from './testing/renderTank.tsx'

test('a signal that was never told is none, and not -113 dBm (fault 46)', () => {
  renderTank(<SignalMark signal={null} isLong />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Signal · not told')
  expect(screen.queryByText(/113/)).toBeNull()
})

test('the weakest signal is -113 dBm', () => {
  renderTank(<SignalMark signal={0} isLong />)
  expect(screen.getByText(/-113/)).toBeTruthy()
})

test('a battery whose percent nobody knows shows its volts (fault 46)', () => {
  renderTank(<BatteryMark percent={null} voltage={3.91} />)
  expect(screen.getByText(/3\.91.V/)).toBeTruthy()
})
