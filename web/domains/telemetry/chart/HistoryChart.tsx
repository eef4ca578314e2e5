import { Box, Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { IconChartLine, IconTable, IconTimelineEvent } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { readPortHistory } from '#core/domains/telemetry/calls.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useMatches } from '#web/platform/useMatches.ts'
import { useNow } from '#web/platform/useNow.ts'
import { usePersistedState } from '#web/platform/usePersistedState.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { DailyUse } from './DailyUse.tsx'
import { SeriesTable } from './SeriesTable.tsx'
import { shownRange } from './shownRange.ts'
import type { TankHistory } from './TankHistory.ts'
import { SPAN_NAMES, type SpanName, type TimeSpan, timeSpan } from './timeSpans.ts'

const HistoryCanvas = lazy(async () => ({ default: (await import('./HistoryCanvas.tsx')).HistoryCanvas }))

const HEIGHT = 360

interface HistoryChartProps {
  device_id: number
  port_number: number
  /** The time of the newest reading: a new one reloads the usage. */
  readingAt: string | null
}

/** A tank's history as a chart or table; below it the daily use over the same time. */
export function HistoryChart({ device_id, port_number, readingAt }: HistoryChartProps) {
  const { t } = useTranslation()
  const now = useNow()
  const [name, setName] = usePersistedState<SpanName>('history.span', '1w')
  const [measure, setMeasure] = usePersistedState('history.measure', 'volume')
  const [isTable, setIsTable] = useState(false)
  const minutes = Math.floor(now / 300_000)
  const span = useMemo(() => timeSpan(name, minutes * 300_000 + 1), [name, minutes])
  const { data, isError, error, refetch, isPlaceholderData } = usePortHistory(device_id, port_number, span)
  const shown = data?.series.find((item) => item.name === measure) ?? data?.series[0]
  const measures = data?.series.map((item) => item.name) ?? ['volume']
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('telemetry.chart.span')}
          value={name}
          onChange={(chosen) => setName(chosen)}
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
      <DailyUse
        {...{ device_id, port_number, readingAt, span }}
        range={shown ? shownRange(shown, span) : { from: span.from, until: span.to }}
      />
    </Stack>
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
  const series = history.series.find(({ name }) => name === measure) ?? history.series[0]
  const isTouched = useMatches('(hover: none)')
  if (!series || (series.points.length === 0 && !series.estimated?.length))
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
      <Text size="xs" c="dimmed" ta="end">
        {t(isTouched ? 'telemetry.chart.hint_touch' : 'telemetry.chart.hint')}
      </Text>
    </Suspense>
  )
}

/** The forecast is shown for at most twice the length of the past. */
const AHEAD = 2
const MAX_AHEAD_MS = 60 * 86_400_000

/** The history of a tank over a span, with its forecast; the previous one stays until it has loaded. */
function usePortHistory(device_id: number, port_number: number, { from, to, maxPoints }: TimeSpan) {
  const until = to + Math.min(AHEAD * (to - from), MAX_AHEAD_MS)
  return useQuery({
    queryKey: ['devices', 'history', device_id, port_number, from, to],
    queryFn: reading<typeof readPortHistory>('/devices/:device_id/port_history_graph/:port_number', {
      params: { device_id, port_number },
      query: { from: String(from), to: String(until), max_points: maxPoints },
    }),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === device_id && query.queryKey[3] === port_number
        ? keepPreviousData(previous)
        : undefined,
  })
}
