import { Button, Group, Paper, SegmentedControl, Skeleton, Title } from '@mantine/core'
import { IconChartLine, IconTable, IconTimelineEvent } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SeriesTable } from './SeriesTable.tsx'
import { timeSpan } from './timeSpans.ts'
import { type DeviceGraph, useDeviceGraph } from './useDeviceGraph.ts'

const SmallSeriesCanvas = lazy(async () => ({
  default: (await import('./SmallSeriesCanvas.tsx')).SmallSeriesCanvas,
}))

const SPANS = ['1w', '1m', '1y'] as const
const HEIGHT = 180
/** The series to show if several are equivalent. */
const PREFERRED: Readonly<Record<DeviceGraph, string>> = {
  battery: 'battery',
  signal_strength: 'dbm',
  temperature: 'temperature',
}

/** One of the device's own measurements over time: battery, signal or temperature. */
export function SmallSeriesChart({ device_id, graph }: { device_id: number; graph: DeviceGraph }) {
  const { t } = useTranslation()
  const minutes = Math.floor(useNow() / 300_000)
  const [name, setName] = useState<(typeof SPANS)[number]>('1m')
  const [isTable, setIsTable] = useState(false)
  const span = useMemo(() => timeSpan(name, minutes * 300_000 + 1), [name, minutes])
  const { data, isError, error, refetch } = useDeviceGraph(device_id, graph, span)
  const measured = data?.filter(({ points }) => points.some(([, value]) => value !== null))
  const series = measured?.find(({ name: one }) => one === PREFERRED[graph]) ?? measured?.[0]
  const title = t(`telemetry.graph.${graph}`)
  return (
    <Paper p="sm" component="section" aria-label={title}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={3}>{title}</Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('telemetry.chart.span')}
            value={name}
            onChange={(chosen) => setName(chosen)}
            data={SPANS.map((value) => ({ value, label: t(`telemetry.chart.spans.${value}`) }))}
          />
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => setIsTable(!isTable)}
            aria-label={t(isTable ? 'telemetry.chart.as_chart' : 'telemetry.chart.as_table')}
          >
            {isTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
          </Button>
        </Group>
      </Group>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={HEIGHT} />}
      {data && !series && <EmptyState Icon={IconTimelineEvent} title={t('telemetry.chart.none')} />}
      {series && isTable && <SeriesTable series={series} height={HEIGHT} />}
      {series && !isTable && (
        <Suspense fallback={<Skeleton h={HEIGHT} />}>
          <SmallSeriesCanvas series={series} span={span} height={HEIGHT} label={title} />
        </Suspense>
      )}
    </Paper>
  )
}
