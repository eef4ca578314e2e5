import {
  Alert,
  Button,
  Center,
  Checkbox,
  Loader,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { CallRefused } from '#web/platform/calls/api.ts'
import type { Environment } from '#web/platform/fetchEnvironment.ts'
import { type RequiredSecondFactor, signIn } from '#web/platform/session/signingIn.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Form } from '#web/ui/Form.tsx'
import { SingleSignOn, type TypedName } from '../SingleSignOn.tsx'
import { SignInPreferencesForm } from '../security/SignInPreferencesForm.tsx'
import { finishIfReturned, forgetReturn } from '../singleSignOnCalls.ts'
import { useRefusalText } from '../useRefusalText.ts'
import { Brand } from './Brand.tsx'
import { OtherSignIns } from './OtherSignIns.tsx'
import { SecondStep } from './SecondStep.tsx'
import { SignInLinks } from './SignInLinks.tsx'

interface LoginScreenProps {
  /** The business that runs the product; undefined until loaded. */
  environment: Pick<Environment, 'company_name' | 'logo' | 'sign_up'> | undefined
  /** Goes to another page without a session. */
  onGo: (path: string) => void
  /** The result of the previous page. */
  note?: ReactNode
}

/** The sign-in page: name and password. The way back afterwards is in the address. */
export function LoginScreen({ environment, onGo, note }: LoginScreenProps) {
  const { t } = useTranslation()
  return (
    <Center mih="100dvh" p="md">
      <Stack w="100%" maw={380} gap="lg" component="main">
        <Center>
          <Brand environment={environment}>
            <Text c="dimmed" size="sm">
              {t('login.promise')}
            </Text>
          </Brand>
        </Center>
        {note}
        <Paper p="lg" shadow="sm">
          <LoginSteps />
        </Paper>
        <SignInLinks maySignUp={environment?.sign_up === 1} onGo={onGo} />
        <SignInPreferencesForm />
      </Stack>
    </Center>
  )
}

/** The password, and the second step if required; or single sign-on. */
function LoginSteps() {
  const refusalText = useRefusalText()
  const [finishing] = useState(finishIfReturned)
  const [isFinishing, setIsFinishing] = useState(finishing !== undefined)
  const [refusal, setRefusal] = useState('')
  const [factor, setFactor] = useState<RequiredSecondFactor | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const [atProvider, setAtProvider] = useState<TypedName | null>(null)
  useEffect(() => {
    void finishing?.then((failure) => {
      forgetReturn()
      if (failure === undefined) return
      setRefusal(refusalText(failure))
      setIsFinishing(false)
    })
  }, [finishing, refusalText])
  if (isFinishing) return <Finishing />
  if (isWaiting) return <SignUpWaiting onBack={() => setIsWaiting(false)} />
  if (factor) return <SecondStep factor={factor} onBack={() => setFactor(null)} />
  if (atProvider) return <SingleSignOn typed={atProvider} onBack={() => setAtProvider(null)} />
  return (
    <LoginForm
      firstRefusal={refusal}
      onSecondFactor={setFactor}
      onWaiting={() => setIsWaiting(true)}
      onSingleSignOn={(typed) => {
        setRefusal('')
        setAtProvider(typed)
      }}
    />
  )
}

/** Shown after the return from the provider, while the server identifies the user. */
function Finishing() {
  const { t } = useTranslation()
  usePageTitle(t('login.title'))
  return (
    <Stack align="center" role="status">
      <Loader aria-hidden />
      <Text>{t('login.single.finishing')}</Text>
    </Stack>
  )
}

interface LoginFormProps {
  /** Why single sign-on has just failed. */
  firstRefusal: string
  onSecondFactor: (factor: RequiredSecondFactor | null) => void
  /** Name and password are right, but staff have not approved the sign-up yet. */
  onWaiting: () => void
  onSingleSignOn: (typed: TypedName) => void
}

function LoginForm({ firstRefusal, onSecondFactor, onWaiting, onSingleSignOn }: LoginFormProps) {
  const { t } = useTranslation()
  usePageTitle(t('login.title'))
  const { typed, change, wasTried, isBusy, refusal, setRefusal, submit } = useLogin({
    ...{ firstRefusal, onSecondFactor, onWaiting },
  })
  const { username, password, remember } = typed
  return (
    <Form noValidate onSubmit={submit}>
      <Stack>
        <Title order={1}>{t('login.title')}</Title>
        {refusal && (
          <Alert color="urgent" role="alert">
            {refusal}
          </Alert>
        )}
        <TextInput
          label={t('login.username')}
          autoComplete="username"
          autoFocus
          value={username}
          error={wasTried && username === '' ? t('login.missing_username') : undefined}
          onChange={(event) => change({ username: event.currentTarget.value })}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          value={password}
          error={wasTried && password === '' ? t('login.missing_password') : undefined}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
        <Checkbox
          label={t('login.remember')}
          checked={remember}
          onChange={(event) => change({ remember: event.currentTarget.checked })}
        />
        <Button type="submit" size="md" loading={isBusy}>
          {t('login.submit')}
        </Button>
        <OtherSignIns
          remember={remember}
          onSecondFactor={onSecondFactor}
          onRefused={setRefusal}
          onSingleSignOn={() => onSingleSignOn({ username: username.trim(), remember })}
        />
      </Stack>
    </Form>
  )
}

function useLogin({ firstRefusal, onSecondFactor, onWaiting }: Omit<LoginFormProps, 'onSingleSignOn'>) {
  const refusalText = useRefusalText()
  const [typed, setTyped] = useState({ username: '', password: '', remember: false })
  const [wasTried, setWasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState(firstRefusal)
  const { username, password, remember } = typed
  const submit = async () => {
    setWasTried(true)
    setRefusal('')
    if (username === '' || password === '') return
    setIsBusy(true)
    try {
      onSecondFactor(await signIn(username.trim(), password, remember))
    } catch (failure) {
      if (failure instanceof CallRefused && failure.body.sign_up) return onWaiting()
      setRefusal(refusalText(failure))
      setIsBusy(false)
    }
  }
  const change = (changes: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...changes }))
  return { typed, change, wasTried, isBusy, refusal, setRefusal, submit }
}

/** Shown to a user whose sign-up waits for staff. */
function SignUpWaiting({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack role="status">
      <Title order={1}>{t('login.waiting')}</Title>
      <Text>{t('login.waiting_why')}</Text>
      <Button variant="default" onClick={onBack}>
        {t('login.step.back')}
      </Button>
    </Stack>
  )
}
