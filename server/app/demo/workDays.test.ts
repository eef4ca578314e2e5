import { expect, test } from 'vitest'
import { pastDeliveries } from './deviceHistory.ts'
import { demoFleet } from './fleet.ts'
import { nextLevel } from './tankWorld.ts'
import { closedBefore, dayAndHour, isClosed, isDeliveryTime, openDay } from './workDays.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const dayOf = (date: string) => Date.parse(date) / DAY
const NEBRASKA = { utcOffset: -6 }

test('there are no deliveries on Sundays and holidays of the United States', () => {
  const closed = [
    ...['2026-11-22', '2026-11-26', '2026-12-25', '2027-01-01', '2027-01-18', '2027-05-31', '2027-07-04'],
    ...['2027-09-06', '2027-10-11', '2027-11-25'],
  ]
  for (const date of closed) expect([date, isClosed(dayOf(date))]).toEqual([date, true])
  for (const date of ['2026-11-21', '2026-11-27', '2026-12-24', '2027-05-24'])
    expect([date, isClosed(dayOf(date))]).toEqual([date, false])
  expect(isDeliveryTime(NEBRASKA, Date.parse('2026-11-25T15:00:00Z'))).toBe(true)
  expect(isDeliveryTime(NEBRASKA, Date.parse('2026-11-25T08:00:00Z'))).toBe(false)
  expect(isDeliveryTime(NEBRASKA, Date.parse('2026-11-26T15:00:00Z'))).toBe(false)
  expect(openDay(dayOf('2026-11-26'), 1)).toBe(dayOf('2026-11-27'))
  expect(openDay(dayOf('2026-11-22'), -1)).toBe(dayOf('2026-11-21'))
})

test('the last truck before a Friday after a holiday came on Wednesday evening', () => {
  const friday = Date.parse('2026-11-27T13:00:00Z')
  expect(closedBefore(NEBRASKA, friday)).toBe(38 * HOUR)
  expect(closedBefore(NEBRASKA, friday - DAY)).toBe(0)
  expect(closedBefore(NEBRASKA, friday + 5 * HOUR)).toBe(0)
})

test('no tank of the demo is filled outside delivery times, in the past and from now on', () => {
  const now = Date.UTC(2026, 10, 26, 20)
  let count = 0
  for (const device of demoFleet()) {
    for (const { began, ended } of pastDeliveries(device, now, 120)) {
      count += 1
      expect([device.label, isClosed(dayAndHour(device.town, began).day)]).toEqual([device.label, false])
      expect(isDeliveryTime(device.town, ended)).toBe(true)
    }
    const { nature } = device.ports[0]!
    const holiday = Date.parse('2026-11-26T14:00:00Z')
    for (let time = holiday, level = 12; time < holiday + 8 * HOUR; time += HOUR / 2) {
      const next = nextLevel(nature, level, time, time + HOUR / 2)
      expect(next).toBeLessThanOrEqual(level)
      level = next
    }
  }
  expect(count).toBeGreaterThan(500)
})
