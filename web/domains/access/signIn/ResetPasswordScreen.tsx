import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import type { readReset, resetPassword } from '#core/domains/access/signIn/resetCalls.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { endSession } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useNewPasswordFields } from '../security/useNewPasswordFields.ts'
import { ButtonLink } from './ButtonLink.tsx'
import { SignInForm, SignInPage } from './SignInForm.tsx'

/** Chooses a new password after a link in a mail; an expired link leads to a request for a new one. */
export function ResetPasswordScreen() {
  const { t } = useTranslation()
  const { id: code = '' } = useParams()
  const [isDone, setIsDone] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['reset', code],
    queryFn: async () =>
      (await request<typeof readReset>('GET', '/authenticate/request_reset/:code', { params: { code } }))
        .reset,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isQuiet: true },
  })
  if (error instanceof CallRefused && error.code > 0 && !isDone)
    return <Navigate to="/session/forgot_password" replace state={{ isOver: true }} />
  return (
    <SignInPage title={t('security.forgotten.new_password')}>
      {error && !isDone && <Text c="urgent">{t('login.unreachable')}</Text>}
      {isDone && (
        <>
          <Text role="status">{t('messages.password_reset')}</Text>
          <ButtonLink to="/session/login">{t('security.forgotten.to_login')}</ButtonLink>
        </>
      )}
      {!isDone && !data && !error && <Skeleton h={180} />}
      {!isDone && data && (
        <NewPasswordForm
          code={code}
          username={data.username}
          onDone={() => {
            endSession({ keepsWay: false })
            setIsDone(true)
          }}
        />
      )}
    </SignInPage>
  )
}

function NewPasswordForm({ code, username, onDone }: { code: string; username: string; onDone: () => void }) {
  const { t } = useTranslation()
  const fields = useNewPasswordFields()
  return (
    <>
      <Text size="sm">{t('security.forgotten.new_for', { username })}</Text>
      <SignInForm
        fields={fields}
        submit={t('security.forgotten.save_password')}
        send={(values) =>
          request<typeof resetPassword>('POST', '/authenticate/reset_password', {
            body: {
              code,
              password: values.password ?? '',
              confirm_password: values.confirm_password ?? '',
            },
          })
        }
        onDone={onDone}
      />
    </>
  )
}
