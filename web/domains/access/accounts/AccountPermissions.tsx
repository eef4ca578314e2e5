import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { changeAccountPermissions, readAccountPermissions } from '#core/domains/access/accountCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { PERMISSIONS, type Permission } from '#core/platform/modules.ts'
import {
  PermissionGrid,
  PermissionLegend,
  type PermissionState,
} from '#web/domains/access/rights/PermissionGrid.tsx'
import {
  applyPendingPermissions,
  isGrantedTo,
  type PendingPermissions,
  togglePermission,
} from '#web/domains/access/rights/pendingPermissions.ts'
import { request } from '#web/platform/calls/request.ts'
import { refreshUser, useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { conflictOf } from '#web/resources/form/conflictOf.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'

const PATH = '/users/:user_id/company/:company_id/permissions'

type Rights = Readonly<Omit<ReturnType<typeof rightsIn>, Changed>> & {
  readonly [list in Changed]: readonly Permission[]
}

type Changed = 'added' | 'withdrawn'

/** The rights of an account that this client knows. */
function rightsIn({ account }: ResponseOf<typeof readAccountPermissions>) {
  const known = (names: readonly string[]) => PERMISSIONS.filter((permission) => names.includes(permission))
  return {
    login_type_id: account.login_type_id,
    template: known(account.template),
    added: known(account.added),
    withdrawn: known(account.withdrawn),
    exempt: known(account.exempt),
    permissions: known(account.permissions),
    updated_at: account.updated_at,
  }
}

interface AccountPermissionsProps {
  userId: string
  account: { company_id: number; company: string }
  onClose: () => void
}

/** The permissions of one account: the template of its login type, with those added and withdrawn. */
export function AccountPermissions({ userId, account, onClose }: AccountPermissionsProps) {
  const { t } = useTranslation()
  const isOwn = useUser().user_id === Number(userId)
  const params = { user_id: userId, company_id: account.company_id }
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['users', 'permissions', userId, account.company_id],
    queryFn: async ({ signal }) =>
      rightsIn(await request<typeof readAccountPermissions>('GET', PATH, { params, signal })),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog size="xl" onClose={onClose} title={t('security.permissions.at', { company: account.company })}>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={500} />}
      {data && <RightsForm {...{ params, onClose, isOwn }} rights={data} />}
    </Dialog>
  )
}

interface RightsFormProps {
  params: { user_id: string; company_id: number }
  /** Users cannot change their own. */
  isOwn: boolean
  rights: Rights
  onClose: () => void
}

function RightsForm({ params, rights, isOwn, onClose }: RightsFormProps) {
  const { t } = useTranslation()
  const { permissions: own } = useUser()
  const may = useMay()
  const mayUpdate = may('permissions.update') && !isOwn
  const { exempt, login_type_id } = rights
  const [changes, setChanges] = useState<PendingPermissions>(new Map())
  const pending = { ...rights, ...applyPendingPermissions(rights, changes) }
  const isHigher = rights.permissions.some((permission) => !own.includes(permission))
  const save = useRightsSaving(params, pending, onClose)
  return (
    <Form noValidate onSubmit={save.mutate}>
      <Stack>
        <Text size="sm">
          {t('security.permissions.account_why', { type: t(`login_types.${login_type_id}`) })}
        </Text>
        {mayUpdate && isHigher && <Alert color="gray">{t('security.permissions.higher')}</Alert>}
        <PermissionGrid
          label={t('records.permissions.label')}
          loginType={login_type_id}
          isHeld={(permission) => exempt.includes(permission) || isGrantedTo(pending, permission)}
          markOf={(permission) => markIn(pending, permission)}
          isLocked={(permission) =>
            !mayUpdate || isHigher || !own.includes(permission) || exempt.includes(permission)
          }
          onToggle={(permission) =>
            setChanges((before) => togglePermission(before, permission, isGrantedTo(rights, permission)))
          }
        />
        <PermissionLegend marks={['added', 'withdrawn', 'exempt']} />
        <RightsButtons mayChange={mayUpdate && !isHigher} isSaving={save.isPending} onClose={onClose} />
      </Stack>
    </Form>
  )
}

function markIn(
  { exempt, withdrawn, added, template }: Rights,
  permission: Permission,
): PermissionState | undefined {
  if (exempt.includes(permission)) return 'exempt'
  if (withdrawn.includes(permission)) return 'withdrawn'
  return added.includes(permission) && !template.includes(permission) ? 'added' : undefined
}

function useRightsSaving(params: RightsFormProps['params'], rights: Rights, onSaved: () => void) {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: ['users'] })
  return useMutation({
    mutationFn: () => {
      const { added, withdrawn, updated_at } = rights
      const body = { added: [...added], withdrawn: [...withdrawn], if_updated_at: updated_at }
      return request<typeof changeAccountPermissions>('PATCH', PATH, { params, body })
    },
    onSuccess: async () => {
      await renew()
      await refreshUser()
      onSaved()
    },
    onError: (failure) => {
      if (conflictOf(failure)) void renew()
    },
  })
}

interface RightsButtonsProps {
  mayChange: boolean
  isSaving: boolean
  onClose: () => void
}

function RightsButtons({ mayChange, isSaving, onClose }: RightsButtonsProps) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {t(mayChange ? 'resources.cancel' : 'resources.close')}
      </Button>
      {mayChange && (
        <Button type="submit" loading={isSaving}>
          {t('resources.save')}
        </Button>
      )}
    </Group>
  )
}
