import { expect, test } from 'vitest'
import { shownLevel, shownLevelOf } from './shownLevel.ts'

test.each([
  ['fine', null, 'fine'],
  ['fine', 'sudden_loss', 'sudden_loss'],
  ['mild', 'unexplained_loss', 'unexplained_loss'],
  ['urgent', 'sudden_loss', 'urgent'],
] as const)('a tank that is %s with an open alert %s is shown as %s', (level, loss_alert, shown) => {
  expect(shownLevel({ level, loss_alert })).toBe(shown)
})

test('a device shows the alert of any of its tanks', () => {
  expect(shownLevelOf('fine', [{ loss_alert: null }, { loss_alert: 'sudden_loss' }])).toBe('sudden_loss')
  expect(shownLevelOf('mild', [])).toBe('mild')
})
