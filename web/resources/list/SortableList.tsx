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
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface SortableItem {
  id: number
  title: string
  /** Its content, if it is more than the title. */
  content?: ReactNode
  /** It cannot be moved. */
  isFixed?: boolean
}

interface SortableListProps {
  items: readonly SortableItem[]
  onMove: (from: number, to: number) => void
}

/** A sortable list with handles: dragged, or moved with Space and the arrow keys. */
export function SortableList({ items, onMove }: SortableListProps) {
  const { t } = useTranslation()
  const ids = items.map(({ id }) => id)
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    const to = ids.indexOf(Number(over.id))
    if (!items[to]?.isFixed) onMove(ids.indexOf(Number(active.id)), to)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={spoken(t, items)}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
          {items.map((item) => (
            <Item key={item.id} {...item} />
          ))}
        </Stack>
      </SortableContext>
    </DndContext>
  )
}

/** Screen reader announcements during a move. */
function spoken(t: TFunction, items: readonly SortableItem[]): DndContextProps['accessibility'] {
  const at = (id: UniqueIdentifier | undefined) => items.findIndex((item) => item.id === id)
  const announce =
    (key: string) => (moved: { active: { id: UniqueIdentifier }; over?: { id: UniqueIdentifier } | null }) =>
      t(`resources.${key}`, {
        what: items[at(moved.active.id)]?.title,
        position: at(moved.over?.id ?? moved.active.id) + 1,
        total: items.length,
      })
  return {
    announcements: {
      onDragStart: announce('drag_begun'),
      onDragOver: announce('drag_over'),
      onDragEnd: announce('drag_ended'),
      onDragCancel: announce('drag_cancelled'),
    },
    screenReaderInstructions: { draggable: t('resources.reorder_hint') },
  }
}

function Item({ id, title, content, isFixed = false }: SortableItem) {
  const { t } = useTranslation()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled: isFixed })
  return (
    <Paper
      component="li"
      ref={setNodeRef}
      p="xs"
      style={{ transform: CSS.Transform.toString(transform), transition, opacity: isDragging ? 0.6 : 1 }}
    >
      <Group gap="sm" wrap="nowrap">
        {!isFixed && (
          <ActionIcon
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={t('resources.drag', { what: title })}
            style={{ cursor: 'grab', touchAction: 'none' }}
          >
            <IconGripVertical size={18} />
          </ActionIcon>
        )}
        {content ?? <Text size="sm">{title}</Text>}
      </Group>
    </Paper>
  )
}
