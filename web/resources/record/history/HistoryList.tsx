import '@mantine/core/styles/Timeline.css'
import { Button, Group, Paper, Skeleton, Text, Timeline } from '@mantine/core'
import { useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { type AnyRecord, type HistoryEntry, useHistory, useHistoryEntry } from '#web/resources/useRecords.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { ChangeList } from './ChangeList.tsx'
import { useHistoryHeadline } from './useHistoryHeadline.ts'

interface HistoryListProps {
  resource: Resource
  id: string
  /** The current record: for example, its currency is needed to format amounts. */
  record: AnyRecord
}

/** The history of a record: who changed it, for whom, when, and each field. */
export function HistoryList({ resource, id, record }: HistoryListProps) {
  const { t } = useTranslation()
  const { data, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHistory(
    resource,
    id,
  )
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={200} />
  const entries = data.pages.flatMap(({ audit_entries }) => audit_entries)
  if (entries.length === 0) return <Text c="dimmed">{t('resources.no_history')}</Text>
  return (
    <Paper p="md">
      <Timeline bulletSize={12} lineWidth={2}>
        {entries.map((entry) => (
          <Timeline.Item key={entry.audit_id} title={<Headline entry={entry} />}>
            <When at={entry.at} />
            <Changes {...{ resource, id, record, entry }} />
          </Timeline.Item>
        ))}
      </Timeline>
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('resources.older')}
        </Button>
      )}
    </Paper>
  )
}

function Changes({ resource, id, record, entry }: HistoryListProps & { entry: HistoryEntry }) {
  const [isWhole, setIsWhole] = useState(false)
  const whole = useHistoryEntry(resource, id, entry.audit_id, isWhole)
  if (whole.isError) return <ErrorState error={whole.error} onRetry={whole.refetch} />
  const { changes } = whole.data ?? entry
  return <ChangeList {...{ resource, changes, record }} onShowAll={() => setIsWhole(true)} />
}

function When({ at }: { at: string }) {
  const { instant } = useFormat()
  return (
    <Group gap={6} fz="xs" c="dimmed">
      <span>{instant(at)}</span>
      <span aria-hidden>·</span>
      <RelativeTime at={at} />
    </Group>
  )
}

function Headline({ entry }: { entry: HistoryEntry }) {
  const headlineOf = useHistoryHeadline()
  return (
    <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
      {headlineOf(entry)}
    </Text>
  )
}
