import { Input, PasswordInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FormDialog } from '#web/resources/form/FormDialog.tsx'
import { SignInAgain, useConfirmation } from './SignInAgain.tsx'

interface PasswordQuestionProps {
  title: string
  why?: string
  action: string
  isDangerous?: boolean
  /** Asks for a name as well, with its purpose. */
  name?: { label: string; help: string; standard: string }
  onConfirm: (password: string, name: string) => Promise<void>
  onClose: () => void
}

/** Confirms the user's identity before a sign-in setting changes. */
export function ConfirmPasswordDialog(props: PasswordQuestionProps) {
  const { title, why, action, isDangerous, name, onConfirm, onClose } = props
  const { t } = useTranslation()
  const { confirmation, password, setPassword, error, isBusy, submit } = usePassword(onConfirm)
  const [typedName, setTypedName] = useState(name?.standard ?? '')
  if (confirmation === 'sign_in_again') return <SignInAgain title={title} onClose={onClose} />
  return (
    <FormDialog
      {...{ title, action, onClose }}
      color={isDangerous ? 'urgent' : undefined}
      loading={isBusy}
      onSubmit={() => submit(typedName.trim() || (name?.standard ?? ''))}
    >
      {why && <Text size="sm">{why}</Text>}
      {name && (
        <TextInput
          label={name.label}
          description={name.help}
          maxLength={60}
          value={typedName}
          onChange={(event) => setTypedName(event.currentTarget.value)}
        />
      )}
      {confirmation === 'password' ? (
        <PasswordInput
          data-autofocus
          label={t('security.current_password')}
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : (
        <Input.Wrapper error={error}>
          <Text size="sm">{t('security.provider.fresh')}</Text>
        </Input.Wrapper>
      )}
    </FormDialog>
  )
}

/** The typed password, and the action that it confirms. */
function usePassword(onConfirm: PasswordQuestionProps['onConfirm']) {
  const { t } = useTranslation()
  const confirmation = useConfirmation()
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (name: string) => {
    if (password === '' && confirmation === 'password') return setError(t('rules.password_required'))
    setIsBusy(true)
    setError('')
    try {
      await onConfirm(password, name)
    } catch (failure) {
      setError(messageOf(failure, t))
      setIsBusy(false)
    }
  }
  const change = (typed: string) => {
    setPassword(typed)
    setError('')
  }
  return { confirmation, password, setPassword: change, error, isBusy, submit }
}

function messageOf(failure: unknown, t: (key: string) => string): string {
  if (!(failure instanceof CallRefused)) return t('security.passkeys.failed')
  const { errors, message } = failure.body
  return errors?.[0]?.message ?? (message || t('ui.error.unreachable'))
}
