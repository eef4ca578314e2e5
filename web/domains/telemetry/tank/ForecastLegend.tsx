import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChartColors } from './useChartColors.ts'

/** What the dashed line and its band on a history stand for. */
export function ForecastLegend() {
  const { t } = useTranslation()
  const { line, band } = useChartColors()
  return (
    <Group gap={6} wrap="nowrap" align="center">
      <svg width="28" height="12" aria-hidden style={{ flexShrink: 0 }}>
        <rect width="28" height="12" fill={band} opacity="0.25" />
        <line x1="0" y1="6" x2="28" y2="6" stroke={line} strokeWidth="2" strokeDasharray="5 4" />
      </svg>
      <Text size="xs" c="dimmed">
        {t('telemetry.chart.forecast_legend')}
      </Text>
    </Group>
  )
}
