import type { EChartsCoreOption } from 'echarts/core'
import type { ChartTexts } from './ChartTexts.ts'
import { isolatedPointSeries } from './historyOption.ts'
import type { Series } from './TankHistory.ts'
import type { TimeSpan } from './timeSpans.ts'
import type { ChartColors } from './useChartColors.ts'

interface Input {
  series: Series
  span: TimeSpan
  colors: ChartColors
  texts: ChartTexts
}

/** The line chart of one series over time. */
export function smallSeriesOption({ series, span, colors, texts }: Input): EChartsCoreOption {
  const isPercent = series.unit === '%'
  return {
    animation: false,
    useUTC: true,
    textStyle: { fontFamily: colors.font },
    aria: { enabled: true },
    grid: { left: 4, right: 12, top: 12, bottom: 4, containLabel: true },
    xAxis: {
      type: 'time',
      min: texts.wall(span.from),
      max: texts.wall(span.to),
      splitNumber: 4,
      axisLine: { lineStyle: { color: colors.axis } },
      axisLabel: {
        color: colors.text,
        hideOverlap: true,
        formatter: (at: number) => texts.axisTime(at, span.to - span.from > 8 * 86_400_000),
      },
    },
    yAxis: {
      type: 'value',
      scale: !isPercent,
      min: isPercent ? 0 : undefined,
      max: isPercent ? 100 : undefined,
      splitNumber: 3,
      interval: isPercent ? 25 : undefined,
      splitLine: { lineStyle: { color: colors.grid } },
      axisLabel: { color: colors.text, formatter: (value: number) => texts.quantity(value, series.unit) },
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colors.ground,
      borderColor: colors.axis,
      textStyle: { color: colors.text, fontSize: 12 },
      formatter: (hits: { value: [number, number | null] }[]) => {
        const [at, value] = hits[0]?.value ?? [0, null]
        return `${texts.wallInstant(at)}<br>${value === null ? texts.word('gap') : `<b>${texts.quantity(value, series.unit)}</b>`}`
      },
    },
    series: [
      {
        type: 'line',
        symbol: 'none',
        connectNulls: false,
        sampling: 'lttb',
        lineStyle: { color: colors.line, width: 2 },
        areaStyle: isPercent ? { color: colors.line, opacity: 0.08 } : undefined,
        data: series.points.map(([at, value]) => [texts.wall(at), value]),
      },
      isolatedPointSeries({ series, colors, texts }),
    ],
  }
}
