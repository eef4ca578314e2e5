import { Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { Form } from '#web/ui/Form.tsx'
import type { AlertAnswer } from './useAlerts.ts'

export interface AnswerFormProps {
  onAnswer: (answer: AlertAnswer) => void
  isBusy: boolean
  /** Why the last answer was refused. */
  error: unknown
  onClose: () => void
}

/** Acknowledges alerts, with a note for others. */
export function AcknowledgeForm({ onAnswer, isBusy, onClose }: AnswerFormProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  return (
    <Form onSubmit={() => onAnswer({ note })}>
      <Stack gap="sm">
        <Textarea
          label={t('alerts.note')}
          placeholder={t('alerts.note_example')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={1000}
          autosize
          minRows={2}
          data-autofocus
        />
        <DialogButtons onCancel={onClose} loading={isBusy}>
          {t('alerts.acknowledge')}
        </DialogButtons>
      </Stack>
    </Form>
  )
}
