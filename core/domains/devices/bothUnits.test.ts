import { expect, test } from 'vitest'
import { namedAsGiven, withBothUnits } from './bothUnits.ts'

test.each([
  [{ metric_height: '2540' }, { metric_height: '2540', imperial_height: '100.000000' }],
  [{ metric_diameter: 254 }, { metric_diameter: 254, imperial_diameter: '10.000000' }],
  [{ metric_width: '25.4' }, { metric_width: '25.4', imperial_width: '1.000000' }],
  [{ metric_length: ' 25.4 ' }, { metric_length: ' 25.4 ', imperial_length: '1.000000' }],
  [{ sensor_offset: '-25.4' }, { sensor_offset: '-25.4', imperial_sensor_offset: '-1.000000' }],
  [{ def_liters: '3785.411784' }, { def_liters: '3785.411784', def_us_gallons: '1000.000000' }],
  [{ imperial_height: '100' }, { imperial_height: '100', metric_height: '2540.000000' }],
  [{ imperial_sensor_offset: '1' }, { imperial_sensor_offset: '1', sensor_offset: '25.400' }],
  [{ def_us_gallons: '1' }, { def_us_gallons: '1', def_liters: '3.785412' }],
  [
    { imperial_height: '100', metric_height: null },
    { imperial_height: '100', metric_height: '2540.000000' },
  ],
  [
    { metric_height: '2540', imperial_height: null },
    { metric_height: '2540', imperial_height: '100.000000' },
  ],
])('%j is completed', (input, complete) => {
  expect(withBothUnits(input)).toEqual({ values: complete, issues: [] })
})

test('the metric figure counts if both agree', () => {
  expect(withBothUnits({ metric_height: '2540', imperial_height: '100.0' })).toEqual({
    values: { metric_height: '2540', imperial_height: '100.000000' },
    issues: [],
  })
})

test('contradicting figures are reported at the imperial one, and unchanged', () => {
  const input = { metric_height: '2540', imperial_height: '90', def_liters: '1', def_us_gallons: '2' }
  expect(withBothUnits(input)).toEqual({
    values: input,
    issues: [
      { field: 'def_us_gallons', rule: 'units_differ' },
      { field: 'imperial_height', rule: 'units_differ' },
    ],
  })
})

test.each([
  {},
  { metric_height: null },
  { metric_height: 'x' },
  { metric_height: '1e3' },
  { metric_height: 'a1' },
  { metric_height: '1a' },
  { metric_height: '1.' },
  { metric_height: '1234567890123456' },
  { metric_height: true },
  { metric_height: 'x', imperial_height: '100' },
  { metric_height: '100', imperial_height: 'x' },
  { imperial_height: '100', metric_height: '' },
  { port: 3 },
])('%j is left unchanged, for the definition to judge', (input) => {
  expect(withBothUnits(input)).toEqual({ values: input, issues: [] })
})

test('the input is not mutated', () => {
  const input = { metric_height: '2540' }
  withBothUnits(input)
  expect(input).toEqual({ metric_height: '2540' })
})

test.each([
  [
    { def_us_gallons: '-5' },
    ['def_us_gallons above_zero', 'metric_height x'],
    ['def_us_gallons above_zero', 'imperial_height x'],
  ],
  [{ def_us_gallons: '-5' }, ['def_liters a', 'def_us_gallons a'], ['def_us_gallons a']],
  [
    { imperial_height: '1' },
    ['def_liters required', 'def_us_gallons required', 'sensor_offset b'],
    ['def_us_gallons required', 'imperial_sensor_offset b'],
  ],
  [{ def_liters: '1' }, ['imperial_length c', 'public_id d'], ['metric_length c', 'public_id d']],
  [
    { def_liters: '1', def_us_gallons: '9' },
    ['def_us_gallons units_differ', 'metric_width e'],
    ['def_us_gallons units_differ', 'metric_width e'],
  ],
  [
    {},
    ['def_liters required', 'def_us_gallons required'],
    ['def_liters required', 'def_us_gallons required'],
  ],
  [
    { imperial_height: '1', sensor_offset: 'x' },
    ['sensor_offset decimal', 'imperial_sensor_offset decimal'],
    ['sensor_offset decimal'],
  ],
])('a problem of %j is named in the given units: %j', (body, issues, expected) => {
  const read = (one: string) => ({ field: one.split(' ')[0]!, rule: one.split(' ')[1]! as 'required' })
  expect(namedAsGiven(body, issues.map(read)).map(({ field, rule }) => `${field} ${rule}`)).toEqual(expected)
})
