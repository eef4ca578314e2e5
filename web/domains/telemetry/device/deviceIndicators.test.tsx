import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderTank } from '../tank/testing/renderTank.tsx'
import { BatteryIndicator } from './BatteryIndicator.tsx'
import { SignalIndicator } from './SignalIndicator.tsx'

test('a signal that was never reported is shown as missing, not as -113 dBm', () => {
  renderTank(<SignalIndicator signal={null} isLong />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Signal · not reported')
  expect(screen.queryByText(/113/)).toBeNull()
})

test('the weakest signal is -113 dBm', () => {
  renderTank(<SignalIndicator signal={0} isLong />)
  expect(screen.getByText('none')).toBeTruthy()
  expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/-113.dBm/)
})

test('a battery without a known percentage shows its volts', () => {
  renderTank(<BatteryIndicator percent={null} voltage={3.91} />)
  expect(screen.getByText(/3\.91.V/)).toBeTruthy()
})
