import { Progress, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { readAlertEvidence } from '#core/domains/alerts/calls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/request.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { AlertRow } from './AlertRow.ts'

type Evidence = AnswerOf<typeof readAlertEvidence>['alert_evidence']

/** What raised an alert: the days or the readings that it was judged by. */
export function EvidenceShown({ alert: { alert_id, level } }: { alert: AlertRow }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['alerts', 'evidence', alert_id],
    queryFn: ({ signal }) =>
      request<typeof readAlertEvidence>('GET', '/alerts/:alert_id/evidence', {
        params: { alert_id },
        signal,
      }),
  })
  if (isError) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={80} />
  const evidence = data.alert_evidence
  if (evidence.days.length > 0) return <Days evidence={evidence} isMore={level === 'unexplained_loss'} />
  if (evidence.readings.length > 0) return <Readings evidence={evidence} />
  return <Text size="xs">{t('alerts.evidence.none')}</Text>
}

/** A sentence, and each day's use beside what was expected of it. */
function Days({ evidence, isMore }: { evidence: Evidence; isMore: boolean }) {
  const { t } = useTranslation()
  const { quantity, date } = useFormat()
  const { unit, days, since, size, margin, by, deliveries } = evidence
  const most = Math.max(...days.map(({ used, expected }) => Math.max(used, expected)), 1e-9)
  const amount = (value: number | null) => quantity(value ?? 0, unit, Math.abs(value ?? 0) < 10 ? 1 : 0)
  return (
    <Stack gap={4}>
      <Text size="xs">
        {t(`alerts.evidence.by_${by}`, {
          direction: t(`alerts.evidence.${isMore ? 'more' : 'less'}`),
          since: date(since ?? ''),
          size: amount(size),
          margin: amount(margin),
        })}
      </Text>
      {deliveries.map(({ at, volume }) => (
        <Text key={at} size="xs" fw={600}>
          {t('alerts.evidence.no_rise', { volume: amount(volume), at: date(at.slice(0, 10)) })}
        </Text>
      ))}
      <Table fz="xs" verticalSpacing={2}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('alerts.evidence.day')}</Table.Th>
            <Table.Th ta="end">{t('alerts.evidence.used')}</Table.Th>
            <Table.Th ta="end">{t('alerts.evidence.expected')}</Table.Th>
            <Table.Th w="35%" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.date}>
              <Table.Td>{date(day.date)}</Table.Td>
              <Table.Td ta="end">{amount(day.used)}</Table.Td>
              <Table.Td ta="end">{`${amount(day.expected)} ± ${amount(1.96 * day.spread)}`}</Table.Td>
              <Table.Td>
                <Progress
                  aria-hidden
                  size="sm"
                  value={(Math.max(day.used, 0) / most) * 100}
                  color={Math.abs(day.used - day.expected) > 1.96 * day.spread ? 'urgent' : 'gray'}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

const SHOWN = 12

function Readings({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation()
  const { number, instant } = useFormat()
  return (
    <Table fz="xs" verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('alerts.evidence.time')}</Table.Th>
          <Table.Th ta="end">{t('alerts.evidence.value')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {evidence.readings
          .slice(-SHOWN)
          .toReversed()
          .map(({ at, value }) => (
            <Table.Tr key={at}>
              <Table.Td>{instant(at)}</Table.Td>
              <Table.Td ta="end">{value === null ? '—' : number(value, 1)}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  )
}
