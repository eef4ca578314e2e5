import { expect, test } from 'vitest'
import { qualityCode } from '#core/domains/telemetry/levels/quality.ts'
import type { Reading } from '../levels/deriveReading.ts'
import { rollUp } from './rollUp.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 20)

const reading = (hours: number, volume: number, port_number = 1): Reading => ({
  ...{ device_id: 7, port_number, time: START + hours * HOUR, raw: 0, height: volume / 10, volume },
  ...{ percent: volume / 100, temperature: null, quality: qualityCode('good') },
})

test('readings in any order make one bucket per hour and day, with its first and last', () => {
  const readings = [reading(2.5, 50), reading(4.5, 40), reading(3.2, 45), reading(2.1, 52), reading(3.9, 42)]
  const { hourly, daily } = rollUp([...readings, reading(2.2, 9, 2), reading(25, 30)])
  const ofPort = hourly.filter(({ port_number }) => port_number === 1).sort((a, b) => a.at - b.at)
  expect(
    ofPort.map(({ at, count, first_volume, last_volume, min_volume, sum_volume }) => [
      (at - START) / HOUR,
      ...[count, first_volume, last_volume, min_volume, sum_volume],
    ]),
  ).toEqual([
    [2, 2, 52, 50, 50, 102],
    [3, 2, 45, 42, 42, 87],
    [4, 1, 40, 40, 40, 40],
    [25, 1, 30, 30, 30, 30],
  ])
  expect(hourly).toHaveLength(5)
  expect(daily.map(({ count, first_volume, last_volume }) => [count, first_volume, last_volume])).toEqual([
    [5, 52, 40],
    [1, 30, 30],
    [1, 9, 9],
  ])
})
