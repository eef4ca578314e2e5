import { Button, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordIssues } from '#core/domains/access/signIn/password.ts'
import type { changeOwnPassword } from '#core/domains/access/signIn/secondFactorCalls.ts'
import type { Issue } from '#core/platform/issue.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'

const EMPTY = { current_password: '', password: '', confirm_password: '' }
type Name = keyof typeof EMPTY
/** In the order of the form. */
const NAMES = keysOf(EMPTY)

/** Changes the user's own password; shows no issues before the first attempt. */
export function PasswordCard() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [values, setValues] = useState(EMPTY)
  const [wasTried, setWasTried] = useState(false)
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})
  const focusOn = (name: Name | undefined) => name && inputs.current[name]?.focus()
  const save = useMutation({
    mutationFn: () => request<typeof changeOwnPassword>('PATCH', '/me/password', { body: values }),
    onSuccess: async () => {
      setValues(EMPTY)
      setWasTried(false)
      await client.invalidateQueries({ queryKey: ['me'] })
    },
    onError: (error) =>
      error instanceof CallRefused &&
      focusOn(NAMES.find((name) => error.answer.errors?.some(({ field }) => field === name))),
  })
  const refused = save.error instanceof CallRefused ? (save.error.answer.errors ?? []) : []
  const own = wasTried ? issuesOf(values) : {}
  const errorOf = (name: Name) => {
    const issue = own[name]
    return issue
      ? t(`rules.${issue.rule}`, issue.params ?? {})
      : refused.find(({ field }) => field === name)?.message
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasTried(true)
    const found = issuesOf(values)
    const first = NAMES.find((name) => found[name])
    if (first) focusOn(first)
    else save.mutate()
  }
  const input = (name: Name, label: string, autoComplete: string) => (
    <PasswordInput
      ref={(element) => {
        inputs.current[name] = element
      }}
      label={label}
      autoComplete={autoComplete}
      value={values[name]}
      error={errorOf(name)}
      description={name === 'password' ? t('security.password.rule') : undefined}
      onChange={(event) => {
        const { value } = event.currentTarget
        save.reset()
        setValues((before) => ({ ...before, [name]: value }))
      }}
    />
  )
  return (
    <Paper p="md" component="section" aria-labelledby="own-password">
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <Title order={2} id="own-password">
            {t('security.password.title')}
          </Title>
          {input('current_password', t('security.current_password'), 'current-password')}
          {input('password', t('security.password.new'), 'new-password')}
          {input('confirm_password', t('security.password.again'), 'new-password')}
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('security.password.ends_others')}
            </Text>
            <Button type="submit" loading={save.isPending}>
              {t('security.password.change')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
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
