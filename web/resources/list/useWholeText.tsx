import { Portal } from '@mantine/core'
import { type FocusEvent, type MouseEvent, useEffect, useState } from 'react'
import styles from './RecordTable.module.css'

interface Shown {
  cell: Element
  text: string
  left: number
  top: number
}

/** Shows the truncated text of a hovered cell or a focused row in full. Screen readers find the whole text in the cell itself. */
export function useWholeText() {
  const [shown, setShown] = useState<Shown | null>(null)
  const show = (cells: readonly HTMLElement[]) => {
    const cut = cells.filter(isCut)
    const [cell] = cut
    if (!cell) return hide()
    const { left, bottom } = cell.getBoundingClientRect()
    setShown({ cell, text: cut.flatMap(linesOf).join(' · '), left, top: bottom })
  }
  const hide = () => setShown(null)
  // A row that leaves the list fires neither a leave nor a blur event.
  useEffect(() => {
    if (shown && !shown.cell.isConnected) setShown(null)
  })
  const listeners = {
    onMouseOver: ({ target }: MouseEvent<HTMLElement>) => {
      const cell = target instanceof Element && target.closest<HTMLElement>('td, th')
      show(cell ? [cell] : [])
    },
    onMouseLeave: hide,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (target instanceof HTMLTableRowElement && target.matches(':focus-visible')) show([...target.cells])
    },
    onBlur: hide,
    onClick: hide,
  }
  const place = shown && (
    <Portal>
      <div className={styles.whole} style={{ left: shown.left, top: shown.top }} dir="auto" aria-hidden>
        {shown.text}
      </div>
    </Portal>
  )
  return { listeners, place }
}

function linesOf(cell: HTMLElement): string[] {
  return cell.innerText.split('\n').filter(Boolean)
}

function isCut(cell: Element): boolean {
  return [cell, ...cell.querySelectorAll('*')].some(
    (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
  )
}
