import { useMemo } from 'react'
import { EChart } from './EChart.tsx'
import { smallSeriesOption } from './smallSeriesOption.ts'
import type { Series } from './TankHistory.ts'
import type { TimeSpan } from './timeSpans.ts'
import { useChartColors } from './useChartColors.ts'
import { useChartTexts } from './useChartTexts.ts'

interface SmallSeriesCanvasProps {
  series: Series
  span: TimeSpan
  height: number
  label: string
}

export function SmallSeriesCanvas({ series, span, height, label }: SmallSeriesCanvasProps) {
  const texts = useChartTexts()
  const colors = JSON.stringify(useChartColors())
  const option = useMemo(
    () => smallSeriesOption({ series, span, colors: JSON.parse(colors), texts }),
    [series, span, colors, texts],
  )
  return <EChart option={option} height={height} label={label} />
}
