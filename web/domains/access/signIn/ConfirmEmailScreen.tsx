import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { confirmEmail, readSignUp } from '#core/domains/access/signIn/signUpCalls.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ButtonLink } from './ButtonLink.tsx'
import { SignInPage } from './SignInForm.tsx'

/** Confirms an e-mail address by the link of a mail. It requires a press: mail scanners open links too. */
export function ConfirmEmailScreen() {
  const { t } = useTranslation()
  const { code = '' } = useParams()
  const { data, failure, confirm } = useConfirmation(code)
  const toLogin = <ButtonLink to="/session/login">{t('security.forgotten.to_login')}</ButtonLink>
  if (confirm.isSuccess)
    return (
      <SignInPage title={t('login.waiting')}>
        <Text role="status">{t('messages.email_confirmed')}</Text>
        <Text>{t('login.waiting_why')}</Text>
        {toLogin}
      </SignInPage>
    )
  return (
    <SignInPage title={t('security.sign_up.confirm')}>
      {failure && (
        <>
          <Alert color="urgent" role="alert">
            {failure instanceof CallRefused && failure.code > 0
              ? t('security.sign_up.over')
              : t('login.unreachable')}
          </Alert>
          {toLogin}
        </>
      )}
      {!data && !failure && <Skeleton h={120} />}
      {data && !failure && (
        <>
          <Text>{t('security.sign_up.confirm_why', { ...data })}</Text>
          <Button size="md" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {t('security.sign_up.confirm')}
          </Button>
        </>
      )}
    </SignInPage>
  )
}

/** The sign-up that a link confirms, and its confirmation. */
function useConfirmation(code: string) {
  const { data, error } = useQuery({
    queryKey: ['confirm_email', code],
    queryFn: async () =>
      (await request<typeof readSignUp>('GET', '/authenticate/confirm_email/:code', { params: { code } }))
        .sign_up,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isQuiet: true },
  })
  const confirm = useMutation({
    mutationFn: () => request<typeof confirmEmail>('POST', '/authenticate/confirm_email', { body: { code } }),
    meta: { isQuiet: true },
  })
  return { data, failure: confirm.error ?? error, confirm }
}
