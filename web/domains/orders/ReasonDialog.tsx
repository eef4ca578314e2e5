import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf, StepDialog } from './StepDialog.tsx'

interface ReasonDialogProps {
  title: string
  /** The consequences. */
  text: string
  isRequired: boolean
  isPending: boolean
  error: unknown
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks for a reason before an action. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, isRequired, isPending, error, onConfirm, onClose } = props
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  return (
    <StepDialog
      {...{ title, text, isPending, onClose }}
      isDisabled={isRequired && reason.trim() === ''}
      onConfirm={() => onConfirm(reason.trim())}
    >
      <TextInput
        label={t('orders.reason')}
        withAsterisk={isRequired}
        maxLength={255}
        data-autofocus
        value={reason}
        error={messageOf(error, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </StepDialog>
  )
}
