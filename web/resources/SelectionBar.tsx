import { Button, Group, Paper, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconTrash, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { CallRefused, call } from '#web/platform/api.ts'
import { toast } from '#web/platform/toast.ts'
import type { AnyRecord } from './useRecords.ts'
import type { Selection } from './useSelection.ts'

/** What can be done with all that is ticked: with one question, and told what could not be done. */
export function SelectionBar({ resource, selection }: { resource: Resource; selection: Selection }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { records } = selection
  const verb = resource.archive ? 'archive' : 'delete'
  const remove = useMutation({
    mutationFn: () => removeAll(resource, records),
    onSuccess: async ({ left, why }) => {
      await client.invalidateQueries({ queryKey: [resource.name, 'list'] })
      selection.set(left)
      const counts = { count: records.length, done: records.length - left.length }
      if (left.length === 0) toast(t('resources.all_done', counts), 'success')
      else toast(t('resources.some_failed', { ...counts, why }), 'warning', 10_000)
    },
  })
  if (records.length === 0) return null
  const ask = () =>
    modals.openConfirmModal({
      title: t(`resources.${verb}_many`, { count: records.length }),
      children: t(resource.archive ? 'resources.keeps_history' : 'resources.not_reversible'),
      labels: { confirm: t(`resources.${verb}`), cancel: t('resources.cancel') },
      confirmProps: { color: 'urgent' },
      onConfirm: () => remove.mutate(),
    })
  return (
    <Paper px="md" py="xs" bg="var(--mantine-primary-color-light)" role="status">
      <Group justify="space-between">
        <Text size="sm" fw={600} c="var(--mantine-primary-color-light-color)">
          {t('resources.selected', { count: records.length })}
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={14} aria-hidden />}
            loading={remove.isPending}
            onClick={ask}
          >
            {t(`resources.${verb}`)}
          </Button>
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

/** One after the other: what is refused stays ticked, the rest is done. */
async function removeAll(
  resource: Resource,
  records: readonly AnyRecord[],
): Promise<{ left: AnyRecord[]; why: string }> {
  const left: AnyRecord[] = []
  let why = ''
  for (const record of records) {
    const version = new URLSearchParams({ if_updated_at: String(record['updated_at']) })
    try {
      await call('DELETE', `${pathOf(resource)}/${record[resource.id]}?${version}`)
    } catch (refusal) {
      if (!(refusal instanceof CallRefused)) throw refusal
      left.push(record)
      why = refusal.message
    }
  }
  return { left, why }
}
