import { Alert, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { CallRefused, call } from '#web/platform/api.ts'
import { endSession } from '#web/platform/session.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import { SignInForm, SignInPage } from './SignInForm.tsx'
import { useNewPasswordFields } from './useNewPasswordFields.ts'

interface Invite {
  first_name: string
  company: string
  username: string | null
}

/** Where an invited person chooses how he signs in. */
export function InviteScreen() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const [isDone, setIsDone] = useState(false)
  const secrets = useNewPasswordFields()
  const path = `/authenticate/invite/${encodeURIComponent(token)}`
  const { data, error } = useQuery({
    queryKey: ['invite', token],
    queryFn: async () => (await call<{ invite: Invite }>('GET', path)).invite,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isQuiet: true },
  })
  const toLogin = <ButtonLink to="/session/login">{t('security.forgotten.to_login')}</ButtonLink>
  if (isDone)
    return (
      <SignInPage title={t('messages.account_created')}>
        <Text role="status">{t('security.invite.done')}</Text>
        {toLogin}
      </SignInPage>
    )
  return (
    <SignInPage title={t('security.invite.title')}>
      {error && (
        <Alert color="urgent">
          {error instanceof CallRefused && error.code > 0
            ? t('security.invite.over')
            : t('login.unreachable')}
        </Alert>
      )}
      {!data && !error && <Skeleton h={240} />}
      {data && (
        <>
          <Text size="sm">
            {t('security.invite.hello', { name: data.first_name, company: data.company })}
          </Text>
          <SignInForm
            initial={{ username: data.username ?? '' }}
            fields={[
              {
                name: 'username',
                label: t('login.username'),
                help: t('records.users.help.username'),
                autoComplete: 'username',
              },
              { name: 'phone_number', label: t('records.users.fields.phone_number'), autoComplete: 'tel' },
              ...secrets,
            ]}
            submit={t('security.invite.submit')}
            send={(values) => call('POST', path, values)}
            onDone={() => {
              endSession({ keepsWay: false })
              setIsDone(true)
            }}
          />
        </>
      )}
    </SignInPage>
  )
}
