import { Alert, Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import type { Location } from 'react-router'
import { Link, useLocation } from 'react-router'
import type { requestReset } from '#core/domains/access/signIn/resetCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SignInForm, SignInPage } from './SignInForm.tsx'

/** Requests a link to choose a new password. The response is the same for unknown names. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation()
  const { state }: Location<{ isOver?: true } | null> = useLocation()
  const [isSent, setIsSent] = useState(false)
  const cameByOldLink = state?.isOver === true
  return (
    <SignInPage title={t('security.forgotten.forgot')}>
      {cameByOldLink && !isSent && <Alert color="mild">{t('messages.code_over')}</Alert>}
      {isSent ? (
        <Text role="status">{t('security.forgotten.asked')}</Text>
      ) : (
        <>
          <Text size="sm">{t('security.forgotten.forgot_why')}</Text>
          <SignInForm
            fields={[{ name: 'username', label: t('login.username'), autoComplete: 'username' }]}
            submit={t('security.forgotten.ask')}
            send={({ username = '' }) =>
              request<typeof requestReset>('POST', '/authenticate/request_reset', { body: { username } })
            }
            onDone={() => setIsSent(true)}
          />
        </>
      )}
      <Anchor component={Link} to="/session/login">
        {t('security.forgotten.to_login')}
      </Anchor>
    </SignInPage>
  )
}
