import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Form } from '#web/ui/Form.tsx'
import { beginAtProvider } from './singleSignOnCalls.ts'
import { useRefusalText } from './useRefusalText.ts'

/** Input from before another way was chosen. */
export interface TypedName {
  username: string
  remember: boolean
}

/** Asks for the e-mail address, whose domain decides at which identity provider the sign-in continues. */
export function SingleSignOn({ typed, onBack }: { typed: TypedName; onBack: () => void }) {
  const { t } = useTranslation()
  usePageTitle(t('login.single.title'))
  const { email, setEmail, isMissing, isBusy, refusal, submit } = useProvider(typed)
  return (
    <Form noValidate onSubmit={submit}>
      <Stack>
        <Title order={1}>{t('login.single.title')}</Title>
        {refusal && (
          <Alert color="urgent" role="alert">
            {refusal}
          </Alert>
        )}
        <Text size="sm">{t('login.single.why')}</Text>
        <TextInput
          label={t('login.single.email')}
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          error={isMissing ? t('login.single.missing_email') : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={isBusy}>
          {t('login.single.submit')}
        </Button>
        <Button variant="subtle" size="compact-md" onClick={onBack}>
          {t('login.step.back')}
        </Button>
      </Stack>
    </Form>
  )
}

/** Finds the identity provider of an e-mail address, and goes there. */
function useProvider({ username, remember }: TypedName) {
  const refusalText = useRefusalText()
  const [email, setEmail] = useState(username.includes('@') ? username : '')
  const [wasTried, setWasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const submit = async () => {
    setWasTried(true)
    setRefusal('')
    if (!email.includes('@')) return
    setIsBusy(true)
    try {
      location.assign(await beginAtProvider({ email: email.trim(), remember_me: remember ? 1 : 0 }))
    } catch (failure) {
      setRefusal(refusalText(failure))
      setIsBusy(false)
    }
  }
  return { email, setEmail, isMissing: wasTried && !email.includes('@'), isBusy, refusal, submit }
}
