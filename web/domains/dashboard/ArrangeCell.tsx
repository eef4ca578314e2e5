import { useDraggable, useDroppable } from '@dnd-kit/core'
import { ActionIcon, Box, Group, Menu, Paper, Text, useDirection } from '@mantine/core'
import { IconArrowsDiagonal, IconDotsVertical, IconGripVertical, IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { PlacedWidget } from '#core/domains/dashboard/widgets.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './Dashboard.module.css'
import type { Arrangement } from './useArrangement.ts'
import { WidgetView } from './WidgetView.tsx'

interface ArrangeCellProps {
  part: PlacedWidget
  title: string
  arrangement: Arrangement
  isMoving: boolean
}

/** One part while the dashboard is arranged: inert, below the handles that move and size it. */
export function ArrangeCell({ part, title, arrangement, isMoving }: ArrangeCellProps) {
  const { widget, columns, rows } = part
  const { setNodeRef, isOver } = useDroppable({ id: widget })
  return (
    <Box
      ref={setNodeRef}
      className={styles.cell}
      data-is-over={(isOver && !isMoving) || undefined}
      data-is-moving={isMoving || undefined}
      style={{ '--columns': columns, '--rows': rows }}
    >
      <div className={styles.content} inert>
        <WidgetView widget={widget} title={title} />
      </div>
      <Handles part={part} title={title} arrangement={arrangement} />
    </Box>
  )
}

function Handles({ part, title, arrangement }: Omit<ArrangeCellProps, 'isMoving'>) {
  const { t } = useTranslation()
  const { widget, columns, rows } = part
  const move = useDraggable({
    id: `move:${widget}`,
    data: { name: widget },
    attributes: { roleDescription: t('dashboard.movable') },
  })
  const size = useDraggable({
    id: `size:${widget}`,
    data: { name: widget, isSize: true },
    attributes: { roleDescription: t('dashboard.movable') },
  })
  const keys = useKeys(part, arrangement)
  return (
    <>
      <Paper className={styles.bar} shadow="sm">
        <ActionIcon
          {...move.attributes}
          {...move.listeners}
          ref={move.setNodeRef}
          className={styles.handle}
          aria-label={t('dashboard.move', { what: title })}
          onKeyDown={keys.move}
        >
          <IconGripVertical size={18} />
        </ActionIcon>
        <Text size="sm" fw={600} truncate dir="auto" flex={1}>
          {title}
        </Text>
        <Text size="xs" c="dimmed" aria-hidden>
          {columns} × {rows}
        </Text>
        <SizeMenu part={part} title={title} arrangement={arrangement} />
        <ActionIcon
          aria-label={t('dashboard.remove', { what: title })}
          onClick={() => arrangement.remove(widget)}
        >
          <IconX size={18} />
        </ActionIcon>
      </Paper>
      <ActionIcon
        {...size.attributes}
        {...size.listeners}
        ref={size.setNodeRef}
        variant="default"
        className={`${styles.handle} ${styles.corner}`}
        aria-label={t('dashboard.size', { what: title, columns, rows })}
        onKeyDown={keys.size}
      >
        <IconArrowsDiagonal size={16} className={styles.diagonal} />
      </ActionIcon>
    </>
  )
}

/** Moves and sizes by plain presses, without dragging or keys. */
function SizeMenu({ part: { widget }, title, arrangement }: Omit<ArrangeCellProps, 'isMoving'>) {
  const { t } = useTranslation()
  const { moveBy, resizeBy } = arrangement
  const steps: [string, () => void][] = [
    ['earlier', () => moveBy(widget, -1)],
    ['later', () => moveBy(widget, 1)],
    ['wider', () => resizeBy(widget, 1, 0)],
    ['narrower', () => resizeBy(widget, -1, 0)],
    ['higher', () => resizeBy(widget, 0, 1)],
    ['lower', () => resizeBy(widget, 0, -1)],
  ]
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon aria-label={t('dashboard.more', { what: title })}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Group component="div" gap={0}>
          {steps.map(([key, act]) => (
            <Menu.Item key={key} onClick={act}>
              {t(`dashboard.${key}`)}
            </Menu.Item>
          ))}
        </Group>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Arrow keys act at once: on the handle they move, on the corner they size. */
function useKeys({ widget }: PlacedWidget, { moveBy, resizeBy, remove, shown }: Arrangement) {
  const { dir } = useDirection()
  const across = dir === 'rtl' ? -1 : 1
  const act = (actions: Readonly<Record<string, () => void>>) => (event: KeyboardEvent) => {
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return {
    move: act({
      ArrowRight: () => moveBy(widget, across),
      ArrowLeft: () => moveBy(widget, -across),
      ArrowDown: () => moveBy(widget, 1),
      ArrowUp: () => moveBy(widget, -1),
      Home: () => moveBy(widget, -shown.length),
      End: () => moveBy(widget, shown.length),
      Delete: () => remove(widget),
    }),
    size: act({
      ArrowRight: () => resizeBy(widget, across, 0),
      ArrowLeft: () => resizeBy(widget, -across, 0),
      ArrowDown: () => resizeBy(widget, 0, 1),
      ArrowUp: () => resizeBy(widget, 0, -1),
    }),
  }
}
