import { Anchor, Button, Group, Paper, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { AllMatching, Selection } from '#web/resources/list/useSelection.ts'
import { useTotal } from '#web/resources/list/useTotal.ts'
import { useCountExactly } from '#web/resources/useRecords.ts'
import styles from './SelectionBar.module.css'

interface SelectionPanelProps {
  resource: Resource
  selection: Selection
  /** All records of the list on all pages. */
  matching: AllMatching & { isEstimate?: boolean | undefined }
  /** The actions. */
  children: ReactNode
}

/** The number of ticked records with their actions; overlays the content below. */
export function SelectionPanel({ resource, selection, matching, children }: SelectionPanelProps) {
  const { t } = useTranslation()
  const { count } = selection
  if (count === 0) return null
  return (
    <Paper className={styles.bar} role="status">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text size="sm" fw={600} c="var(--mantine-primary-color-light-color)">
            {t('resources.selected', { count })}
          </Text>
          {!selection.all && selection.records.length < matching.count && (
            <SelectAll {...{ resource, selection, matching }} />
          )}
        </Group>
        <Group gap="xs">
          {children}
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={() => selection.set([])}
          >
            {t('resources.unselect')}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}

/** Ticks all matching records, on whatever page. */
function SelectAll({ resource, selection, matching }: Omit<SelectionPanelProps, 'children'>) {
  const { t } = useTranslation()
  const totalText = useTotal()
  const { mutate: countExactly, isPending } = useCountExactly(resource)
  const selectAll = () => {
    const { query } = matching
    if (!matching.isEstimate) return selection.setAll({ query, count: matching.count })
    countExactly(query, { onSuccess: (exact) => selection.setAll({ query, count: exact }) })
  }
  return (
    <Anchor component="button" type="button" size="sm" disabled={isPending} onClick={selectAll}>
      {matching.isEstimate
        ? t('resources.select_estimated', {
            total: totalText({ total: matching.count, isEstimate: true }),
          })
        : t('resources.select_matching', { count: matching.count })}
    </Anchor>
  )
}
