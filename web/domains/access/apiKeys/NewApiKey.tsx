import { Button, Code, Group, PasswordInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api_keys } from '#core/domains/access/api_keys.ts'
import type { createOwnApiKey } from '#core/domains/access/apiKeyCalls.ts'
import { permissionsOfKey } from '#core/domains/access/apiKeyScope.ts'
import { companies } from '#core/domains/companies/companies.ts'
import type { Resource } from '#core/resources/definition.ts'
import { request } from '#web/platform/calls/request.ts'
import { copyText } from '#web/platform/copyText.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { type RecordForm, useRecordForm } from '#web/resources/form/useRecordForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { SignInAgain, useConfirmation } from '../security/SignInAgain.tsx'

const NAMES = ['name', 'reads', 'writes', 'expires_at', 'reached_company_id', 'networks', 'calls_per_minute']
const YEAR_MS = 365 * 86_400_000

/** Creates an API key for the user's account and shows it, once. Only modules that the user has can be chosen. */
export function NewApiKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const confirmation = useConfirmation()
  const resource = useOfferedScope(confirmation === 'password')
  const { form, making, submit } = useNewKey(resource, confirmation === 'password')
  const secret = making.data?.secret
  if (confirmation === 'sign_in_again' && secret === undefined)
    return <SignInAgain title={t('security.api_keys.new')} onClose={onClose} />
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={t('security.api_keys.new')}
      // A click outside the dialog must not lose the key, which is shown only once, or the typed input.
      closeOnClickOutside={false}
      closeOnEscape={secret === undefined}
    >
      {secret === undefined ? (
        <Form noValidate onSubmit={submit}>
          <Stack gap="sm">
            <Inputs resource={resource} form={form} />
            <Confirmation form={form} isPassword={confirmation === 'password'} />
            <DialogButtons onCancel={onClose} loading={making.isPending}>
              {t('security.api_keys.make')}
            </DialogButtons>
          </Stack>
        </Form>
      ) : (
        <MadeKey secret={secret} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Inputs({ resource, form }: { resource: Resource; form: RecordForm }) {
  const may = useMay()
  const shared = { resource, form }
  return (
    <>
      <RecordInput {...shared} name="name" />
      <RecordInput {...shared} name="reads" />
      <RecordInput {...shared} name="writes" />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <RecordInput {...shared} name="expires_at" />
        <RecordInput {...shared} name="calls_per_minute" />
      </SimpleGrid>
      {may('companies.read') && <RecordInput {...shared} name="reached_company_id" to={companies} />}
      <RecordInput {...shared} name="networks" />
    </>
  )
}

function useNewKey(resource: Resource, hasPassword: boolean) {
  const first = useMemo(
    () => ({
      ...{ name: '', reads: [], writes: [], reached_company_id: null, networks: [], calls_per_minute: '' },
      ...{ expires_at: new Date(Date.now() + YEAR_MS).toISOString(), current_password: '' },
    }),
    [],
  )
  const form = useRecordForm(resource, first, {
    names: hasPassword ? [...NAMES, 'current_password'] : NAMES,
    isNew: true,
  })
  const making = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      request<typeof createOwnApiKey>('POST', '/me/api_keys', { body: body as never }),
    onError: form.mark,
  })
  const submit = async () => {
    const body = making.isPending ? null : await form.take()
    if (body) making.mutate(body)
  }
  return { form, making, submit }
}

/** The current password, or the note that a recent sign-in is enough. */
function Confirmation({ form, isPassword }: { form: RecordForm; isPassword: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {isPassword ? (
        <PasswordInput
          label={t('security.current_password')}
          autoComplete="current-password"
          withAsterisk
          data-field="current_password"
          value={String(form.values.current_password)}
          error={form.errors.current_password}
          onChange={(event) => form.set({ current_password: event.currentTarget.value })}
        />
      ) : (
        <Text size="sm">{t('security.provider.fresh')}</Text>
      )}
    </>
  )
}

function MadeKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Text size="sm" role="status">
        {t('security.api_keys.once')}
      </Text>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} dir="ltr">
        {secret}
      </Code>
      <Text size="sm">{t('security.api_keys.how')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => void copyText(secret)}>
          {t('security.copy')}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t('security.done')}
        </Button>
      </Group>
    </Stack>
  )
}

/** The definition with the modules that a key of this user could use, and the password that makes it, if one does. */
function useOfferedScope(hasPassword: boolean): Resource {
  const { permissions } = useUser()
  return useMemo(() => {
    const { reads, writes } = api_keys.fields
    const changes = permissions.filter((permission) => !permission.endsWith('.read'))
    const isRead = (module: string) =>
      permissionsOfKey(permissions, { reads: [module], writes: null }).length > 0
    const isChanged = (module: string) =>
      permissionsOfKey(changes, { reads: null, writes: [module] }).length > 0
    return {
      ...api_keys,
      fields: {
        ...api_keys.fields,
        reads: { ...reads, of: reads.of.filter(isRead) },
        writes: { ...writes, of: writes.of.filter(isChanged) },
        ...(hasPassword && { current_password: { kind: 'secret', required: true, min: 1, max: 255 } }),
      },
    }
  }, [permissions, hasPassword])
}
