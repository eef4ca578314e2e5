import { LineChart, ScatterChart } from 'echarts/charts'
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use as withParts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

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

/** Only the parts of ECharts that the product uses. */
export const echarts = { init }
