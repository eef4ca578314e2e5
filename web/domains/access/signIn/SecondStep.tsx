import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { CallRefused } from '#web/platform/calls/api.ts'
import type { RequiredSecondFactor } from '#web/platform/session/signingIn.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Form } from '#web/ui/Form.tsx'
import { submitSecondFactor, submitSecondFactorByPasskey, supportsPasskeys } from './passkeyCalls.ts'

type Method = RequiredSecondFactor['methods'][number]

/** The step after the password: a code of the app, a passkey or a recovery code. */
export function SecondStep({ factor, onBack }: { factor: RequiredSecondFactor; onBack: () => void }) {
  const { t } = useTranslation()
  usePageTitle(t('login.step.title'))
  const { methods, method, choose, code, setCode, submit, isBusy, refusal } = useSecondStep(factor)
  return (
    <Form noValidate onSubmit={submit}>
      <Stack>
        <Title order={1}>{t('login.step.title')}</Title>
        {refusal && (
          <Alert color="urgent" role="alert">
            {refusal}
          </Alert>
        )}
        <Text size="sm">{t(`login.step.${method}`)}</Text>
        <CodeInput method={method} code={code} onChange={setCode} />
        <Button
          type="submit"
          size="md"
          loading={isBusy}
          leftSection={method === 'passkey' ? <IconFingerprint size={18} aria-hidden /> : undefined}
        >
          {t(method === 'passkey' ? 'login.step.use_passkey' : 'login.step.submit')}
        </Button>
        <OtherMethods methods={methods.filter((item) => item !== method)} onChoose={choose} onBack={onBack} />
      </Stack>
    </Form>
  )
}

/** The chosen way, the typed code, and their sending. */
function useSecondStep(factor: RequiredSecondFactor) {
  const { t } = useTranslation()
  const methods = factor.methods.filter((method) => method !== 'passkey' || supportsPasskeys())
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recovery')
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  async function submit(): Promise<void> {
    if (method !== 'passkey' && code.trim() === '') return
    setRefusal('')
    setIsBusy(true)
    try {
      const { challenge } = factor
      await (method === 'passkey'
        ? submitSecondFactorByPasskey(challenge)
        : submitSecondFactor({ challenge, method, code }))
    } catch (failure) {
      const isRefused = failure instanceof CallRefused
      setRefusal(isRefused ? failure.message || t('login.unreachable') : t('login.ways.passkey_failed'))
      setIsBusy(false)
      setCode('')
    }
  }
  const choose = (one: Method) => {
    setMethod(one)
    setCode('')
    setRefusal('')
  }
  return { methods, method, choose, code, setCode, submit, isBusy, refusal }
}

function CodeInput({
  method,
  code,
  onChange,
}: {
  method: Method
  code: string
  onChange: (code: string) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      {method === 'totp' && (
        <TextInput
          key="totp"
          label={t('login.step.code')}
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {method === 'recovery' && (
        <TextInput
          key="recovery"
          label={t('login.step.recovery_code')}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  )
}

interface OtherMethodsProps {
  methods: readonly Method[]
  onChoose: (method: Method) => void
  onBack: () => void
}

function OtherMethods({ methods, onChoose, onBack }: OtherMethodsProps) {
  const { t } = useTranslation()
  return (
    <Stack gap={4} align="flex-start">
      {methods.map((method) => (
        <Button key={method} variant="subtle" size="compact-md" onClick={() => onChoose(method)}>
          {t(`login.step.use_${method}`)}
        </Button>
      ))}
      <Button variant="subtle" size="compact-md" onClick={onBack}>
        {t('login.step.back')}
      </Button>
    </Stack>
  )
}
