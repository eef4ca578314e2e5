import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Values } from '#core/platform/values.ts'
import { unitsOf, VALUES, type ValueName, type ValuePath, valuePathIssues, valuesAt } from './valuePaths.ts'

const row = (value: ValueName, path: string, unit = unitsOf(value)[0] ?? '', port = 1): ValuePath => ({
  path,
  port,
  unit,
  value,
})

describe('the values of a message', () => {
  test('are found by their paths and converted to the units of the device manual', () => {
    const data = { level: { cm: 12.5 }, p: [1.2], t: 68, 'a.b': 3600, text: '2799 mm', bar: '0.5' }
    const rows = [
      row('height', 'level.cm', 'cm'),
      row('pressure', 'p[0]', 'bar', 2),
      row('temperature', 't', '°F'),
      row('battery', 'a\\.b', 'mV'),
      row('distance', 'text', 'mm', 3),
      row('distance', 'nowhere'),
    ]
    expect(valuesAt(data, rows)).toEqual({
      battery: 3.6,
      values: [
        { port: 1, measure: 'height', value: 125 },
        { port: 2, measure: 'pressure', value: 120 },
        { port: 1, measure: 'temperature', value: 20 },
        { port: 3, measure: 'distance', value: 2799 },
      ],
    })
  })

  test('are never read from values that are not numbers, nor through a prototype', () => {
    const data = { a: null, b: 'No Sensor', c: Number.NaN, d: [1], e: true, f: '12,5', g: '1 and 2' }
    const paths = [...Object.keys(data), '__proto__.x', 'constructor.length', 'toString.length']
    expect(
      valuesAt(
        data,
        paths.map((path) => row('height', path)),
      ).values,
    ).toEqual([])
  })

  test('any data gives finite numbers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...VALUES), (data, value) => {
        for (const { value: number } of valuesAt({ data }, [row(value, 'data')]).values)
          expect(Number.isFinite(number)).toBe(true)
      }),
    )
  })
})

describe('the rows of a connection', () => {
  test('are refused at the first faulty one', () => {
    const good = row('distance', 'd', 'm')
    const faulty: Values[] = [
      { ...good, path: ' ' },
      { ...good, path: 'a[' },
      { ...good, path: '__proto__' },
      { ...good, unit: 'kPa' },
      { ...good, port: 0 },
      { ...good, port: 65 },
      { ...good, value: 'weight' },
      { ...good, more: 1 },
      {},
    ]
    for (const bad of faulty)
      expect(valuePathIssues([good, bad])).toEqual([
        { field: 'value_paths', rule: 'value_path_wrong', params: { row: 2 } },
      ])
    expect(valuePathIssues([good, row('device', 'id')])).toEqual([])
    expect(valuePathIssues(Array(65).fill(good))).toMatchObject([{ rule: 'value_paths_too_many' }])
  })
})
