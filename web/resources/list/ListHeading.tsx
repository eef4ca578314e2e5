import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort } from '@tabler/icons-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ListColumn } from './listKind.ts'
import styles from './RecordTable.module.css'
import type { ListAppearance } from './useListAppearance.ts'
import type { ListState } from './useListState.ts'

const MIN_WIDTH = 60
/** px by which a key changes the width. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 16, ArrowLeft: -16 }

interface ListHeadingProps {
  column: ListColumn
  state: ListState
  appearance: ListAppearance
}

/** The head of a column: sorts by it; its edge, or the arrow keys, resize it. */
export function ListHeading({ column, state, appearance }: ListHeadingProps) {
  const { t } = useTranslation()
  const { name, sort, isNumeric } = column
  const isUp = sort !== undefined && state.sort === sort
  const isDown = sort !== undefined && state.sort === `-${sort}`
  const Icon = isUp || isDown ? IconArrowDown : IconArrowsSort
  const label = t(column.text)
  const width = appearance.widths[name]
  const setWidth = (next: number) => appearance.setWidth(name, Math.max(MIN_WIDTH, next))
  return (
    <Table.Th
      scope="col"
      className={styles.heading}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
      ta={isNumeric ? 'end' : undefined}
      style={{ width, minWidth: width, maxWidth: width }}
      onKeyDown={(event) => resizeByKey(event, setWidth)}
    >
      {sort ? (
        <UnstyledButton
          className={styles.sort}
          data-is-figure={isNumeric || undefined}
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
        tabIndex={sort ? -1 : 0}
        onWidth={setWidth}
      />
    </Table.Th>
  )
}

function resizeByKey(event: KeyboardEvent<HTMLElement>, onWidth: (width: number) => void): void {
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  onWidth(event.currentTarget.offsetWidth + step)
}

interface EdgeProps {
  label: string
  /** Tab leads here where the head has no button for the keys. */
  tabIndex: number
  onWidth: (width: number) => void
}

/** The edge of a column, dragged with the pointer. */
function Edge({ label, tabIndex, onWidth }: EdgeProps) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const edge = event.currentTarget
    const isMirrored = getComputedStyle(edge).direction === 'rtl'
    const start = { x: event.clientX, width: edge.parentElement?.offsetWidth ?? MIN_WIDTH }
    const move = ({ clientX }: globalThis.PointerEvent) =>
      onWidth(start.width + (clientX - start.x) * (isMirrored ? -1 : 1))
    edge.setPointerCapture(event.pointerId)
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  return (
    <button
      type="button"
      className={styles.edge}
      tabIndex={tabIndex}
      aria-label={label}
      onPointerDown={drag}
    />
  )
}
