import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RunResult } from './RunResult.tsx'
import { useBillingRun } from './useBillingRun.ts'

/** A billing run: who started it and when, and its result. */
export function BillingRunScreen() {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const { id } = useParams()
  const { run, found, undo } = useBillingRun(id === undefined ? undefined : Number(id))
  usePageTitle(t('records.billing_runs.single'))
  if (found.isError && !run) return <ErrorState error={found.error} onRetry={found.refetch} />
  if (!run) return null
  const { started_at, user_title, deliveries } = run
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <div>
        <Title order={1}>{t('records.billing_runs.single')}</Title>
        <Text c="dimmed">
          {t('orders.billing.started', { at: instant(started_at), by: user_title, count: deliveries })}
        </Text>
        <Anchor component={Link} to="/billing_runs">
          {t('orders.billing.earlier_runs')}
        </Anchor>
      </div>
      <RunResult {...{ run, undo }} />
    </Stack>
  )
}
