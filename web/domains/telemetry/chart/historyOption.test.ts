import { describe, expect, test } from 'vitest'
import { estimateSeries, forecastSeries, historyOption, isolatedPointSeries } from './historyOption.ts'
import type { SeriesPoint } from './TankHistory.ts'

const point = (at: number, value: number | null): SeriesPoint => [at, value, value, value]

/** The times at which a dot is drawn for consecutive values. */
function dotsOf(values: readonly (number | null)[]): number[] {
  const input = {
    series: { name: 'level', unit: '%', points: values.map((value, index) => point(index, value)) },
    colors: { line: '#000' },
    texts: { wall: (time: number) => time },
  } as unknown as Parameters<typeof isolatedPointSeries>[0]
  return isolatedPointSeries(input).data.map(([at]) => at!)
}

test('readings without a neighbour are drawn as dots, as no line would show them', () => {
  expect(dotsOf([50])).toEqual([0])
  expect(dotsOf([50, null, 49, 48, null, 47, null, null, 46])).toEqual([0, 5, 8])
  expect(dotsOf([50, 49, 48])).toEqual([])
  expect(dotsOf([null, null])).toEqual([])
})

describe('an estimated level', () => {
  const drawn = (points: readonly SeriesPoint[], estimated?: readonly SeriesPoint[]) =>
    estimateSeries({
      series: { name: 'volume', unit: 'L', points, estimated },
      colors: { line: '#000', band: '#111' },
      texts: { wall: (time: number) => time },
    } as unknown as Parameters<typeof estimateSeries>[0])

  test('continues dashed from the last reading to now, with its range as a band', () => {
    const series = drawn(
      [point(0, 50), point(1, 49)],
      [
        [2, 49, 49, 49],
        [4, 40, 35, 45],
      ],
    )
    const line = series.find(({ name }) => name === 'estimated')!
    expect(line.lineStyle).toMatchObject({ type: 'dashed' })
    expect(line.data).toEqual([
      [1, 49],
      [2, 49],
      [4, 40],
    ])
    expect(series.find(({ name }) => name === 'estimate low')!.data.at(-1)).toEqual([4, 35])
    expect(series.find(({ name }) => name === 'estimate')!.data.at(-1)).toEqual([4, 10])
  })

  test('is drawn alone if the span begins in the silence, and begins before the readings of a frozen sensor', () => {
    const estimated: SeriesPoint[] = [point(5, 30), point(9, 20)]
    const dataOf = (points: SeriesPoint[]) =>
      drawn(points, estimated).find(({ name }) => name === 'estimated')!.data[0]
    expect(dataOf([])).toEqual([5, 30])
    expect(dataOf([point(6, 30), point(7, 30)])).toEqual([5, 30])
  })

  test('is absent while the level is measured', () => {
    expect(drawn([point(0, 50), point(1, 49)])).toEqual([])
  })
})

test('thresholds far above the content are drawn with names and figures, and extend the scale', () => {
  const input = {
    history: {
      thresholds: { yellow: 300, red: 150, yellow_percent: 30, red_percent: 15 },
      marks: { changes: [], alerts: [] },
    },
    series: { name: 'volume', unit: 'gal', points: [point(0, 20), point(10, 10)] },
    span: { from: 0, to: 10 },
    colors: {},
    texts: {
      wall: (time: number) => time,
      word: (key: string) => key,
      quantity: (value: number, unit: string) => `${value} ${unit}`,
    },
  } as unknown as Parameters<typeof historyOption>[0]
  const { series } = historyOption(input) as { series: any[] }
  const drawn = series.find(({ name }) => name === 'thresholds')
  expect(drawn.data).toEqual([
    [10, 300],
    [10, 150],
  ])
  expect(drawn.markLine.data.map(({ label }: any) => label.formatter)).toEqual([
    'yellow 300 gal',
    'red 150 gal',
  ])
  const height = { ...input, series: { ...input.series, name: 'height' } }
  const { series: ofHeight } = historyOption(height) as { series: any[] }
  expect(ofHeight.some(({ name }) => name === 'thresholds')).toBe(false)
})

describe('a forecast', () => {
  const input = (ahead?: readonly SeriesPoint[]) =>
    ({
      history: { thresholds: { yellow: null, red: null }, marks: { changes: [], alerts: [] } },
      series: { name: 'volume', unit: 'L', points: [point(0, 50), point(10, 40)], ahead },
      span: { from: 0, to: 10 },
      colors: {},
      texts: { wall: (time: number) => time },
    }) as unknown as Parameters<typeof historyOption>[0]

  test('continues dashed and with a band until the tank is empty, and extends the time axis', () => {
    const ahead: SeriesPoint[] = [point(10, 40), [20, 20, 10, 30], [35, 0, 0, 0]]
    const series = forecastSeries(input(ahead))
    const line = series.find(({ name }) => name === 'forecast')!
    expect(line.lineStyle).toMatchObject({ type: 'dashed' })
    expect(line.data.at(-1)).toEqual([35, 0])
    expect(series.find(({ name }) => name === 'range ahead')!.data[1]).toEqual([20, 20])
    const { xAxis } = historyOption(input(ahead)) as { xAxis: { max: number }[] }
    expect(xAxis.map(({ max }) => max)).toEqual([35, 35])
  })

  test('is absent if unknown', () => {
    expect(forecastSeries(input())).toEqual([])
    const { xAxis } = historyOption(input()) as { xAxis: { max: number }[] }
    expect(xAxis[0]!.max).toBe(10)
  })
})
