import { Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { messageOf, refusalOf, StepDialog } from './StepDialog.tsx'

interface ReasonDialogProps {
  title: string
  /** Label of the button. */
  action: string
  /** The consequences. */
  text: string
  isRequired: boolean
  isPending: boolean
  error: unknown
  onConfirm: (reason: string) => void
  onClose: () => void
  /** Additional inputs. */
  children?: ReactNode
}

/** Asks for a reason before an action. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, action, text, isRequired, isPending, error, onConfirm, onClose, children } = props
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  return (
    <StepDialog
      {...{ title, action, text, isPending, onClose }}
      isDisabled={isRequired && reason.trim() === ''}
      onConfirm={() => onConfirm(reason.trim())}
    >
      <TextInput
        label={t('ui.reason')}
        withAsterisk={isRequired}
        maxLength={255}
        data-autofocus
        value={reason}
        error={messageOf(error, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {children}
      {refusalOf(error) && <Text c="urgent">{refusalOf(error)}</Text>}
    </StepDialog>
  )
}
