import { useHotkeys } from '@mantine/hooks'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AlertStep } from '#web/domains/telemetry/alert/AlertDialog.tsx'
import { isBehindDialog } from '#web/ui/isBehindDialog.ts'

interface AlertKeys {
  /** The alert at the keyboard cursor; null before the first key. */
  active: number | null
  setActive: (alert_id: number | null) => void
  /** Returns the focus to it after a dialog. */
  refocus: () => void
}

/** The line at the keyboard cursor when it was last focused. */
interface Cursor {
  times: number
  line: HTMLElement | null
  hasKeys: boolean
}

/**
 * J and K move through the alerts in their order; A and S answer the current one, or all that are ticked.
 * @param ids the shown alerts, from the top.
 */
export function useAlertKeys(
  list: RefObject<HTMLElement | null>,
  ids: readonly number[],
  answer: (step: AlertStep, active: number | null) => void,
): AlertKeys {
  const [active, setActive] = useState<number | null>(null)
  const [wantsFocus, setWantsFocus] = useState(0)
  const refocus = () => setWantsFocus((times) => times + 1)
  const move = (by: 1 | -1) => {
    const next = ids[active === null ? 0 : Math.min(Math.max(ids.indexOf(active) + by, 0), ids.length - 1)]
    if (next === undefined) return
    setActive(next)
    refocus()
  }
  const onTop = (act: () => void) => () => {
    if (!isBehindDialog(list.current)) act()
  }
  useHotkeys([
    ['j', onTop(() => move(1))],
    ['k', onTop(() => move(-1))],
    ['a', onTop(() => answer('acknowledge', active))],
    ['s', onTop(() => answer('snooze', active))],
  ])
  const last = useRef<Cursor>({ times: 0, line: null, hasKeys: false })
  // The focus follows the keys, not new data. Only an alert that moves to the other list takes the focus along: its line is removed
  // with the focus, and the new line appears when that list is read.
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>(`[data-alert="${active}"]`) ?? null
    const { times, line: before, hasKeys } = last.current
    const isRequested = wantsFocus > times
    const isFree = document.activeElement === document.body
    if (isRequested || (hasKeys && isFree && line !== before)) line?.focus({ preventScroll: !isRequested })
    last.current = {
      times: wantsFocus,
      line,
      hasKeys: line ? line === document.activeElement : isRequested || (hasKeys && isFree),
    }
  })
  return { active, setActive, refocus }
}
