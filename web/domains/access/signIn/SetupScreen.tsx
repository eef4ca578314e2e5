import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import type { checkSetupLink, setUp } from '#core/domains/access/signIn/setupCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { toast } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SignInForm, SignInPage } from './SignInForm.tsx'

const FIELDS = [
  ['first_name', 'given-name'],
  ['last_name', 'family-name'],
  ['phone_number', 'tel'],
  ['username', 'username'],
] as const
const SECRETS = ['password', 'confirm_password'] as const

/** Creates the first administrator, by the link that the first start prints. */
export function SetupScreen() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const link = useQuery({
    queryKey: ['setup', token],
    queryFn: () => request<typeof checkSetupLink>('GET', '/authenticate/setup/:token', { params: { token } }),
    retry: false,
  })
  const labelled = (name: string) => ({ name, label: t(`setup.${name}`) })
  return (
    <SignInPage title={t('setup.title')}>
      {link.isError && <Alert color="urgent">{t('setup.used')}</Alert>}
      <SignInForm
        fields={[
          ...FIELDS.map(([name, autoComplete]) => ({ ...labelled(name), autoComplete })),
          ...SECRETS.map((name) => ({
            ...labelled(name),
            autoComplete: 'new-password',
            isSecret: true as const,
          })),
        ]}
        submit={t('setup.submit')}
        send={(body) =>
          request<typeof setUp>('POST', '/authenticate/setup/:token', { params: { token }, body })
        }
        onDone={() => {
          toast(t('setup.done'), 'success')
          void navigate('/session/login')
        }}
        isDisabled={link.isError}
      />
    </SignInPage>
  )
}
