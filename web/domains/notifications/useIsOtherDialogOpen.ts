import { useSyncExternalStore } from 'react'

/**
 * Whether a dialog is open beside one's own: a screen may open one by its address, at any moment after one has come.
 * @param own the id of one's own dialog
 */
export function useIsOtherDialogOpen(own: string): boolean {
  return useSyncExternalStore(subscribe, () =>
    [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some(
      (dialog) => dialog.closest(`#${own}`) === null,
    ),
  )
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
