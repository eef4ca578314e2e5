import { Progress, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { readAlertEvidence } from '#core/domains/alerts/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { AlertRow } from './AlertRow.ts'

type Evidence = ResponseOf<typeof readAlertEvidence>['alert_evidence']

/** The evidence of an alert: the days or readings that it was judged by. */
export function EvidenceShown({ alert: { alert_id, level } }: { alert: AlertRow }) {
  const { t } = useTranslation()
  const causeOf = useCause()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['alerts', 'evidence', alert_id],
    queryFn: reading<typeof readAlertEvidence>('/alerts/:alert_id/evidence', { params: { alert_id } }),
  })
  if (isError) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={80} />
  const evidence = data.alert_evidence
  if (evidence.days.length > 0) return <Days evidence={evidence} isMore={level === 'unexplained_loss'} />
  const { cause, readings } = evidence
  const sentence = cause && causeOf(level, evidence.unit, evidence.reading_unit, cause)
  return (
    <Stack gap={4}>
      {sentence && (
        <Text size="sm" fw={600}>
          {sentence}
        </Text>
      )}
      {readings.length > 0 && <Readings evidence={evidence} />}
      {!sentence && readings.length === 0 && <Text size="xs">{t('alerts.evidence.none')}</Text>}
    </Stack>
  )
}

/** The cause of an alert in one sentence; undefined if its figures are unknown. */
function useCause() {
  const { t } = useTranslation()
  const { quantity, instant } = useFormat()
  return (
    level: string,
    unit: Evidence['unit'],
    reading_unit: Evidence['reading_unit'],
    { value, limit, lost, hours, usual, last_record_at, interval }: NonNullable<Evidence['cause']>,
  ): string | null => {
    const amount = (litres: number) => quantity(litres, unit, litres < 10 ? 1 : 0)
    const figure = (one: number) => quantity(one, reading_unit, 0)
    if (level === 'sudden_loss') {
      if (lost === null || hours === null) return null
      const fell = t('alerts.evidence.fell', {
        volume: amount(lost),
        time: quantity(Math.max(hours, 0.1), 'h', hours < 3 ? 1 : 0),
      })
      return usual === null ? `${fell}.` : `${fell}; ${t('alerts.evidence.usual', { volume: amount(usual) })}`
    }
    if (level === 'offline')
      return last_record_at === null
        ? null
        : t('alerts.evidence.silent', {
            at: instant(last_record_at),
            interval: quantity(interval ?? 0, 'h', 0),
          })
    if (level === 'frozen_sensor' || level === 'implausible_sensor') return t(`alerts.evidence.${level}`)
    if (value === null || limit === null) return null
    return t(`alerts.evidence.limit_${level}`, { value: figure(value), limit: figure(limit) })
  }
}

/** A sentence, and each day's use next to the expected one. */
function Days({ evidence, isMore }: { evidence: Evidence; isMore: boolean }) {
  const { t } = useTranslation()
  const { quantity, date } = useFormat()
  const { unit, days, since, size, margin, by, deliveries } = evidence
  const largest = Math.max(...days.map(({ used, expected }) => Math.max(used, expected)), 1e-9)
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
                  value={(Math.max(day.used, 0) / largest) * 100}
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

const MAX_SHOWN = 12

function Readings({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation()
  const { quantity, instant } = useFormat()
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
          .slice(-MAX_SHOWN)
          .toReversed()
          .map(({ at, value }) => (
            <Table.Tr key={at}>
              <Table.Td>{instant(at)}</Table.Td>
              <Table.Td ta="end">{value === null ? '—' : quantity(value, evidence.reading_unit, 1)}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  )
}
