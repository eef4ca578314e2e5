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
import { Link, useParams } from 'react-router'
import { templateOf } from '#core/domains/access/defaultTemplates.ts'
import { permission_templates } from '#core/domains/access/permission_templates.ts'
import { permissions } from '#core/domains/access/permissions.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { PERMISSIONS, type Permission } from '#core/platform/modules.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { reading } from '#web/platform/calls/request.ts'
import { refreshUser, useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { conflictOf } from '#web/resources/form/conflictOf.ts'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { lastListAddress } from '#web/resources/list/listAddress.ts'
import { HistoryList } from '#web/resources/record/history/HistoryList.tsx'
import { useRecord, useSaveRecord } from '#web/resources/useRecords.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
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
  const form = useTemplateForm(template)
  const { exempt, changed, mayChange } = form
  return (
    <Form noValidate onSubmit={form.submit}>
      <LeaveGuard isDirty={changed.size > 0} isSaved={form.isSaved} />
      <Stack gap="md">
        <div>
          <Title order={1}>{t(`login_types.${template.login_type_id}`)}</Title>
          <Text size="sm" c="dimmed">
            {t('security.permissions.template_why')}
          </Text>
        </div>
        {form.isTooHigh && <Alert color="gray">{t('security.permissions.higher')}</Alert>}
        <Paper p="md">
          <PermissionGrid
            label={t('records.permission_templates.single')}
            loginType={template.login_type_id}
            isHeld={form.isHeld}
            isLocked={form.isLocked}
            markOf={(permission) => (exempt.has(permission) ? 'exempt' : undefined)}
            onToggle={form.toggle}
          />
          {exempt.size > 0 && <PermissionLegend marks={['exempt']} />}
        </Paper>
        {mayChange && <TemplateButtons form={form} />}
      </Stack>
    </Form>
  )
}

type TemplateFormState = ReturnType<typeof useTemplateForm>

/** The permissions of a template with the unsaved changes, and their saving. */
function useTemplateForm(template: Template) {
  const { permissions: own } = useUser()
  const mayUpdate = useMay()('permissions.update')
  const exempt = useExempt()
  const save = useSaveRecord(permission_templates, String(template.permission_template_id))
  const client = useQueryClient()
  const [changed, setChanged] = useState<PendingPermissions>(new Map())
  const isSaved = useRef(false)
  const isHigher = template.permissions.some((permission) => !own.includes(permission))
  const isStored = (permission: Permission) => template.permissions.includes(permission)
  const isGranted = (permission: Permission) => isGrantedWith(changed, permission, isStored(permission))
  const isLocked = (permission: Permission) =>
    !mayUpdate || isHigher || !own.includes(permission) || exempt.has(permission)
  const submit = async () => {
    try {
      await save.mutateAsync({
        permissions: PERMISSIONS.filter(isGranted),
        if_updated_at: template.updated_at,
      })
      setChanged(new Map())
      await refreshUser()
    } catch (failure) {
      // The refusal is already shown; the choices stay, on top of the rights saved by another user.
      if (conflictOf(failure)) void client.invalidateQueries({ queryKey: [permission_templates.name] })
    }
  }
  return {
    ...{ exempt, changed, isSaved, isLocked, submit },
    mayChange: mayUpdate && !isHigher,
    isTooHigh: mayUpdate && isHigher,
    isSaving: save.isPending,
    isHeld: (permission: Permission) => exempt.has(permission) || isGranted(permission),
    toggle: (permission: Permission) =>
      setChanged((before) => togglePermission(before, permission, isStored(permission))),
    reset: () => setChanged(new Map()),
    toStandard: () => setChanged(changesToStandard(template, isLocked)),
  }
}

function changesToStandard(
  { login_type_id, permissions: stored }: Template,
  isLocked: (permission: Permission) => boolean,
): PendingPermissions {
  const standard = templateOf(login_type_id)
  const differing = PERMISSIONS.filter(
    (permission) => !isLocked(permission) && standard.includes(permission) !== stored.includes(permission),
  )
  return new Map(differing.map((permission) => [permission, !stored.includes(permission)]))
}

function TemplateButtons({ form }: { form: TemplateFormState }) {
  const { t } = useTranslation()
  const isChanged = form.changed.size > 0
  return (
    <Box pos="sticky" bottom="var(--app-shell-footer-offset, 0)" py="sm" bg="var(--ullage-ground)">
      <Group justify="flex-end">
        <Button variant="default" onClick={form.toStandard}>
          {t('security.permissions.standard')}
        </Button>
        {isChanged && (
          <Button variant="default" onClick={form.reset}>
            {t('resources.reset')}
          </Button>
        )}
        <Button type="submit" loading={form.isSaving} disabled={!isChanged}>
          {t('resources.save')}
        </Button>
      </Group>
    </Box>
  )
}

/** The permissions that need no grant. */
function useExempt(): ReadonlySet<string> {
  const { data = [] } = useQuery({
    queryKey: [permissions.name, 'exempt'],
    queryFn: reading<StandardCalls<typeof permissions>['list']>('/permissions', {
      query: { exempt: '1', page_size: '0' },
    }),
    select: (response) => response.permissions.map(({ permission }) => permission),
  })
  return new Set(data)
}
