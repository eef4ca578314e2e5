import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import type { Resource } from '#core/resources/definition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useHistory } from '#web/resources/useRecords.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useFieldLabel } from './useFieldLabel.ts'
import { useHistoryHeadline } from './useHistoryHeadline.ts'

const MAX_SHOWN = 4
/** Fields of one change that are named. */
const MAX_FIELDS = 3

interface LatestChangesProps {
  resource: Resource
  id: string
  /** Opens the whole history. */
  onShowAll: () => void
}

/** The last changes of the record, next to it. */
export function LatestChanges({ resource, id, onShowAll }: LatestChangesProps) {
  const { t } = useTranslation()
  const headlineOf = useHistoryHeadline()
  const labelOf = useFieldLabel(resource)
  const { data } = useHistory(resource, id)
  const entries = data?.pages.flatMap(({ audit_entries }) => audit_entries).slice(0, MAX_SHOWN) ?? []
  if (entries.length === 0) return null
  return (
    <Paper p="md" component="section" aria-labelledby="latest-changes">
      <Title order={2} id="latest-changes" mb="sm">
        {t('resources.history')}
      </Title>
      <Stack gap="xs">
        {entries.map((entry) => (
          <div key={entry.audit_id}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {headlineOf(entry)}
            </Text>
            {entry.action === 'update' && (
              <Text size="xs">{shortList(entry.changes.map(({ field }) => labelOf(field)))}</Text>
            )}
            <Text size="xs" c="dimmed" component="div">
              <RelativeTime at={entry.at} size="xs" />
            </Text>
          </div>
        ))}
      </Stack>
      <Anchor component="button" type="button" size="sm" mt="sm" onClick={onShowAll}>
        {t('resources.widget.all')}
      </Anchor>
    </Paper>
  )
}

function shortList(labels: readonly string[]): string {
  const named = labels.slice(0, MAX_FIELDS).join(', ')
  return labels.length > MAX_FIELDS ? `${named} …` : named
}
