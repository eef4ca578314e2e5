import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
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
    <Dialog
      onClose={form.onClose}
      title={count === 1 ? t(`alerts.${step}_title`) : t(`alerts.${step}_many`, { count })}
    >
      <Form {...form} />
    </Dialog>
  )
}
