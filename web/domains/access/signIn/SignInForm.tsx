import { Alert, Button, Center, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { Form } from '#web/ui/Form.tsx'
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

/** Fields and a submit button; a refusal keeps the typed input. */
export function SignInForm(props: SignInFormProps) {
  const { fields, initial = {}, submit, send, onDone, hasToast = false, isDisabled = false } = props
  const [values, setValues] = useState(initial)
  const refusalText = useRefusalText()
  const sending = useMutation({ mutationFn: () => send(values), onSuccess: onDone, meta: { isQuiet: true } })
  const refusal = sending.error instanceof CallRefused ? sending.error : undefined
  const errors = new Map((refusal?.body.errors ?? []).map(({ field, message }) => [field, message]))
  const isInToast = hasToast && Boolean(refusal?.message)
  const isAbove = sending.isError && !isInToast && !fields.some(({ name }) => errors.has(name))
  return (
    <Form noValidate onSubmit={sending.mutate}>
      <Stack>
        {isAbove && (
          <Alert color="urgent" role="alert">
            {refusalText(sending.error)}
          </Alert>
        )}
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={errors.get(field.name)}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        <Button type="submit" size="md" loading={sending.isPending} disabled={isDisabled}>
          {submit}
        </Button>
      </Stack>
    </Form>
  )
}

interface FieldInputProps {
  field: SignInField
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function FieldInput({ field, value, error, onChange }: FieldInputProps) {
  const { name, label, autoComplete, help, isSecret } = field
  const Input = isSecret ? PasswordInput : TextInput
  return (
    <Input
      {...{ name, label, autoComplete, value, error }}
      description={help}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
