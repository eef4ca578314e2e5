import { Box, Button, Group, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { IconChartLine, IconTable, IconTimelineEvent } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/platform/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { usePersistedState } from '#web/platform/usePersistedState.ts'
import { SelectInput } from '#web/resources/form/SelectInput.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ForecastLegend } from './ForecastLegend.tsx'
import { SeriesTable } from './SeriesTable.tsx'
import type { TankHistory } from './TankHistory.ts'
import { SPAN_NAMES, type SpanName, type TimeSpan, timeSpan } from './timeSpans.ts'
import { usePortHistory } from './usePortHistory.ts'

const HistoryCanvas = lazy(async () => ({ default: (await import('./HistoryCanvas.tsx')).HistoryCanvas }))

const HEIGHT = 360

interface HistoryChartProps {
  device_id: number
  port_number: number
}

/** What a tank held over time, as a chart to look around in or as a table. */
export function HistoryChart({ device_id, port_number }: HistoryChartProps) {
  const { t } = useTranslation()
  const now = useNow()
  const [name, setName] = usePersistedState<SpanName>('history.span', '1w')
  const [measure, setMeasure] = usePersistedState('history.measure', 'volume')
  const [isTable, setIsTable] = useState(false)
  const minutes = Math.floor(now / 300_000)
  const span = useMemo(() => timeSpan(name, minutes * 300_000 + 1), [name, minutes])
  const { data, isError, error, refetch, isPlaceholderData } = usePortHistory(device_id, port_number, span)
  const measures = data?.series.map((one) => one.name) ?? ['volume']
  return (
    <Box>
      <Group justify="space-between" mb="xs" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('telemetry.chart.span')}
          value={name}
          onChange={(chosen) => setName(chosen as SpanName)}
          data={SPAN_NAMES.map((value) => ({ value, label: t(`telemetry.chart.spans.${value}`) }))}
        />
        <Group gap="xs">
          <SelectInput
            size="xs"
            w={130}
            aria-label={t('telemetry.chart.measure')}
            value={measures.includes(measure) ? measure : 'volume'}
            onChange={(chosen) => setMeasure(chosen ?? 'volume')}
            data={measures.map((value) => ({ value, label: t(`telemetry.chart.measures.${value}`) }))}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={isTable ? <IconChartLine size={14} /> : <IconTable size={14} />}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? t('telemetry.chart.as_chart') : t('telemetry.chart.as_table')}
          </Button>
        </Group>
      </Group>
      {isError && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Box mih={HEIGHT} style={{ opacity: isPlaceholderData ? 0.55 : 1 }}>
          {data ? <Shown {...{ history: data, measure, span, isTable }} /> : <Skeleton h={HEIGHT} />}
        </Box>
      )}
    </Box>
  )
}

interface ShownProps {
  history: TankHistory
  measure: string
  span: TimeSpan
  isTable: boolean
}

function Shown({ history, measure, span, isTable }: ShownProps) {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const series = history.series.find(({ name }) => name === measure) ?? history.series[0]
  const since = series?.estimated?.length ? history.estimated_since : null
  if (!series || (series.points.length === 0 && since === null))
    return (
      <EmptyState
        Icon={IconTimelineEvent}
        title={t('telemetry.chart.none')}
        help={t('telemetry.chart.none_help')}
      />
    )
  if (isTable) return <SeriesTable series={series} marks={history.marks} height={HEIGHT} />
  return (
    <Suspense fallback={<Skeleton h={HEIGHT} />}>
      <HistoryCanvas history={history} series={series} span={span} height={HEIGHT} />
      {!!series.ahead?.length && <ForecastLegend />}
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {since !== null && (
            <>
              {t('telemetry.chart.estimated_since')} <bdi>{instant(since)}</bdi>
            </>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {t('telemetry.chart.hint')}
        </Text>
      </Group>
    </Suspense>
  )
}
