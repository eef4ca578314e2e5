import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { thresholdsOf } from './historyOption.ts'
import type { Series, TankHistory } from './TankHistory.ts'
import { useChartColors } from './useChartColors.ts'
import { useChartTexts } from './useChartTexts.ts'

interface HistoryLegendProps {
  history: TankHistory
  series: Series
}

/** The legend of the lines and marks that a history has. */
export function HistoryLegend({ history, series }: HistoryLegendProps) {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const { quantity } = useChartTexts()
  const colors = useChartColors()
  const { yellow, red } = thresholdsOf(history, series)
  const { changes, alerts } = history.marks
  const hasBand = series.points.some(([, , min, max]) => min !== null && max !== null && max > min)
  const since = series.estimated?.length ? history.estimated_since : null
  const threshold = (key: 'yellow' | 'red', at: number | null, color: string) =>
    at !== null && (
      <Entry text={`${t(`telemetry.chart.${key}`)} ${quantity(at, series.unit)}`}>
        <line x1="0" y1="6" x2="24" y2="6" stroke={color} strokeWidth="1.5" strokeDasharray="4 3" />
      </Entry>
    )
  return (
    <Group component="ul" gap="md" m={0} p={0} style={{ rowGap: 2 }} aria-label={t('telemetry.chart.legend')}>
      {threshold('yellow', yellow, colors.mild)}
      {threshold('red', red, colors.urgent)}
      {hasBand && (
        <Entry text={t('telemetry.chart.band')}>
          <rect width="24" height="12" fill={colors.band} opacity="0.25" />
        </Entry>
      )}
      {since !== null && (
        <Entry
          text={
            <>
              {t('telemetry.chart.estimated_since')} <bdi>{instant(since)}</bdi>
            </>
          }
        >
          <Dashed {...colors} />
        </Entry>
      )}
      {!!series.ahead?.length && (
        <Entry text={t('telemetry.chart.forecast_legend')}>
          <Dashed {...colors} />
        </Entry>
      )}
      {changes.some(({ kind }) => kind === 'fill') && (
        <Entry text={t('telemetry.chart.fill')}>
          <path d="M12 1 L17 11 L7 11 Z" fill={colors.fine} />
        </Entry>
      )}
      {changes.some(({ kind }) => kind === 'loss') && (
        <Entry text={t('telemetry.chart.loss')}>
          <path d="M12 11 L17 1 L7 1 Z" fill={colors.urgent} />
        </Entry>
      )}
      {alerts.length > 0 && (
        <Entry text={t('telemetry.chart.alert_legend')}>
          <path d="M7 1 L12 6 L7 11 L2 6 Z" fill={colors.urgent} />
          <path d="M18 1 L23 6 L18 11 L13 6 Z" fill={colors.mild} />
        </Entry>
      )}
    </Group>
  )
}

function Dashed({ line, band }: { line: string; band: string }) {
  return (
    <>
      <rect width="24" height="12" fill={band} opacity="0.25" />
      <line x1="0" y1="6" x2="24" y2="6" stroke={line} strokeWidth="2" strokeDasharray="5 4" />
    </>
  )
}

/** @param children the symbol, 24 by 12 px. */
function Entry({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Group component="li" gap={6} wrap="nowrap" align="center" style={{ listStyle: 'none' }}>
      <svg width="24" height="12" aria-hidden style={{ flexShrink: 0 }}>
        {children}
      </svg>
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </Group>
  )
}
