import { useMemo } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EChart } from './EChart.tsx'
import { HistoryLegend } from './HistoryLegend.tsx'
import { historyOption } from './historyOption.ts'
import type { Series, TankHistory } from './TankHistory.ts'
import type { TimeSpan } from './timeSpans.ts'
import { useChartColors } from './useChartColors.ts'
import { useChartTexts } from './useChartTexts.ts'

interface HistoryCanvasProps {
  history: TankHistory
  series: Series
  span: TimeSpan
  height: number
}

/** The history chart with its legend; loaded together with the chart library. */
export function HistoryCanvas({ history, series, span, height }: HistoryCanvasProps) {
  const { t } = useTranslation()
  const colors = useChartColors()
  const texts = useChartTexts()
  const scheme = JSON.stringify(colors)
  const option = useMemo(
    () => historyOption({ history, series, span, colors: JSON.parse(scheme), texts }),
    [history, series, span, scheme, texts],
  )
  const measure = t(`telemetry.chart.measures.${series.name}`)
  const since = history.estimated_since
  const label =
    since === null || !series.estimated
      ? t('telemetry.chart.label', { measure })
      : t('telemetry.chart.label_estimated', { measure, since: texts.instant(since) })
  return (
    <>
      <EChart option={option} height={height} label={label} />
      <HistoryLegend history={history} series={series} />
    </>
  )
}
