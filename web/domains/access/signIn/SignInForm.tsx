import { Alert, Button, Center, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useRefusalText } from '../useRefusalText.ts'
import { Brand } from './Brand.tsx'

/** A field of a page without a session: its name on the wire, label, and autocomplete hint. */
export interface SignInField {
  name: string
  label: string
  autoComplete: string
  help?: string
  isSecret?: true
}

/** A page without a session: the mark, a title and its content. */
export function SignInPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  const environment = useEnvironment()
  return (
    <Center mih="100dvh" p="md">
      <Stack w="100%" maw={420} gap="lg" component="main">
        <Center>
          <Brand environment={environment} />
        </Center>
        <Paper p="lg" shadow="sm">
          <Stack>
            <Title order={1}>{title}</Title>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  )
}

interface SignInFormProps {
  fields: readonly SignInField[]
  initial?: Record<string, string>
  submit: string
  /** Makes the call; a refusal is shown at its fields, or above them. */
  send: (values: Record<string, string>) => Promise<unknown>
  onDone: () => void
  /** A toast already shows the server's message. */
  hasToast?: boolean
  isDisabled?: boolean
}

/** Fields and a submit button; a refusal keeps what was typed. */
export function SignInForm({
  fields,
  initial = {},
  submit,
  send,
  onDone,
  hasToast = false,
  isDisabled = false,
}: SignInFormProps) {
  const [values, setValues] = useState(initial)
  const refusalText = useRefusalText()
  const sending = useMutation({ mutationFn: () => send(values), onSuccess: onDone, meta: { isQuiet: true } })
  const refusal = sending.error instanceof CallRefused ? sending.error : undefined
  const errors = new Map((refusal?.answer.errors ?? []).map(({ field, message }) => [field, message]))
  const isInToast = hasToast && Boolean(refusal?.message)
  const isAbove = sending.isError && !isInToast && !fields.some(({ name }) => errors.has(name))
  const go = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate()
  }
  return (
    <form noValidate onSubmit={go}>
      <Stack>
        {isAbove && (
          <Alert color="urgent" role="alert">
            {refusalText(sending.error)}
          </Alert>
        )}
        {fields.map(({ name, label, autoComplete, help, isSecret }) => {
          const Input = isSecret ? PasswordInput : TextInput
          return (
            <Input
              key={name}
              {...{ name, label, autoComplete }}
              description={help}
              value={values[name] ?? ''}
              error={errors.get(name)}
              onChange={(event) => {
                const { value } = event.currentTarget
                setValues((before) => ({ ...before, [name]: value }))
              }}
            />
          )
        })}
        <Button type="submit" size="md" loading={sending.isPending} disabled={isDisabled}>
          {submit}
        </Button>
      </Stack>
    </form>
  )
}
