import {
  Alert,
  Anchor,
  Box,
  Breadcrumbs,
  Button,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { templateOf } from '#core/domains/access/defaultTemplates.ts'
import { permission_templates } from '#core/domains/access/permission_templates.ts'
import { permissions } from '#core/domains/access/permissions.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { PERMISSIONS, type Permission } from '#core/platform/modules.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { refreshUser, useMay, useUser } from '#web/platform/session/session.tsx'
import { conflictOf } from '#web/resources/form/conflictOf.ts'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { lastListAddress } from '#web/resources/list/listAddress.ts'
import { HistoryList } from '#web/resources/record/HistoryList.tsx'
import { useRecord, useSaveRecord } from '#web/resources/useRecords.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PermissionGrid, PermissionLegend } from './PermissionGrid.tsx'
import { isGrantedWith, type PendingPermissions, togglePermission } from './pendingPermissions.ts'

interface Template {
  permission_template_id: number
  login_type_id: LoginType
  permissions: Permission[]
  updated_at: string
}

/** The default permissions of a login type, as a grid. */
export function PermissionTemplateScreen() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { data, isError, error, refetch } = useRecord(permission_templates, id)
  const template = data as Template | undefined
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <Breadcrumbs>
        <Anchor component={Link} to={lastListAddress('/configuration/permission_templates')} size="sm">
          {t('records.permission_templates.label')}
        </Anchor>
        <Text size="sm" c="dimmed">
          {t('records.permission_templates.single')}
        </Text>
      </Breadcrumbs>
      {isError && !template && <ErrorState error={error} onRetry={refetch} />}
      {!template && !isError && <Skeleton h={600} />}
      {data && template && (
        <>
          <TemplateForm key={template.permission_template_id} template={template} />
          <Title order={2}>{t('resources.history')}</Title>
          <HistoryList resource={permission_templates} id={String(id)} record={data} />
        </>
      )}
    </Stack>
  )
}

function TemplateForm({ template }: { template: Template }) {
  const { t } = useTranslation()
  const { permission_template_id, login_type_id } = template
  const { permissions: own } = useUser()
  const mayUpdate = useMay()('permissions.update')
  const exempt = useExempt()
  const save = useSaveRecord(permission_templates, String(permission_template_id))
  const client = useQueryClient()
  const [changed, setChanged] = useState<PendingPermissions>(new Map())
  const isSaved = useRef(false)
  const isHigher = template.permissions.some((permission) => !own.includes(permission))
  const isStored = (permission: Permission) => template.permissions.includes(permission)
  const isLocked = (permission: Permission) =>
    !mayUpdate || isHigher || !own.includes(permission) || exempt.has(permission)
  const isHeld = (permission: Permission) =>
    exempt.has(permission) || isGrantedWith(changed, permission, isStored(permission))
  const granted = PERMISSIONS.filter((permission) => isGrantedWith(changed, permission, isStored(permission)))
  const toStandard = () => {
    const standard = templateOf(login_type_id)
    const differing = PERMISSIONS.filter(
      (permission) => !isLocked(permission) && standard.includes(permission) !== isStored(permission),
    )
    setChanged(new Map(differing.map((permission) => [permission, !isStored(permission)])))
  }
  const submit = async () => {
    try {
      await save.mutateAsync({ permissions: granted, if_updated_at: template.updated_at })
      setChanged(new Map())
      await refreshUser()
    } catch (failure) {
      // The refusal is shown already; the choices stay, on top of what another user has saved.
      if (conflictOf(failure)) void client.invalidateQueries({ queryKey: [permission_templates.name] })
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <LeaveGuard isDirty={changed.size > 0} isSaved={isSaved} />
      <Stack gap="md">
        <div>
          <Title order={1}>{t(`login_types.${login_type_id}`)}</Title>
          <Text size="sm" c="dimmed">
            {t('security.permissions.template_why')}
          </Text>
        </div>
        {mayUpdate && isHigher && <Alert color="gray">{t('security.permissions.higher')}</Alert>}
        <Paper p="md">
          <PermissionGrid
            label={t('records.permission_templates.single')}
            loginType={login_type_id}
            isHeld={isHeld}
            isLocked={isLocked}
            markOf={(permission) => (exempt.has(permission) ? 'exempt' : undefined)}
            onToggle={(permission) =>
              setChanged((before) => togglePermission(before, permission, isStored(permission)))
            }
          />
          {exempt.size > 0 && <PermissionLegend marks={['exempt']} />}
        </Paper>
        {mayUpdate && !isHigher && (
          <Box pos="sticky" bottom="var(--app-shell-footer-offset, 0)" py="sm" bg="var(--ullage-ground)">
            <Group justify="flex-end">
              <Button variant="default" onClick={toStandard}>
                {t('security.permissions.standard')}
              </Button>
              {changed.size > 0 && (
                <Button variant="default" onClick={() => setChanged(new Map())}>
                  {t('resources.reset')}
                </Button>
              )}
              <Button type="submit" loading={save.isPending} disabled={changed.size === 0}>
                {t('resources.save')}
              </Button>
            </Group>
          </Box>
        )}
      </Stack>
    </form>
  )
}

/** The permissions that need no grant. */
function useExempt(): ReadonlySet<string> {
  const { data = [] } = useQuery({
    queryKey: [permissions.name, 'exempt'],
    queryFn: async ({ signal }) =>
      (
        await request<StandardCalls<typeof permissions>['list']>('GET', '/permissions', {
          query: { exempt: '1', page_size: '0' },
          signal,
        })
      ).permissions.map(({ permission }) => permission),
  })
  return new Set(data)
}
