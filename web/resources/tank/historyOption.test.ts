import { expect, test } from 'vitest'
import { lonelySeries } from './historyOption.ts'
import type { SeriesPoint } from './TankHistory.ts'

const point = (at: number, value: number | null): SeriesPoint => [at, value, value, value]

/** The times at which a dot is drawn, in a series of these values one after the other. */
function dotsOf(values: readonly (number | null)[]): number[] {
  const given = {
    series: { name: 'level', unit: '%', points: values.map((value, at) => point(at, value)) },
    colors: { line: '#000' },
    words: { wall: (time: number) => time },
  } as unknown as Parameters<typeof lonelySeries>[0]
  return lonelySeries(given).data.map(([at]) => at!)
}

test('readings without a neighbour are drawn as dots: no line would show them', () => {
  expect(dotsOf([50])).toEqual([0])
  expect(dotsOf([50, null, 49, 48, null, 47, null, null, 46])).toEqual([0, 5, 8])
  expect(dotsOf([50, 49, 48])).toEqual([])
  expect(dotsOf([null, null])).toEqual([])
})
