import { Button, Group } from '@mantine/core'
import { IconBellZ, IconCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#web/platform/session.tsx'
import type { AlertRow } from './AlertRow.ts'

const AlertDialog = lazy(() => import('./AlertDialog.tsx').then((m) => ({ default: m.AlertDialog })))

/** What can be done about an alert, for those who may. */
export function AlertActions({ alert }: { alert: Pick<AlertRow, 'alert_id' | 'status'> }) {
  const { t } = useTranslation()
  const may = useMay()
  const [open, setOpen] = useState<'acknowledge' | 'snooze' | null>(null)
  const close = () => setOpen(null)
  if (alert.status === 'closed' || !may('devices.update')) return null
  return (
    <Group gap={4} wrap="nowrap">
      {alert.status !== 'acknowledged' && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconCheck size={14} />}
          onClick={() => setOpen('acknowledge')}
        >
          {t('alerts.acknowledge')}
        </Button>
      )}
      {alert.status !== 'snoozed' && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconBellZ size={14} />}
          onClick={() => setOpen('snooze')}
        >
          {t('alerts.snooze')}
        </Button>
      )}
      <Suspense>{open && <AlertDialog alert_id={alert.alert_id} step={open} onClose={close} />}</Suspense>
    </Group>
  )
}
