import { Modal } from '@mantine/core'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { AcknowledgeForm, type AnswerFormProps } from './AcknowledgeForm.tsx'
import { SnoozeForm } from './SnoozeForm.tsx'

export type AlertStep = 'acknowledge' | 'snooze'

interface AlertDialogProps extends AnswerFormProps {
  step: AlertStep
  /** How many alerts are answered together. */
  count?: number
}

/** The form of a step for one or many alerts. */
export function AlertDialog({ step, count = 1, ...form }: AlertDialogProps) {
  const { t } = useTranslation()
  const Form = step === 'acknowledge' ? AcknowledgeForm : SnoozeForm
  return (
    <Modal
      opened
      onClose={form.onClose}
      title={count === 1 ? t(`alerts.${step}_title`) : t(`alerts.${step}_many`, { count })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Form {...form} />
    </Modal>
  )
}
