import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ListColumn } from './listKind.ts'
import styles from './RecordTable.module.css'
import type { ListAppearance } from './useListAppearance.ts'
import type { ListState } from './useListState.ts'

const MIN_WIDTH = 60
const STEP = 16

interface ListHeadingProps {
  column: ListColumn
  state: ListState
  appearance: ListAppearance
}

/** The head of a column: sorts by it, and its edge resizes it. */
export function ListHeading({ column, state, appearance }: ListHeadingProps) {
  const { t } = useTranslation()
  const { name, sort, isNumeric } = column
  const isUp = sort !== undefined && state.sort === sort
  const isDown = sort !== undefined && state.sort === `-${sort}`
  const Icon = isUp ? IconArrowUp : isDown ? IconArrowDown : IconArrowsSort
  const label = t(column.text)
  const width = appearance.widths[name]
  return (
    <Table.Th
      scope="col"
      className={styles.heading}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
      ta={isNumeric ? 'end' : undefined}
      style={width ? { width, minWidth: width, maxWidth: width } : undefined}
    >
      {sort ? (
        <UnstyledButton
          className={styles.sort}
          data-is-figure={isNumeric || undefined}
          data-is-sorted={isUp || isDown || undefined}
          onClick={() => state.change({ sort: isUp ? `-${sort}` : sort })}
        >
          {label}
          <Icon size={14} aria-hidden />
        </UnstyledButton>
      ) : (
        label
      )}
      <Edge
        label={t('resources.column_width', { column: label })}
        onWidth={(next) => appearance.setWidth(name, next)}
      />
    </Table.Th>
  )
}

/** The edge of a column: dragged with the pointer, or moved with the arrow keys. */
function Edge({ label, onWidth }: { label: string; onWidth: (width: number) => void }) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const edge = event.currentTarget
    const isMirrored = getComputedStyle(edge).direction === 'rtl'
    const start = { x: event.clientX, width: widthOf(edge) }
    const move = ({ clientX }: globalThis.PointerEvent) =>
      onWidth(Math.max(MIN_WIDTH, start.width + (clientX - start.x) * (isMirrored ? -1 : 1)))
    edge.setPointerCapture(event.pointerId)
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (direction === 0) return
    event.preventDefault()
    onWidth(Math.max(MIN_WIDTH, widthOf(event.currentTarget) + direction * STEP))
  }
  return (
    <button type="button" className={styles.edge} aria-label={label} onPointerDown={drag} onKeyDown={step} />
  )
}

function widthOf(edge: HTMLElement): number {
  return Math.round(edge.parentElement?.getBoundingClientRect().width ?? MIN_WIDTH)
}
