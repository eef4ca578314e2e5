import { Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ALERT_LEVELS } from '#core/domains/alerts/alerts.ts'
import { AlertItem } from '#web/domains/telemetry/tank/AlertItem.tsx'
import { useAlerts } from '#web/domains/telemetry/tank/useAlerts.ts'
import { SelectInput } from '#web/resources/form/SelectInput.tsx'
import { useTotal } from '#web/resources/list/useTotal.ts'
import { Busy } from '#web/ui/Busy.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageNavigation } from '#web/ui/PageNavigation.tsx'
import styles from './AlertListScreen.module.css'

const STATUSES = ['open', 'acknowledged', 'snoozed', 'closed', 'all'] as const
const PAGE_SIZE = 50

/** Every alert that one may see: first those that still wait for somebody. */
export function AlertListScreen() {
  const { t } = useTranslation()
  const totalText = useTotal()
  const [params, setParams] = useSearchParams()
  const status = params.get('status') ?? 'open'
  const level = params.get('level')
  const page = Math.max(1, Number(params.get('page_num')) || 1)
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (name !== 'page_num') next.delete('page_num')
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const { data, isError, error, refetch, isPlaceholderData } = useAlerts({
    status: status === 'all' ? undefined : status,
    level: level ?? undefined,
    device_id: params.get('device_id') ?? undefined,
    page_size: PAGE_SIZE,
    page_num: page,
  })
  const pages = Math.ceil((data?.page.total_records ?? 0) / PAGE_SIZE)
  return (
    <Stack gap="md" maw={960}>
      <Group gap="sm" align="baseline">
        <Title order={1}>{t('records.alerts.label')}</Title>
        {data && (
          <Text size="sm" c="dimmed" aria-live="polite">
            {totalText({
              total: data.page.total_records,
              isEstimate: data.page.total_is_estimate === 1,
            })}
          </Text>
        )}
      </Group>
      <Group gap="sm">
        <SegmentedControl
          size="xs"
          className={styles.statuses}
          aria-label={t('records.alerts.fields.status')}
          value={status}
          onChange={(value) => set('status', value)}
          data={STATUSES.map((value) => ({ value, label: t(`alerts.statuses.${value}`) }))}
        />
        <SelectInput
          size="xs"
          clearable
          aria-label={t('records.alerts.fields.level')}
          placeholder={t('alerts.any_level')}
          value={level}
          onChange={(value) => set('level', value)}
          data={ALERT_LEVELS.map((value) => ({ value, label: t(`records.alerts.choices.level.${value}`) }))}
        />
      </Group>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={400} radius="lg" />}
      {data && (
        <Busy isBusy={isPlaceholderData}>
          <Paper>
            {data.alerts.length === 0 ? (
              <EmptyState Icon={IconBellCheck} color="fine" title={t('alerts.none_found')} />
            ) : (
              <ul className={styles.list}>
                {data.alerts.map((alert) => (
                  <AlertItem key={alert.alert_id} alert={alert} />
                ))}
              </ul>
            )}
          </Paper>
        </Busy>
      )}
      <PageNavigation pages={pages} page={page} onChange={(next) => set('page_num', String(next))} />
    </Stack>
  )
}
