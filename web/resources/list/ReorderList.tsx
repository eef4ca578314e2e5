import {
  closestCenter,
  DndContext,
  type DndContextProps,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Button, Group, Paper, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import type { StandardCalls } from '#core/resources/standardCalls.ts'
import { request } from '#web/platform/request.ts'
import { type AnyRecord, useRecords } from '#web/resources/useRecords.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

interface ReorderListProps {
  resource: Resource
  within: Readonly<Record<string, string>>
  onDone: () => void
}

/** All records that stand in one order, with handles: dragged, or moved with Space and the arrow keys. */
export function ReorderList({ resource, within, onDone }: ReorderListProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const found = useRecords(resource, { ...within, sort: 'sort_order', page_size: '0', page_num: '1' })
  const [moved, setMoved] = useState<AnyRecord[] | null>(null)
  const rows = moved ?? found.data?.rows
  const idOf = (row: AnyRecord) => Number(row[resource.id])
  const save = useMutation({
    mutationFn: (items: { id: number; sort_order: number }[]) =>
      request<StandardCalls<Resource>['reorder']>('PATCH', `${pathOf(resource)}/reorder`, {
        body: { items },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [resource.name] })
      onDone()
    },
  })
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  if (found.isError && !rows) return <ErrorState error={found.error} onRetry={found.refetch} />
  if (!rows) return <Skeleton h={240} />
  const drop = ({ active, over }: DragEndEvent) => {
    const ids = rows.map(idOf)
    if (over && active.id !== over.id) {
      setMoved(arrayMove(rows, ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id))))
    }
  }
  return (
    <Stack gap="sm">
      <ScrollArea.Autosize mah="60vh" type="auto">
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={drop}
          accessibility={spoken(t, rows, resource)}
        >
          <SortableContext items={rows.map(idOf)} strategy={verticalListSortingStrategy}>
            <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
              {rows.map((row) => (
                <Item key={idOf(row)} id={idOf(row)} title={String(row[resource.title] ?? '')} />
              ))}
            </Stack>
          </SortableContext>
        </DndContext>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('resources.cancel')}
        </Button>
        <Button
          disabled={moved === null}
          loading={save.isPending}
          onClick={() => save.mutate(rows.map((row, sort_order) => ({ id: idOf(row), sort_order })))}
        >
          {t('resources.save')}
        </Button>
      </Group>
    </Stack>
  )
}

/** What a screen reader says while something is moved. */
function spoken(
  t: TFunction,
  rows: readonly AnyRecord[],
  resource: Resource,
): DndContextProps['accessibility'] {
  const at = (id: UniqueIdentifier | undefined) => rows.findIndex((row) => row[resource.id] === id)
  const say =
    (key: string) => (moved: { active: { id: UniqueIdentifier }; over?: { id: UniqueIdentifier } | null }) =>
      t(`resources.${key}`, {
        what: rows[at(moved.active.id)]?.[resource.title],
        position: at(moved.over?.id ?? moved.active.id) + 1,
        total: rows.length,
      })
  return {
    announcements: {
      onDragStart: say('drag_begun'),
      onDragOver: say('drag_over'),
      onDragEnd: say('drag_ended'),
      onDragCancel: say('drag_cancelled'),
    },
    screenReaderInstructions: { draggable: t('resources.reorder_hint') },
  }
}

function Item({ id, title }: { id: number; title: string }) {
  const { t } = useTranslation()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id })
  return (
    <Paper
      component="li"
      ref={setNodeRef}
      p="xs"
      style={{ transform: CSS.Transform.toString(transform), transition, opacity: isDragging ? 0.6 : 1 }}
    >
      <Group gap="sm" wrap="nowrap">
        <ActionIcon
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t('resources.drag', { what: title })}
          style={{ cursor: 'grab', touchAction: 'none' }}
        >
          <IconGripVertical size={18} />
        </ActionIcon>
        <Text size="sm">{title}</Text>
      </Group>
    </Paper>
  )
}
