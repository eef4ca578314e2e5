import { Group, Paper, Stack, Text, Timeline } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#core/resources/definition.ts'
import { Age } from './Age.tsx'
import { Failure } from './Failure.tsx'
import { FieldText } from './FieldText.tsx'
import { ReferenceTitle } from './form/ReferenceTitle.tsx'
import { targetOf } from './targetOf.ts'
import { type HistoryEntry, useHistory } from './useRecords.ts'

/** Who changed a record, when, and field by field how. */
export function HistoryList({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useHistory(resource, id)
  if (isError) return <Failure error={error} onRetry={refetch} />
  if (data?.length === 0) return <Text c="dimmed">{t('resources.no_history')}</Text>
  return (
    <Paper p="md" maw={680}>
      <Timeline bulletSize={12} lineWidth={2}>
        {data?.map((entry, index) => (
          <Timeline.Item key={index} title={<Headline entry={entry} />}>
            <Age at={entry.at} size="xs" c="dimmed" />
            <Stack gap={2} mt={4}>
              {entry.changes.map((change) => (
                <Change key={change.field} resource={resource} change={change} />
              ))}
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
    </Paper>
  )
}

function Headline({ entry }: { entry: HistoryEntry }) {
  const { t, i18n } = useTranslation()
  const action = `resources.actions.${entry.action}`
  return (
    <Text size="sm" fw={500}>
      {entry.by ?? t('resources.nobody')} {i18n.exists(action) ? t(action) : entry.action}
    </Text>
  )
}

function Change({ resource, change }: { resource: Resource; change: HistoryEntry['changes'][number] }) {
  const { t } = useTranslation()
  const { field, before, after } = change
  const label = resource.fields[field] ? t(`records.${resource.name}.fields.${field}`) : field
  const wasEmpty = before === null || before === '' || before === undefined
  return (
    <Group gap={6} fz="xs">
      <Text span inherit c="dimmed">
        {label}
      </Text>
      {!wasEmpty && (
        <>
          <Side {...{ resource, field }} value={before} />
          <IconArrowRight size={12} aria-label={t('resources.became')} />
        </>
      )}
      <Side {...{ resource, field }} value={after} />
    </Group>
  )
}

function Side({ resource, field, value }: { resource: Resource; field: string; value: unknown }) {
  const { t } = useTranslation()
  if (value === null || value === '' || value === undefined) return <span>{t('resources.empty')}</span>
  const known = resource.fields[field]
  const target = targetOf(known)
  if (target) return <ReferenceTitle target={target} id={String(value)} />
  if (!known || known.kind === 'secret' || typeof value === 'object')
    return <span>{JSON.stringify(value)}</span>
  return <FieldText resource={resource} name={field} record={{ [field]: value }} />
}
