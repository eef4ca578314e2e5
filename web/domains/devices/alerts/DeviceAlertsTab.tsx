import { Paper, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { AlertItem } from '#web/domains/telemetry/alert/AlertItem.tsx'
import { useAlerts } from '#web/domains/telemetry/alert/useAlerts.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { AlertReaders } from './AlertReaders.tsx'
import { DeviceAlertRules } from './DeviceAlertRules.tsx'
import styles from './DeviceAlertsTab.module.css'

/** The device's alerts, open and closed. */
export function DeviceAlertsTab({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const [status, setStatus] = useState<'open' | 'all'>('open')
  const { data, isError, error, refetch } = useAlerts({
    device_id: device.device_id,
    status: status === 'open' ? 'open' : undefined,
    page_size: 100,
  })
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        aria-label={t('records.alerts.fields.status')}
        value={status}
        onChange={(value) => setStatus(value)}
        data={[
          { value: 'open', label: t('alerts.open') },
          { value: 'all', label: t('alerts.all') },
        ]}
      />
      <Paper>
        {!data && <Skeleton h={120} />}
        {data?.alerts.length === 0 && (
          <EmptyState Icon={IconBellCheck} color="fine" title={t(`alerts.none_${status}`)} />
        )}
        <ul className={styles.list}>
          {data?.alerts.map((alert) => (
            <AlertItem key={alert.alert_id} alert={alert} isOnDevice />
          ))}
        </ul>
      </Paper>
      <AlertReaders device={device} />
      <DeviceAlertRules device_id={device.device_id} />
    </Stack>
  )
}
