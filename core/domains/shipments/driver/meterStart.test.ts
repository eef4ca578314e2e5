import { expect, test } from 'vitest'
import { meterStart } from './meterStart.ts'

const ticket = (at: string, meter_start: string | null, meter_end: string | null) => ({
  ...{ at, meter_start, meter_end },
})

test('a running meter starts where its latest ticket ended', () => {
  expect(
    meterStart([ticket('2026-01-02T10:00Z', '1250', '1400'), ticket('2026-01-02T09:00Z', '1000', '1250')]),
  ).toBe('1400')
})

test('a meter that is reset for each delivery starts at zero', () => {
  expect(meterStart([ticket('2026-01-02T09:00Z', '0', '250')])).toBe('0')
  expect(meterStart([ticket('2026-01-02T09:00Z', '0.0', '250')])).toBe('0')
})

test('there is no start without a meter reading', () => {
  expect(meterStart([])).toBeNull()
  expect(meterStart([ticket('2026-01-02T09:00Z', null, null)])).toBeNull()
})
