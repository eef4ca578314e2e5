import { Input, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallRefused } from '#web/platform/calls/api.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
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
  const confirmation = useConfirmation()
  const [password, setPassword] = useState('')
  const [typedName, setTypedName] = useState(name?.standard ?? '')
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '' && confirmation === 'password') return setError(t('rules.password_required'))
    setIsBusy(true)
    setError('')
    try {
      await onConfirm(password, typedName.trim() || (name?.standard ?? ''))
    } catch (failure) {
      setError(wordsOf(failure, t))
      setIsBusy(false)
    }
  }
  if (confirmation === 'sign_in_again') return <SignInAgain title={title} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
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
              onChange={(event) => {
                setPassword(event.currentTarget.value)
                setError('')
              }}
            />
          ) : (
            <Input.Wrapper error={error}>
              <Text size="sm">{t('security.provider.fresh')}</Text>
            </Input.Wrapper>
          )}
          <DialogButtons onCancel={onClose} loading={isBusy} color={isDangerous ? 'urgent' : undefined}>
            {action}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

function wordsOf(failure: unknown, t: (key: string) => string): string {
  if (!(failure instanceof CallRefused)) return t('security.passkeys.failed')
  const { errors, message } = failure.answer
  return errors?.[0]?.message ?? (message || t('ui.error.unreachable'))
}
