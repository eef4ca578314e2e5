import { expect, test } from 'vitest'
import { recordOf } from './recordOf.ts'
import type { Measured } from './valuePaths.ts'

const at = { time: 1_764_150_000_000, rssi: null }
const probe: Measured = {
  values: [
    { port: 1, measure: 'height', value: 1000 },
    { port: 1, measure: 'pressure', value: 9.80665 },
    { port: 1, measure: 'temperature', value: 12.9 },
  ],
  battery: 3.1,
}

test('the value that a port’s sensor measures counts', () => {
  const time = 1_764_150_000
  const ports = (value: number) => ({ time, battery: 3.1, ports: [{ port: 1, value, temperature: 12.9 }] })
  expect(recordOf(probe, { 1: 'height' }, at)).toEqual(ports(1000))
  expect(recordOf(probe, { 1: 'pressure' }, at)).toEqual(ports(9.80665))
  // A port that is not set up takes the first.
  expect(recordOf(probe, {}, at)).toEqual(ports(1000))
  expect(recordOf(probe, { 1: null }, at)).toEqual(ports(1000))
  expect(recordOf(probe, { 1: 'temperature' }, at)).toEqual({
    time,
    battery: 3.1,
    ports: [{ port: 1, value: 12.9 }],
  })
})

test('a value of another kind is not a level, even with a battery value', () => {
  expect(recordOf(probe, { 1: 'distance' }, at)).toBe('measure_mismatch')
})

test('a battery without a level is a record, and an empty message is not', () => {
  expect(recordOf({ values: [], battery_percent: 90 }, { 1: 'distance' }, at)).toMatchObject({ ports: [] })
  expect(recordOf({ values: [] }, { 1: 'distance' }, at)).toBe('no_values')
})

test.each([
  [-137, 0],
  [-150, 0],
  [-94, 50],
  [-51, 100],
  [-30, 100],
])('RSSI of %i dBm is %i percent of the signal', (rssi, signal_percent) => {
  expect(recordOf(probe, {}, { ...at, rssi })).toMatchObject({ signal_percent })
})
