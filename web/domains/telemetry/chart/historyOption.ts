import type { EChartsCoreOption } from 'echarts/core'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { levelAppearanceOf } from '../level/levelAppearances.ts'
import type { ChartTexts } from './ChartTexts.ts'
import { tooltipText } from './historyTooltip.ts'
import { PLOT_SIDES, shownRange } from './shownRange.ts'
import type { Series, SeriesPoint, TankHistory } from './TankHistory.ts'
import type { ChartColors } from './useChartColors.ts'

interface Input {
  history: TankHistory
  series: Series
  span: { from: number; to: number }
  colors: ChartColors
  texts: ChartTexts
}

type Drawn = Pick<Input, 'colors' | 'texts'>

const LANE = 26
/** Shared by the level, the lane below it and the slider, so that their times align. */
const SIDES = PLOT_SIDES
const DAY = 86_400_000

/** The ECharts option of a tank's history: the level above, deliveries and alerts in a lane below, one time axis. */
export function historyOption(input: Input): EChartsCoreOption {
  const { series, span, colors, texts } = input
  const { from, until } = shownRange(series, span)
  const isLong = until - span.from > 40 * DAY
  const time = {
    type: 'time',
    min: texts.wall(from),
    max: texts.wall(until),
    axisLine: { lineStyle: { color: colors.axis } },
    splitLine: { show: false },
  }
  const label = {
    color: colors.text,
    hideOverlap: true,
    formatter: (at: number) => texts.axisTime(at, isLong),
  }
  return {
    animation: false,
    useUTC: true,
    textStyle: { fontFamily: colors.font },
    aria: { enabled: true },
    grid: [
      { ...SIDES, top: 18, bottom: 92 },
      { ...SIDES, height: LANE, bottom: 46 },
    ],
    xAxis: [
      { ...time, gridIndex: 0, axisLabel: label, axisTick: { show: false } },
      {
        ...time,
        gridIndex: 1,
        axisLabel: { show: false },
        axisTick: { show: false },
        axisLine: { show: false },
      },
    ],
    yAxis: [
      {
        type: 'value',
        gridIndex: 0,
        min: series.name === 'volume' || series.name === 'percent' ? 0 : undefined,
        max: series.name === 'percent' ? 100 : undefined,
        scale: series.name === 'temperature',
        splitLine: { lineStyle: { color: colors.grid } },
        axisLabel: { color: colors.text, formatter: (value: number) => texts.quantity(value, series.unit) },
      },
      { type: 'value', gridIndex: 1, min: 0, max: 1, show: false },
    ],
    dataZoom: zooms(colors),
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colors.ground,
      borderColor: colors.axis,
      textStyle: { color: colors.text, fontSize: 12 },
      formatter: (hit: unknown) => tooltipText(hit, input),
    },
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: colors.axis } },
    series: [
      ...bandSeries(input),
      lineSeries(input),
      ...thresholdSeries(input),
      isolatedPointSeries(input),
      ...estimateSeries(input),
      ...forecastSeries(input),
      ...markSeries(input),
    ],
  }
}

function zooms(colors: ChartColors) {
  return [
    {
      type: 'inside',
      xAxisIndex: [0, 1],
      filterMode: 'none',
      zoomOnMouseWheel: 'ctrl',
      moveOnMouseMove: true,
      preventDefaultMouseMove: false,
    },
    {
      type: 'slider',
      ...SIDES,
      xAxisIndex: [0, 1],
      filterMode: 'none',
      height: 22,
      bottom: 8,
      borderColor: colors.grid,
      fillerColor: `${colors.line}22`,
      handleStyle: { color: colors.line },
      moveHandleSize: 4,
      dataBackground: { lineStyle: { color: colors.axis }, areaStyle: { color: colors.grid } },
      selectedDataBackground: { lineStyle: { color: colors.line }, areaStyle: { color: colors.line } },
      textStyle: { color: colors.text },
      showDetail: false,
      brushSelect: false,
    },
  ]
}

/** The range of each point, as a band between two invisible lines. */
function bandSeries({ series: { points }, colors, texts }: Input) {
  return bandOf(points, 'band', { colors, texts })
}

/** The name must be unique: ECharts stacks bands of one name. */
function bandOf(points: readonly SeriesPoint[], name: string, { colors, texts }: Drawn) {
  if (!points.some(([, , min, max]) => min !== null && max !== null && max > min)) return []
  const invisible = { type: 'line', symbol: 'none', lineStyle: { opacity: 0 }, silent: true, stack: name }
  const rest = (point: SeriesPoint) => (point[3] === null || point[2] === null ? null : point[3] - point[2])
  return [
    { ...invisible, name: `${name} low`, data: points.map((point) => [texts.wall(point[0]), point[2]]) },
    {
      ...invisible,
      name,
      areaStyle: { color: colors.band, opacity: 0.18 },
      data: points.map((point) => [texts.wall(point[0]), rest(point)]),
    },
  ]
}

/** The mild and urgent levels in the unit of the series. */
export function thresholdsOf(
  { thresholds }: Pick<TankHistory, 'thresholds'>,
  { name }: Pick<Series, 'name'>,
): { yellow: number | null; red: number | null } {
  if (name === 'volume') return { yellow: thresholds.yellow, red: thresholds.red }
  if (name === 'percent') return { yellow: thresholds.yellow_percent, red: thresholds.red_percent }
  return { yellow: null, red: null }
}

/** The thresholds as lines with their names. They extend the scale, so that a tank shows how far below them it is. */
function thresholdSeries({ series, history, span, colors, texts }: Input) {
  const { yellow, red } = thresholdsOf(history, series)
  const lines = [
    { at: yellow, color: colors.mild, key: 'yellow' },
    { at: red, color: colors.urgent, key: 'red' },
  ].flatMap(({ at, ...line }) => (at === null ? [] : [{ at, ...line }]))
  if (lines.length === 0) return []
  return [
    {
      name: 'thresholds',
      type: 'line',
      symbol: 'none',
      silent: true,
      lineStyle: { opacity: 0 },
      data: lines.map(({ at }) => [texts.wall(span.to), at]),
      markLine: {
        symbol: 'none',
        silent: true,
        data: lines.map(({ at, color, key }) => ({
          yAxis: at,
          lineStyle: { color, type: 'dashed', width: 1.5 },
          label: {
            color,
            formatter: `${texts.word(key)} ${texts.quantity(at, series.unit)}`,
            position: 'insideStartTop',
            fontSize: 11,
          },
        })),
      },
    },
  ]
}

function lineSeries({ series, colors, texts }: Input) {
  return {
    name: 'line',
    type: 'line',
    symbol: 'none',
    connectNulls: false,
    sampling: 'lttb',
    lineStyle: { color: colors.line, width: 2 },
    itemStyle: { color: colors.line },
    areaStyle:
      series.name === 'volume' || series.name === 'percent'
        ? { color: colors.line, opacity: 0.08 }
        : undefined,
    data: series.points.map(([at, value]) => [texts.wall(at), value]),
  }
}

/**
 * The estimated level, dashed and with its range: from the last point of the line, so that there is no gap if points cover
 * hours or days, up to now.
 */
export function estimateSeries({ series, colors, texts }: Pick<Input, 'series' | 'colors' | 'texts'>) {
  const { estimated, points } = series
  if (!estimated?.length) return []
  const last = points.findLast(([, value]) => value !== null)
  const begin = last && last[0] < firstOf(estimated)[0] ? [last] : []
  return [
    ...bandOf(estimated, 'estimate', { colors, texts }),
    dashedLine('estimated', [...begin, ...estimated], 2, { colors, texts }),
  ]
}

/** The forecast from the newest level on, dashed and with its range. */
export function forecastSeries({ series, colors, texts }: Pick<Input, 'series' | 'colors' | 'texts'>) {
  const { ahead } = series
  if (!ahead?.length) return []
  return [
    ...bandOf(ahead, 'range ahead', { colors, texts }),
    dashedLine('forecast', ahead, 1.5, { colors, texts }),
  ]
}

function dashedLine(name: string, points: readonly SeriesPoint[], width: number, { colors, texts }: Drawn) {
  return {
    name,
    type: 'line',
    symbol: 'none',
    lineStyle: { color: colors.line, width, type: 'dashed' },
    itemStyle: { color: colors.line },
    data: points.map(([at, value]) => [texts.wall(at), value]),
  }
}

/** Points without a neighbour, which no line shows. */
export function isolatedPointSeries({ series, colors, texts }: Pick<Input, 'series' | 'colors' | 'texts'>) {
  const { points } = series
  const isThere = (index: number) => points[index] !== undefined && points[index][1] !== null
  return {
    name: 'lonely',
    type: 'scatter',
    symbolSize: 6,
    silent: true,
    itemStyle: { color: colors.line },
    data: points
      .filter((_, index) => isThere(index) && !isThere(index - 1) && !isThere(index + 1))
      .map(([at, value]) => [texts.wall(at), value]),
  }
}

/** Deliveries and losses as arrows, alerts as diamonds, in the lane below the level. */
function markSeries({ history, colors, texts }: Input) {
  const { changes, alerts } = history.marks
  const changeMarks = changes.map((change) => ({
    value: [texts.wall(Date.parse(change.ended_at)), 0.3],
    symbol: 'triangle',
    symbolRotate: change.kind === 'fill' ? 0 : 180,
    symbolSize: 11,
    itemStyle: { color: change.kind === 'fill' ? colors.fine : colors.urgent },
    note: `${texts.word(change.verdict ?? change.kind)}: ${texts.quantity(change.volume, history.thresholds.unit)}`,
  }))
  const alertMarks = alerts.map((alert) => ({
    value: [texts.wall(Date.parse(alert.opened_at)), 0.8],
    symbol: 'diamond',
    symbolSize: 11,
    itemStyle: { color: colors[levelAppearanceOf(alert.level).color] },
    note: `${texts.word('alert')}: ${texts.alert(alert.level)}`,
  }))
  const lane = { type: 'scatter', xAxisIndex: 1, yAxisIndex: 1, clip: true, z: 3 }
  return [
    { ...lane, name: 'changes', data: changeMarks },
    { ...lane, name: 'alerts', data: alertMarks },
  ]
}
