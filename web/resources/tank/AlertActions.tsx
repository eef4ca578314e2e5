import { Button, Group, Modal } from '@mantine/core'
import { IconBellZ, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#web/platform/session.tsx'
import { AcknowledgeForm } from './AcknowledgeForm.tsx'
import type { AlertRow } from './AlertRow.ts'
import { SnoozeForm } from './SnoozeForm.tsx'

/** What can be done about an alert, for those who may. */
export function AlertActions({ alert }: { alert: Pick<AlertRow, 'alert_id' | 'status'> }) {
  const { t } = useTranslation()
  const may = useMay()
  const [open, setOpen] = useState<'acknowledge' | 'snooze' | null>(null)
  const close = () => setOpen(null)
  const closeButtonProps = { 'aria-label': t('ui.close') }
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
      <Modal
        opened={open === 'acknowledge'}
        onClose={close}
        title={t('alerts.acknowledge_title')}
        closeButtonProps={closeButtonProps}
      >
        <AcknowledgeForm alert_id={alert.alert_id} onDone={close} />
      </Modal>
      <Modal
        opened={open === 'snooze'}
        onClose={close}
        title={t('alerts.snooze_title')}
        closeButtonProps={closeButtonProps}
      >
        <SnoozeForm alert_id={alert.alert_id} onDone={close} />
      </Modal>
    </Group>
  )
}
