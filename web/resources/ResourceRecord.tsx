import { Anchor, Breadcrumbs, Button, Group, Paper, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import { CallRefused } from '#web/platform/api.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { Failure } from './Failure.tsx'
import { HistoryList } from './HistoryList.tsx'
import { ListExport } from './ListExport.tsx'
import { Nothing } from './Nothing.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import { type AnyRecord, useRecord } from './useRecords.ts'

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
  const { data, isError, error, refetch } = useRecord(resource, id)
  const isMissing = error instanceof CallRefused && error.code === 404
  const [params, setParams] = useSearchParams()
  const single = t(`records.${resource.name}.single`)
  const title =
    id === undefined ? t('resources.new', { single: single.toLowerCase() }) : titleOf(resource, data)
  usePageTitle(title || single, t(`records.${resource.name}.label`))
  return (
    <Stack gap="md">
      <Breadcrumbs>
        <Anchor component={Link} to={listAddress} size="sm">
          {t(`records.${resource.name}.label`)}
        </Anchor>
        <Text size="sm" c="dimmed">
          {title || single}
        </Text>
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
      {isMissing ? (
        <Paper>
          <Nothing Icon={IconFileUnknown} title={t('messages.not_found')} help={t('resources.missing')}>
            <Button variant="default" component={Link} to={listAddress}>
              {t('resources.to_list')}
            </Button>
          </Nothing>
        </Paper>
      ) : (
        isError && <Failure onRetry={refetch} />
      )}
      {id === undefined && <ResourceForm resource={resource} record={null} onSaved={onSaved} />}
      {id !== undefined && !data && !isError && <Skeleton h={360} maw={680} />}
      {id !== undefined && data && (
        <Tabs
          value={params.get('tab') ?? 'details'}
          onChange={(tab) => setParams(tab && tab !== 'details' ? { tab } : {}, { replace: true })}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="details">{t('resources.details')}</Tabs.Tab>
            <Tabs.Tab value="history">{t('resources.history')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="details" keepMounted>
            <ResourceForm resource={resource} record={data} onSaved={onSaved} />
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
