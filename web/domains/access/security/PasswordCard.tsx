import { Button, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { passwordIssues } from '#core/domains/access/signIn/password.ts'
import type { changeOwnPassword } from '#core/domains/access/signIn/secondFactorCalls.ts'
import type { Issue } from '#core/platform/issue.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Form } from '#web/ui/Form.tsx'
import { messageOf } from '#web/ui/StepDialog.tsx'

const EMPTY = { current_password: '', password: '', confirm_password: '' }
type Name = keyof typeof EMPTY
/** Field names in the order of the form. */
const NAMES = keysOf(EMPTY)

/** Changes the user's own password; shows no issues before the first attempt. */
export function PasswordCard() {
  const { t } = useTranslation()
  const { inputOf, submit, isSaving } = usePasswordChange()
  return (
    <Paper p="md" component="section" aria-labelledby="own-password">
      <Form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <Title order={2} id="own-password">
            {t('security.password.title')}
          </Title>
          <PasswordInput
            {...inputOf('current_password')}
            label={t('security.current_password')}
            autoComplete="current-password"
          />
          <PasswordInput
            {...inputOf('password')}
            label={t('security.password.new')}
            autoComplete="new-password"
            description={t('security.password.rule')}
          />
          <PasswordInput
            {...inputOf('confirm_password')}
            label={t('security.password.again')}
            autoComplete="new-password"
          />
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('security.password.ends_others')}
            </Text>
            <Button type="submit" loading={isSaving}>
              {t('security.password.change')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Paper>
  )
}

/** The inputs for a new password, and its sending; the first wrong input gets the focus. */
function usePasswordChange() {
  const { t } = useTranslation()
  const [values, setValues] = useState(EMPTY)
  const [wasTried, setWasTried] = useState(false)
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})
  const focusOn = (name: Name | undefined) => name && inputs.current[name]?.focus()
  const save = useSaving({
    onSaved: () => {
      setValues(EMPTY)
      setWasTried(false)
    },
    onRefused: (error) => focusOn(NAMES.find((name) => messageOf(error, name) !== undefined)),
  })
  const own = wasTried ? issuesOf(values) : {}
  const submit = () => {
    setWasTried(true)
    const found = issuesOf(values)
    const first = NAMES.find((name) => found[name])
    if (first) focusOn(first)
    else save.mutate(values)
  }
  const inputOf = (name: Name) => ({
    ref: (element: HTMLInputElement | null) => {
      inputs.current[name] = element
    },
    value: values[name],
    error: own[name] ? t(`rules.${own[name].rule}`, own[name].params ?? {}) : messageOf(save.error, name),
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      save.reset()
      setValues((before) => ({ ...before, [name]: value }))
    },
  })
  return { inputOf, submit, isSaving: save.isPending }
}

interface SavingProps {
  onSaved: () => void
  onRefused: (error: Error) => void
}

function useSaving({ onSaved, onRefused }: SavingProps) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: typeof EMPTY) => request<typeof changeOwnPassword>('PATCH', '/me/password', { body }),
    onSuccess: async () => {
      onSaved()
      await client.invalidateQueries({ queryKey: ['me'] })
    },
    onError: onRefused,
  })
}

/** The issue of each field. */
function issuesOf({
  current_password,
  password,
  confirm_password,
}: typeof EMPTY): Partial<Record<Name, Pick<Issue, 'rule' | 'params'>>> {
  const [weak] = passwordIssues(password)
  const unlike = {
    rule: confirm_password === '' ? ('password_required' as const) : ('password_match' as const),
  }
  return {
    ...(current_password === '' && { current_password: { rule: 'password_required' } }),
    ...(weak && { password: weak }),
    ...((confirm_password === '' || confirm_password !== password) && { confirm_password: unlike }),
  }
}
