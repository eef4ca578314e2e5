import { LineChart, ScatterChart } from 'echarts/charts'
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use as withParts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

// Only the parts of ECharts that the product uses.
withParts([
  LineChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  DataZoomComponent,
  MarkLineComponent,
  AriaComponent,
  CanvasRenderer,
])

interface EChartProps {
  option: EChartsCoreOption
  height: number
  label: string
}

/** A chart that follows its option and the size of its container. Time runs from left to right in every language. */
export function EChart({ option, height, label }: EChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)

  useEffect(() => {
    if (!place.current) return
    const made = init(place.current)
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true })
  }, [option])

  return <div ref={place} dir="ltr" role="img" aria-label={label} style={{ height, width: '100%' }} />
}
