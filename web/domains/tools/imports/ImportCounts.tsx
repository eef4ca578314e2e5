import { Group, Paper, Text } from '@mantine/core'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ImportLog } from './useImport.ts'

/** How many rows are new, changed, unchanged, and refused. */
export function ImportCounts({ log }: { log: ImportLog }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const counts = [
    ['new', log.new_records],
    ['changed', log.changed_records],
    ['same', log.same_records],
    ['refused', log.refused_records],
  ] as const
  return (
    <Group gap="sm" role="status">
      {counts.map(([name, count]) => (
        <Paper key={name} p="sm" miw={110}>
          <Text size="xl" fw={600} c={name === 'refused' && count > 0 ? 'urgent' : undefined}>
            {number(count, 0)}
          </Text>
          <Text size="sm">{t(`tools.imports.count_${name}`)}</Text>
        </Paper>
      ))}
    </Group>
  )
}
