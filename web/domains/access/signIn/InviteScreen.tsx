import { Alert, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { acceptInvitation, readInvitation } from '#core/domains/access/invitationCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { endSession } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useNewPasswordFields } from '../security/useNewPasswordFields.ts'
import { ButtonLink } from './ButtonLink.tsx'
import { SignInForm, SignInPage } from './SignInForm.tsx'

/** Screen on which an invited person chooses how they sign in. */
export function InviteScreen() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const [isDone, setIsDone] = useState(false)
  const { data, error } = useInvitation(token)
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
        <InvitationForm
          token={token}
          invite={data}
          onDone={() => {
            endSession({ keepsWay: false })
            setIsDone(true)
          }}
        />
      )}
    </SignInPage>
  )
}

function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invite', token],
    queryFn: async () =>
      (
        await request<typeof readInvitation>('GET', '/authenticate/invite/:token', {
          params: { token },
        })
      ).invite,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isQuiet: true },
  })
}

interface InvitationFormProps {
  token: string
  invite: ResponseOf<typeof readInvitation>['invite']
  onDone: () => void
}

/** The user name, phone number and password of an invited person. */
function InvitationForm({ token, invite, onDone }: InvitationFormProps) {
  const { t } = useTranslation()
  const secrets = useNewPasswordFields()
  return (
    <>
      <Text size="sm">
        {t('security.invite.hello', { name: invite.first_name, company: invite.company })}
      </Text>
      <SignInForm
        initial={{ username: invite.username ?? '', phone_number: invite.phone_number ?? '' }}
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
        send={(body) =>
          request<typeof acceptInvitation>('POST', '/authenticate/invite/:token', {
            params: { token },
            body,
          })
        }
        onDone={onDone}
      />
    </>
  )
}
