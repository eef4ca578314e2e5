import { Anchor, Badge, Skeleton, Stack } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { AlertItem } from '#web/domains/telemetry/alert/AlertItem.tsx'
import type { AlertRow } from '#web/domains/telemetry/alert/AlertRow.ts'
import { useAlerts } from '#web/domains/telemetry/alert/useAlerts.ts'
import { INITIAL_ALERTS } from '#web/domains/telemetry/device/initialCounts.ts'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useTotal } from '#web/resources/list/useTotal.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useDeferredCount } from '#web/ui/useDeferredCount.ts'
import { WidgetPanel, type WidgetProps } from '#web/ui/WidgetPanel.tsx'
import styles from './Fleet.module.css'

/** The others are below the fold of the part. */
const ABOVE_FOLD = 6
const ABOVE_FOLD_ON_PHONE = 1

/** The alerts that need attention, as counted in the menu, worst first, with actions. */
export function AlertsWidget({ title }: WidgetProps) {
  const { t } = useTranslation()
  const totalText = useTotal()
  const { data, isError, error, refetch } = useAlerts(INITIAL_ALERTS)
  const count = data?.page.total_records ?? 0
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <WidgetPanel
      title={title}
      isFlush
      badge={
        count > 0 && (
          <Badge color="urgent" variant="light">
            {t('telemetry.dashboard.waiting_alerts', {
              count,
              total: totalText({ total: count, isEstimate: data?.page.total_is_estimate === 1 }),
            })}
          </Badge>
        )
      }
      action={
        <Anchor component={Link} to="/alerts" size="sm">
          {t('telemetry.dashboard.all_alerts')}
        </Anchor>
      }
    >
      {!data && <Waiting />}
      {data?.alerts.length === 0 && (
        <EmptyState
          Icon={IconBellCheck}
          color="fine"
          title={t('telemetry.dashboard.no_alerts')}
          help={t('telemetry.dashboard.no_alerts_help')}
        />
      )}
      {data && data.alerts.length > 0 && <Rows alerts={data.alerts} />}
    </WidgetPanel>
  )
}

function Rows({ alerts }: { alerts: readonly AlertRow[] }) {
  const isPhone = useIsPhone()
  const shown = useDeferredCount(isPhone ? ABOVE_FOLD_ON_PHONE : ABOVE_FOLD, alerts.length)
  if (shown === 0) return <Waiting />
  return (
    <ul className={`${styles.list} ${styles.alerts}`}>
      {alerts.slice(0, shown).map((alert) => (
        <AlertItem key={alert.alert_id} alert={alert} />
      ))}
    </ul>
  )
}

function Waiting() {
  return (
    <Stack p="sm" gap="sm">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} h={56} />
      ))}
    </Stack>
  )
}
