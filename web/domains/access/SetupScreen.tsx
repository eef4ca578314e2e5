import { Alert, Button, Center, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { CallRefused, call } from '#web/platform/api.ts'

const FIELDS = [
  ['first_name', 'given-name'],
  ['last_name', 'family-name'],
  ['phone_number', 'tel'],
  ['username', 'username'],
] as const
const SECRETS = ['password', 'confirm_password'] as const

/** Makes the first administrator, by the link that the first start prints. */
export function SetupScreen() {
  const { t } = useTranslation()
  const { token } = useParams()
  const navigate = useNavigate()
  const [values, setValues] = useState<Record<string, string>>({})
  const path = `/authenticate/setup/${token}`
  const link = useQuery({ queryKey: ['setup', token], queryFn: () => call('GET', path), retry: false })
  const make = useMutation({
    mutationFn: () => call('POST', path, values),
    onSuccess: () => void navigate('/session/login'),
    meta: { isQuiet: true },
  })
  const errors = Object.fromEntries(
    (make.error instanceof CallRefused ? (make.error.answer.errors ?? []) : []).map((one) => [
      one.field,
      one.message,
    ]),
  )
  const input = (name: string) => ({
    name,
    label: t(`setup.${name}`),
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <Center mih="100dvh" p="md">
      <Paper p="lg" w="100%" maw={420} component="main">
        <form noValidate onSubmit={submit}>
          <Stack>
            <Title order={1}>{t('setup.title')}</Title>
            {link.isError && <Alert color="urgent">{t('setup.used')}</Alert>}
            {FIELDS.map(([name, autoComplete]) => (
              <TextInput key={name} autoComplete={autoComplete} {...input(name)} />
            ))}
            {SECRETS.map((name) => (
              <PasswordInput key={name} autoComplete="new-password" {...input(name)} />
            ))}
            <Button type="submit" loading={make.isPending} disabled={link.isError}>
              {t('setup.submit')}
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}
