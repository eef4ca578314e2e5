import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallRefused } from '#web/platform/api.ts'

interface ReasonDialogProps {
  title: string
  /** What will follow. */
  text: string
  isRequired: boolean
  isPending: boolean
  error: unknown
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks why something is done before it is done. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, isRequired, isPending, error, onConfirm, onClose } = props
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const refused =
    error instanceof CallRefused ? error.answer.errors?.find(({ field }) => field === 'reason') : undefined
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(reason.trim())
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{text}</Text>
          <TextInput
            label={t('orders.reason')}
            withAsterisk={isRequired}
            maxLength={255}
            data-autofocus
            value={reason}
            error={refused?.message}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('resources.cancel')}
            </Button>
            <Button type="submit" loading={isPending} disabled={isRequired && reason.trim() === ''}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
