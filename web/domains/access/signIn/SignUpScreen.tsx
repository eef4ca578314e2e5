import { Alert, Anchor, Text } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import type { requestSignUp } from '#core/domains/access/signIn/signUpCalls.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import { LOCALE_CODES } from '#core/platform/texts/locales.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { toast } from '#web/platform/toast.ts'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useNewPasswordFields } from '../security/useNewPasswordFields.ts'
import { type SignInField, SignInForm, SignInPage } from './SignInForm.tsx'

const FIELDS = [
  ['company', 'organization'],
  ['first_name', 'given-name'],
  ['last_name', 'family-name'],
  ['username', 'email'],
  ['phone_number', 'tel'],
] as const
/** The server reports each field that is left empty. */
const EMPTY = {
  company: '',
  first_name: '',
  last_name: '',
  username: '',
  phone_number: '',
  password: '',
  confirm_password: '',
}
/** How long the button confirms, before the sign-in page does, ms. */
const CONFIRMATION_MS = 1500

/** Signs up a company; the response is the same for known addresses. */
export function SignUpScreen() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const isClosed = useEnvironment()?.sign_up === 0
  const secrets = useNewPasswordFields()
  const fields: SignInField[] = FIELDS.map(([name, autoComplete]) => ({
    name,
    autoComplete,
    label: t(`records.sign_ups.fields.${name}`),
    ...(name === 'username' && { help: t('records.sign_ups.help.username') }),
  }))
  const language = LOCALE_CODES.find((code) => code === i18n.language)
  return (
    <SignInPage title={t('security.sign_up.title')}>
      {isClosed ? (
        <Alert color="mild">{t('messages.sign_up_off')}</Alert>
      ) : (
        <>
          <Text size="sm">{t('security.sign_up.why')}</Text>
          <SignInForm
            fields={[...fields, ...secrets]}
            submit={t('security.sign_up.submit')}
            send={(values) => signUp({ ...EMPTY, ...values, language })}
            hasToast
            onDone={() => void navigate('/', { state: { note: 'messages.sign_up_requested' } })}
          />
        </>
      )}
      <Anchor component={Link} to="/session/login">
        {t('security.forgotten.to_login')}
      </Anchor>
    </SignInPage>
  )
}

async function signUp(body: SentTo<typeof requestSignUp>['body']): Promise<void> {
  try {
    await request<typeof requestSignUp>('POST', '/authenticate/sign_up', { body })
  } catch (failure) {
    if (failure instanceof CallRefused && failure.message) toast(failure.message, 'error')
    throw failure
  }
  await new Promise((resolve) => setTimeout(resolve, CONFIRMATION_MS))
}
