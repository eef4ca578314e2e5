import { Breadcrumbs, Button, Group, Skeleton, Stack, Tabs, Title } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hasCall, type Resource } from '#core/resources/definition.ts'
import { useMay } from '#web/platform/session.tsx'
import { HistoryList } from './HistoryList.tsx'
import { ListExport } from './ListExport.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import { Failure } from './tank/Failure.tsx'
import { type AnyRecord, useRecord, useRemoveRecord } from './useRecords.ts'

interface ResourceRecordProps {
  resource: Resource
  /** Undefined for a new one. */
  id: string | undefined
  listAddress: string
  onSaved: (record: AnyRecord) => void
  onRemoved: () => void
}

/** One record of any kind: its form, its history, its print; or a new one. */
export function ResourceRecord({ resource, id, listAddress, onSaved, onRemoved }: ResourceRecordProps) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useRecord(resource, id)
  const single = t(`records.${resource.name}.single`)
  const title =
    id === undefined ? t('resources.new', { single: single.toLowerCase() }) : titleOf(resource, data)
  return (
    <Stack gap="md">
      <Breadcrumbs>
        <Link to={listAddress}>{t(`records.${resource.name}.label`)}</Link>
        <span>{title || single}</span>
      </Breadcrumbs>
      <Group justify="space-between">
        <Title order={1}>{title || single}</Title>
        {data && id !== undefined && (
          <Group gap="xs">
            <ListExport resource={resource} asked={{ [resource.id]: id }} isRecord />
            <RemoveButton resource={resource} record={data} title={title} onRemoved={onRemoved} />
          </Group>
        )}
      </Group>
      {isError && <Failure onRetry={refetch} />}
      {id === undefined && <ResourceForm resource={resource} record={null} onSaved={onSaved} />}
      {id !== undefined && !data && !isError && <Skeleton h={360} maw={680} />}
      {id !== undefined && data && (
        <Tabs defaultValue="details" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="details">{t('resources.details')}</Tabs.Tab>
            <Tabs.Tab value="history">{t('resources.history')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="details">
            <ResourceForm
              key={String(data['updated_at'])}
              resource={resource}
              record={data}
              onSaved={onSaved}
            />
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <HistoryList resource={resource} id={id} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Stack>
  )
}

function titleOf(resource: Resource, record: AnyRecord | undefined): string {
  return record ? String(record[resource.title] ?? '') : ''
}

interface RemoveButtonProps {
  resource: Resource
  record: AnyRecord
  title: string
  onRemoved: () => void
}

/** Asks once: what is archived keeps its history, what is deleted does not come back. */
function RemoveButton({ resource, record, title, onRemoved }: RemoveButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const remove = useRemoveRecord(resource, String(record[resource.id]))
  if (!hasCall(resource, 'remove') || !may(`${resource.module}.delete`)) return null
  const isKept = resource.archive !== undefined
  const ask = () =>
    modals.openConfirmModal({
      title: t(isKept ? 'resources.archive_sure' : 'resources.delete_sure', { what: title }),
      children: t(isKept ? 'resources.keeps_history' : 'resources.not_reversible'),
      labels: {
        confirm: t(isKept ? 'resources.archive' : 'resources.delete'),
        cancel: t('resources.cancel'),
      },
      confirmProps: { color: 'urgent' },
      onConfirm: () => remove.mutate(String(record['updated_at']), { onSuccess: onRemoved }),
    })
  return (
    <Button variant="default" leftSection={<IconTrash size={16} />} loading={remove.isPending} onClick={ask}>
      {t(isKept ? 'resources.archive' : 'resources.delete')}
    </Button>
  )
}
