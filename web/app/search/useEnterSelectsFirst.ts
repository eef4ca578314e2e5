import type { createSpotlight, SpotlightActionGroupData } from '@mantine/spotlight'
import { type KeyboardEvent, useEffect, useState } from 'react'

type Store = ReturnType<typeof createSpotlight>[0]

/**
 * Marks the first result of the palette whenever results change; Enter opens the marked one. During a search, Enter waits for
 * the response: the results shown until then belong to the previous text.
 */
export function useEnterSelectsFirst(
  store: Store,
  groups: readonly SpotlightActionGroupData[],
  isAsking: boolean,
): (event: KeyboardEvent) => void {
  const [isAwaited, setIsAwaited] = useState(false)
  const shown = groups.flatMap(({ actions }) => actions.map(({ id }) => id)).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks again when the results change
  useEffect(() => markFirst(store), [shown])
  useEffect(() => {
    if (!isAwaited || isAsking) return
    setIsAwaited(false)
    listOf(store)?.querySelector<HTMLElement>('[data-selected]')?.click()
  }, [store, isAwaited, isAsking])
  return (event) => {
    if (event.key !== 'Enter') return setIsAwaited(false)
    if (!isAsking) return
    event.preventDefault()
    event.stopPropagation()
    setIsAwaited(true)
  }
}

/** Does what Spotlight does for the arrow keys. Spotlight marks only on input, not when a response arrives. */
function markFirst(store: Store): void {
  const list = listOf(store)
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

function listOf(store: Store): HTMLElement | null {
  return document.getElementById(store.getState().listId)
}
