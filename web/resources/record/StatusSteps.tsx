import { Badge, Button, Group, Menu } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf, permissionFor, type Resource } from '#core/resources/definition.ts'
import { call } from '#web/platform/api.ts'
import { useMay } from '#web/platform/session.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'

interface StatusStepsProps {
  resource: Resource
  record: AnyRecord
  /** The statuses that may follow; the likeliest first. */
  next: readonly number[]
  /** Steps that ask for more before they are made. */
  asks?: Readonly<Record<number, () => void>>
  /** What steps are called, where that is not "Mark as …". */
  labels?: Readonly<Record<number, string>>
  /** Statuses with no way back: one is asked whether one is sure. */
  ends?: readonly number[]
  /** What may follow usually follows by itself: none of it stands out. */
  isAside?: boolean
  /** What else can be done with the record now. */
  children?: ReactNode
}

/** What a record is by now, and what it can become. */
export function StatusSteps(props: StatusStepsProps) {
  const { resource, record, next, asks = {}, labels = {}, ends = [], isAside = false, children } = props
  const { t } = useTranslation()
  const mayChange = useMay()(permissionFor(resource, 'update'))
  const step = useStep(resource, record)
  const nameOf = (status: unknown) => t(`records.${resource.name}.choices.status_id.${status}`)
  const possible = mayChange ? next : []
  const likeliest = isAside ? undefined : possible[0]
  const others = isAside ? possible : possible.slice(1)
  const labelOf = (status: number) =>
    labels[status] ?? t('resources.mark_as', { status: nameOf(status).toLowerCase() })
  const take = (status: number) => {
    const ask = asks[status]
    if (ask) return ask()
    if (!ends.includes(status)) return step.mutate(status)
    modals.openConfirmModal({
      title: labelOf(status),
      children: t('resources.no_way_back', { status: nameOf(status).toLowerCase() }),
      labels: { confirm: labelOf(status), cancel: t('resources.cancel') },
      onConfirm: () => step.mutate(status),
    })
  }
  return (
    <Group gap="sm">
      <Badge size="lg" color="gray" aria-label={t(`records.${resource.name}.fields.status_id`)}>
        {nameOf(record['status_id'])}
      </Badge>
      {likeliest !== undefined && (
        <Button size="xs" variant="light" loading={step.isPending} onClick={() => take(likeliest)}>
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
              <Menu.Item key={status} onClick={() => take(status)}>
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
