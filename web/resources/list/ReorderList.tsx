import { arrayMove } from '@dnd-kit/sortable'
import { Button, Group, ScrollArea, Skeleton, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { titleOf } from '#web/resources/titleOf.ts'
import { type AnyRecord, useRecords } from '#web/resources/useRecords.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SortableList } from './SortableList.tsx'

interface ReorderListProps {
  resource: Resource
  within: Readonly<Record<string, string>>
  onDone: () => void
}

/** All records of one order, with handles: dragged, or moved with Space and the arrow keys. */
export function ReorderList({ resource, within, onDone }: ReorderListProps) {
  const { t } = useTranslation()
  const found = useRecords(resource, { ...within, sort: 'sort_order', page_size: '0', page_num: '1' })
  const [moved, setMoved] = useState<AnyRecord[] | null>(null)
  const rows = moved ?? found.data?.rows
  const idOf = (row: AnyRecord) => Number(row[resource.id])
  const save = useReorder(resource, onDone)
  if (found.isError && !rows) return <ErrorState error={found.error} onRetry={found.refetch} />
  if (!rows) return <Skeleton h={240} />
  return (
    <Stack gap="sm">
      <ScrollArea.Autosize mah="60vh" type="auto">
        <SortableList
          items={rows.map((row) => ({ id: idOf(row), title: titleOf(resource, row) }))}
          onMove={(from, to) => setMoved(arrayMove(rows, from, to))}
        />
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('resources.cancel')}
        </Button>
        <Button
          disabled={moved === null}
          loading={save.isPending}
          onClick={() =>
            save.mutate(rows.map((row, sort_order) => ({ id: idOf(row), sort_order, ...machineName(row) })))
          }
        >
          {t('resources.save')}
        </Button>
      </Group>
    </Stack>
  )
}

function useReorder(resource: Resource, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (items: { id: number; sort_order: number; machine_name?: string }[]) =>
      request<StandardCalls<Resource>['reorder']>('PATCH', `${pathOf(resource)}/reorder`, {
        body: { items },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [resource.name] })
      onDone()
    },
  })
}

/** The slug of a record, if its kind has one. */
function machineName({ slug }: AnyRecord): { machine_name?: string } {
  return slug ? { machine_name: String(slug) } : {}
}
