import { Anchor, Group, Loader, Paper, SimpleGrid, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { readFleetAccuracy } from '#core/domains/telemetry/calls.ts'
import type { Accuracy, FleetAccuracy } from '#core/domains/telemetry/forecastAccuracy.ts'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { CalibrationChart } from './CalibrationChart.tsx'

/** The accuracy of forecasts: forecast against actual, errors, and the tanks with the largest ones. */
export function ForecastAccuracyScreen() {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useForecastAccuracy()
  return (
    <Stack gap="md">
      <Title order={1}>{t('screens.forecast_accuracy')}</Title>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={480} />}
      {data?.is_filling && <Filling />}
      {data && (data.total.forecasts === 0 ? <NothingYet accuracy={data} /> : <Figures accuracy={data} />)}
    </Stack>
  )
}

/** Shows that the record is still being filled, so the figures below are incomplete. */
function Filling() {
  const { t } = useTranslation()
  return (
    <Paper p="md" role="status">
      <Group gap="sm" wrap="nowrap">
        <Loader size="sm" />
        <Text>{t('telemetry.accuracy.filling')}</Text>
      </Group>
    </Paper>
  )
}

function NothingYet({ accuracy: { waiting, next_at } }: { accuracy: FleetAccuracy }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  return (
    <Paper>
      <EmptyState
        Icon={IconTargetArrow}
        title={t('telemetry.accuracy.none')}
        help={
          next_at
            ? t('telemetry.accuracy.none_until', { count: waiting, date: date(next_at.slice(0, 10)) })
            : t('telemetry.accuracy.none_help')
        }
      />
    </Paper>
  )
}

function Figures({ accuracy }: { accuracy: FleetAccuracy }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { since, total, distances, models, worst, last_month, month_before } = accuracy
  return (
    <>
      <Text c="dimmed" maw={760}>
        {t('telemetry.accuracy.intro', { count: total.forecasts, date: date(since) })}
      </Text>
      <KeyFigures {...{ total, last_month, month_before }} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Part title={t('telemetry.accuracy.calibration')} help={t('telemetry.accuracy.calibration_help')}>
          <CalibrationChart happened={total.happened ?? []} />
        </Part>
        <Part title={t('telemetry.accuracy.by_distance')} help={t('telemetry.accuracy.by_distance_help')}>
          <AccuracyTable
            of={t('telemetry.accuracy.distance')}
            rows={distances.map((distance) => ({
              ...distance,
              key: distance.distance,
              name: t(`telemetry.accuracy.distances.${distance.distance}`),
            }))}
          />
        </Part>
      </SimpleGrid>
      <Part title={t('telemetry.accuracy.by_model')} help={t('telemetry.accuracy.by_model_help')}>
        <AccuracyTable
          of={t('telemetry.accuracy.model')}
          rows={models.map((model) => ({
            ...model,
            key: model.model,
            name: t(`telemetry.accuracy.models.${model.model}`, { defaultValue: model.model }),
          }))}
        />
      </Part>
      <Part title={t('telemetry.accuracy.worst')} help={t('telemetry.accuracy.worst_help')}>
        {worst.length === 0 ? (
          <Text c="dimmed">{t('telemetry.accuracy.no_worst')}</Text>
        ) : (
          <AccuracyTable
            of={t('telemetry.accuracy.tank')}
            rows={worst.map((item) => ({
              ...item,
              key: `${item.device_id} ${item.port_number}`,
              name: <TankName tank={item} />,
            }))}
          />
        )}
      </Part>
    </>
  )
}

function TankName({ tank }: { tank: FleetAccuracy['worst'][number] }) {
  const { t } = useTranslation()
  const { device_id, port_number, product, company } = tank
  return (
    <>
      <Anchor component={Link} to={`/devices/profile/${device_id}`} fw={600} c="inherit" dir="auto">
        {deviceName(tank)}
      </Anchor>
      <Text size="xs" c="dimmed" dir="auto">
        {[company, product ?? t('telemetry.port', { port: port_number })].join(' · ')}
      </Text>
    </>
  )
}

type Months = Pick<FleetAccuracy, 'total' | 'last_month' | 'month_before'>

/** The key figures with their targets, last month and the month before. */
function KeyFigures({ total, last_month, month_before }: Months) {
  const { t } = useTranslation()
  const { share, days } = useAccuracyFormat()
  const figures = [
    ['inside', share],
    ['before_low', share],
    ['median_error', days],
  ] as const
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      {figures.map(([name, text]) => (
        <Paper key={name} p="md" component="section" aria-label={t(`telemetry.accuracy.key.${name}`)}>
          <Text size="sm" fw={600}>
            {t(`telemetry.accuracy.key.${name}`)}
          </Text>
          <Text fz="h1" fw={650} lh={1.2}>
            {text(total[name])}
          </Text>
          <Text size="sm" c="dimmed">
            {t(`telemetry.accuracy.should.${name}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {last_month.forecasts > 0 && month_before.forecasts > 0
              ? t('telemetry.accuracy.months', {
                  now: text(last_month[name]),
                  before: text(month_before[name]),
                })
              : t('telemetry.accuracy.no_months')}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

function Part({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <Paper p="md" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" mb="sm" maw={760}>
        {help}
      </Text>
      {children}
    </Paper>
  )
}

interface AccuracyTableProps {
  /** The subject of a row. */
  of: string
  rows: readonly (Accuracy & { key: string; name: ReactNode })[]
}

function AccuracyTable({ of, rows }: AccuracyTableProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { share, days } = useAccuracyFormat()
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{of}</Table.Th>
            {(['forecasts', 'median_error', 'inside', 'before_low'] as const).map((name) => (
              <Table.Th key={name} ta="end">
                {t(`telemetry.accuracy.columns.${name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, forecasts, median_error, inside, before_low }) => (
            <Table.Tr key={key}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="end">{number(forecasts, 0)}</Table.Td>
              <Table.Td ta="end">{days(median_error)}</Table.Td>
              <Table.Td ta="end">{share(inside)}</Table.Td>
              <Table.Td ta="end">{share(before_low)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function useAccuracyFormat() {
  const { t } = useTranslation()
  const { quantity, number } = useFormat()
  return {
    share: (value: number | null) => (value === null ? '–' : quantity(value * 100, '%', 0)),
    days: (value: number | null) =>
      value === null ? '–' : t('telemetry.accuracy.days', { days: number(value, 1) }),
  }
}

/** Polling interval while the record is being filled, ms. */
const POLL_MS = 4_000

/** The accuracy of forecasts over all tanks that the user may see: it changes once a day. */
function useForecastAccuracy() {
  return useQuery({
    queryKey: ['fleet_figures', 'forecast_accuracy'],
    queryFn: async ({ signal }) =>
      (await request<typeof readFleetAccuracy>('GET', '/devices/forecast_accuracy', { signal })).accuracy,
    refetchInterval: ({ state }) => (state.data?.is_filling ? POLL_MS : false),
  })
}
