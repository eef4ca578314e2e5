import { useSyncExternalStore } from 'react'

/**
 * Whether another dialog is open: a screen may open one by its address at any moment.
 * @param own the id of this dialog
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
