import { Badge, Button, Group, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf, permissionFor, type Resource } from '#core/resources/definition.ts'
import { call } from '#web/platform/api.ts'
import { useMay } from '#web/platform/session.tsx'
import type { AnyRecord } from './useRecords.ts'

interface StatusStepsProps {
  resource: Resource
  record: AnyRecord
  /** The statuses that may follow; the likeliest first. */
  next: readonly number[]
  /** What else can be done with the record now. */
  children?: ReactNode
}

/** What a record is by now, and what it can become. */
export function StatusSteps({ resource, record, next, children }: StatusStepsProps) {
  const { t } = useTranslation()
  const mayChange = useMay()(permissionFor(resource, 'update'))
  const step = useStep(resource, record)
  const nameOf = (status: unknown) => t(`records.${resource.name}.choices.status_id.${status}`)
  const [likeliest, ...others] = mayChange ? next : []
  const labelOf = (status: number) => t('resources.mark_as', { status: nameOf(status).toLowerCase() })
  return (
    <Group gap="sm">
      <Badge size="lg" color="gray" aria-label={t(`records.${resource.name}.fields.status_id`)}>
        {nameOf(record['status_id'])}
      </Badge>
      {likeliest !== undefined && (
        <Button size="xs" variant="light" loading={step.isPending} onClick={() => step.mutate(likeliest)}>
          {labelOf(likeliest)}
        </Button>
      )}
      {others.length > 0 && (
        <Menu>
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              disabled={step.isPending}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              {t('resources.change_status')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((status) => (
              <Menu.Item key={status} onClick={() => step.mutate(status)}>
                {labelOf(status)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {children}
    </Group>
  )
}

function useStep(resource: Resource, record: AnyRecord) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (status_id: number) =>
      call('POST', `${pathOf(resource)}/${record[resource.id]}/status`, { status_id }),
    onSettled: () => client.invalidateQueries({ queryKey: [resource.name] }),
  })
}
