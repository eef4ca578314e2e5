import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  type DragStartEvent,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Paper, Text, useDirection } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import {
  COLUMNS,
  isWidgetName,
  type OfferedWidget,
  type WidgetName,
} from '#core/domains/dashboard/widgets.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ArrangeCell } from './ArrangeCell.tsx'
import { resizeBy } from './arrangement.ts'
import styles from './Dashboard.module.css'
import { type Arrangement, useWidgetTitle } from './useArrangement.ts'

/** 80 px plus the gap between two rows. */
const ROW = 96

interface Steps {
  name: WidgetName
  columns: number
  rows: number
}

/** The dragged part or edge, and the resulting arrangement. */
function useDragging(grid: RefObject<HTMLDivElement | null>, arrangement: Arrangement) {
  const { dir } = useDirection()
  const [moving, setMoving] = useState<WidgetName | null>(null)
  const [sizing, setSizing] = useState<Steps | null>(null)
  const stepsOf = ({ active, delta }: DragMoveEvent): Steps => {
    const column = (grid.current?.clientWidth ?? 1) / COLUMNS
    const across = dir === 'rtl' ? -delta.x : delta.x
    return {
      name: active.data.current?.['name'] as WidgetName,
      columns: Math.round(across / column),
      rows: Math.round(delta.y / ROW),
    }
  }
  const stop = () => {
    setMoving(null)
    setSizing(null)
  }
  return {
    moving,
    shown: sizing ? resizeBy(arrangement.shown, sizing.name, sizing.columns, sizing.rows) : arrangement.shown,
    handlers: {
      onDragStart: ({ active }: DragStartEvent) => {
        const { name, isSize } = active.data.current as { name: WidgetName; isSize?: true }
        if (isSize) setSizing({ name, columns: 0, rows: 0 })
        else setMoving(name)
      },
      onDragMove: (event: DragMoveEvent) => {
        if (event.active.data.current?.['isSize']) setSizing(stepsOf(event))
      },
      onDragEnd: (event: DragEndEvent) => {
        const over = event.over?.id
        if (sizing) arrangement.resizeBy(sizing.name, sizing.columns, sizing.rows)
        else if (moving && over !== moving && isWidgetName(String(over ?? '')))
          arrangement.placeAt(moving, over as WidgetName)
        stop()
      },
      onDragCancel: stop,
    },
  }
}

interface ArrangeGridProps {
  offered: readonly OfferedWidget[]
  arrangement: Arrangement
}

/** The parts while they are arranged: moved and sized by pointer, keys or menu. */
export function ArrangeGrid({ offered, arrangement }: ArrangeGridProps) {
  const { t } = useTranslation()
  const title = useWidgetTitle()
  const grid = useRef<HTMLDivElement>(null)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const { moving, shown, handlers } = useDragging(grid, arrangement)
  const moved = offered.find(({ name_alias }) => name_alias === moving)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={underPointer}
      {...handlers}
      accessibility={{
        // Keyboard actions take effect at once and announce the result themselves.
        announcements: SILENT,
        screenReaderInstructions: { draggable: t('dashboard.keys') },
      }}
    >
      <div ref={grid} className={styles.grid} data-is-arranging>
        {shown.map((part) => {
          const widget = offered.find(({ name_alias }) => name_alias === part.widget)
          return (
            widget && (
              <ArrangeCell
                key={part.widget}
                part={part}
                title={title(widget)}
                arrangement={arrangement}
                isMoving={moving === part.widget}
              />
            )
          )
        })}
      </div>
      <DragOverlay dropAnimation={null}>
        {moved && (
          <Paper p="sm" shadow="md">
            <Text fw={600}>{title(moved)}</Text>
          </Paper>
        )}
      </DragOverlay>
    </DndContext>
  )
}

const nothing = () => undefined
const SILENT = {
  onDragStart: nothing,
  onDragOver: nothing,
  onDragEnd: nothing,
  onDragCancel: nothing,
}

/** The part under the pointer; between two parts, the nearest. */
const underPointer: CollisionDetection = (args) => {
  const within = pointerWithin(args)
  return within.length > 0 ? within : closestCenter(args)
}
