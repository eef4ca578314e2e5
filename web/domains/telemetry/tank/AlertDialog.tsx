import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AcknowledgeForm } from './AcknowledgeForm.tsx'
import { SnoozeForm } from './SnoozeForm.tsx'

interface AlertDialogProps {
  alert_id: number
  step: 'acknowledge' | 'snooze'
  onClose: () => void
}

/** Asks for what belongs to a step that is taken with an alert. */
export function AlertDialog({ alert_id, step, onClose }: AlertDialogProps) {
  const { t } = useTranslation()
  const Form = step === 'acknowledge' ? AcknowledgeForm : SnoozeForm
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`alerts.${step}_title`)}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Form alert_id={alert_id} onDone={onClose} />
    </Modal>
  )
}
