import { Button, Radio, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { listInvitationRoles } from '#core/domains/access/invitationCalls.ts'
import { users } from '#core/domains/access/users.ts'
import { companies } from '#core/domains/companies/companies.ts'
import type { invitePerson } from '#core/domains/people/calls.ts'
import { entity_emails } from '#core/domains/people/entity_emails.ts'
import { people } from '#core/domains/people/people.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { ALL_LOGIN_TYPES, type LoginType } from '#core/platform/loginTypes.ts'
import type { Resource } from '#core/resources/definition.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogForm } from '#web/resources/form/FormDialog.tsx'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { type RecordForm, useRecordForm } from '#web/resources/form/useRecordForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { InvitationSent } from './InvitationSent.tsx'
import { useRoleText } from './useRoleText.ts'

/** The invited person, as the form asks for them. */
const invited: Resource = {
  ...people,
  fields: {
    ...people.fields,
    company_id: { ...people.fields.company_id, required: true },
    email_address: entity_emails.fields.email_address,
    login_type_id: users.fields.login_type_id,
  },
}
const NO_ONE = { email_address: '', first_name: '', last_name: '', login_type_id: null }
const NAMES = ['email_address', 'first_name', 'last_name', 'company_id', 'login_type_id']

/** Invites a new person: who they are, and their login type. They choose their own password. */
export function InvitePersonDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { company_id } = useUser()
  const form = useRecordForm(invited, { ...NO_ONE, company_id }, { names: NAMES, isNew: true })
  const invite = useInvite()
  const submit = async () => {
    const body = invite.isPending ? null : await form.take()
    if (body) invite.mutate(body, { onError: form.mark })
  }
  return (
    <Dialog onClose={onClose} size="xl" title={t('security.invite.new_title')}>
      {invite.data ? (
        <InvitationSent invite={invite.data} onClose={onClose} />
      ) : (
        <DialogForm
          action={t('security.invite.send')}
          loading={invite.isPending}
          onSubmit={submit}
          onCancel={onClose}
        >
          <RecordInput resource={invited} form={form} name="email_address" />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <RecordInput resource={invited} form={form} name="first_name" />
            <RecordInput resource={invited} form={form} name="last_name" />
          </SimpleGrid>
          <RecordInput resource={invited} form={form} name="company_id" to={companies} />
          <Roles form={form} />
          <Text size="sm">{t('security.invite.why')}</Text>
        </DialogForm>
      )}
    </Dialog>
  )
}

type PersonForm = RecordForm<typeof people>
type Role = ResponseOf<typeof listInvitationRoles>['roles'][number]

/** The login types that a business grants most. */
const COMMON: readonly LoginType[] = [
  'dispatcher',
  'driver',
  'csr',
  'technician',
  'employee',
  'administrator',
]
/** Up to this number, all are shown at once. */
const MAX_LISTED = 7

/** The login types for an invitation, each with the names of its permissions. */
function Roles({ form }: { form: PersonForm }) {
  const { t } = useTranslation()
  const { data, isError } = useQuery({
    queryKey: ['users', 'invitation_roles'],
    queryFn: reading<typeof listInvitationRoles>('/invitations/roles'),
    select: ({ roles }) => roles,
  })
  if (isError) return <Text c="urgent">{t('login.unreachable')}</Text>
  return data ? <RoleGroup form={form} roles={inOrder(data)} /> : <Skeleton h={240} />
}

function inOrder(roles: readonly Role[]): Role[] {
  const order = [...COMMON, ...ALL_LOGIN_TYPES]
  return roles.toSorted((one, other) => order.indexOf(one.login_type_id) - order.indexOf(other.login_type_id))
}

/** The login types to choose from; at first the usual ones only, if there are many. */
function RoleGroup({ form, roles }: { form: PersonForm; roles: readonly Role[] }) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  const usual = roles.filter(({ login_type_id }) => COMMON.includes(login_type_id))
  const isShort = !showsAll && roles.length > MAX_LISTED && usual.length > 0
  return (
    <Radio.Group
      label={t('security.invite.role')}
      withAsterisk
      error={form.errors.login_type_id}
      value={form.values.login_type_id == null ? null : String(form.values.login_type_id)}
      onChange={(login_type_id) => form.set({ login_type_id })}
      data-field="login_type_id"
    >
      <Stack gap="sm" mt="xs">
        {(isShort ? usual : roles).map((role) => (
          <RoleChoice key={role.login_type_id} role={role} />
        ))}
        {isShort && (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => setShowsAll(true)}
          >
            {t('security.invite.more_roles')}
          </Button>
        )}
      </Stack>
    </Radio.Group>
  )
}

function RoleChoice({ role: { login_type_id, permissions } }: { role: Role }) {
  const { t } = useTranslation()
  const textOf = useRoleText()
  return (
    <Radio
      value={login_type_id}
      label={t(`login_types.${login_type_id}`)}
      description={textOf(permissions)}
    />
  )
}

function useInvite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Readonly<Record<string, unknown>>) =>
      (await request<typeof invitePerson>('POST', '/invitations', { body: body as never })).invite,
    onSuccess: () => client.invalidateQueries({ queryKey: ['people'] }),
  })
}
