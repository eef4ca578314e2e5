import { Button, Center, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { unlock as unlockSession } from '#core/domains/access/signIn/sessionCalls.ts'
import { ProductLogo } from '#web/domains/access/signIn/ProductLogo.tsx'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { forgetIdle } from '#web/platform/idle.ts'
import { unlock } from '#web/platform/session/lock.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { signOut } from '#web/platform/session/signingIn.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Form } from '#web/ui/Form.tsx'
import styles from './LockScreen.module.css'

/**
 * Covers everything, dialogs too, until the password is entered. As a modal dialog in the browser's top layer it hides what is
 * behind it from sight, keyboard and screen readers. Text typed there stays.
 */
export function LockScreen() {
  const { t } = useTranslation()
  const user = useUser()
  const dialog = useRef<HTMLDialogElement>(null)
  usePageTitle(t('shell.locked'))
  useEffect(() => showOver(dialog.current), [])
  return (
    <dialog
      ref={dialog}
      className={styles.lock}
      aria-labelledby="locked"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // The browser closes a dialog at the second Escape even if its `cancel` event is prevented.
        if (event.key === 'Escape') event.preventDefault()
        event.stopPropagation()
      }}
    >
      <Center mih="100%" p="md">
        <Stack w="100%" maw={380} gap="lg">
          <Group justify="center">
            <ProductLogo />
          </Group>
          <Paper p="lg" shadow="sm">
            <Stack>
              <Title order={1} id="locked">
                {t('shell.locked')}
              </Title>
              <Text size="sm">{t('shell.locked_why', { name: user.combined_name })}</Text>
              <UnlockForm />
            </Stack>
          </Paper>
        </Stack>
      </Center>
    </dialog>
  )
}

function showOver(dialog: HTMLDialogElement | null) {
  const before = document.activeElement
  dialog?.showModal()
  dialog?.querySelector('input')?.focus()
  return () => {
    dialog?.close()
    if (before instanceof HTMLElement) before.focus()
  }
}

function UnlockForm() {
  const { t } = useTranslation()
  const { username } = useUser()
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const submit = async () => {
    if (password === '') return setError(t('login.missing_password'))
    setIsBusy(true)
    try {
      await request<typeof unlockSession>('POST', '/me/unlock', { body: { password }, retries: 0 })
      forgetIdle()
      unlock()
    } catch (failure) {
      const answer = failure instanceof CallRefused ? failure.body : undefined
      setError(answer?.errors?.[0]?.message || answer?.message || t('login.unreachable'))
      setIsBusy(false)
    }
  }
  return (
    <Form noValidate onSubmit={submit}>
      <Stack>
        <input type="text" hidden readOnly autoComplete="username" value={username} />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setError('')
          }}
        />
        <Button type="submit" loading={isBusy}>
          {t('shell.unlock')}
        </Button>
        <Button variant="default" onClick={() => void signOut()}>
          {t('shell.log_out')}
        </Button>
      </Stack>
    </Form>
  )
}
