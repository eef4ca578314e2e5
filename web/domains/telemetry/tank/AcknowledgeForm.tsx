import { Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { useAcknowledgeAlert } from './useAlerts.ts'

/** Says that one has seen an alert, with a note for those who come after. */
export function AcknowledgeForm({ alert_id, onDone }: { alert_id: number; onDone: () => void }) {
  const { t } = useTranslation()
  const acknowledge = useAcknowledgeAlert()
  const [note, setNote] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        acknowledge.mutate({ alert_id, note }, { onSuccess: onDone })
      }}
    >
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
        <DialogButtons onCancel={onDone} loading={acknowledge.isPending}>
          {t('alerts.acknowledge')}
        </DialogButtons>
      </Stack>
    </form>
  )
}
