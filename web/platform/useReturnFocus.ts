import { useEffect } from 'react'

/** Elements remembered: enough for nested dialogs with their fields. */
const MAX_REMEMBERED = 50

/**
 * Returns the focus when the dialog or menu that had it is removed, so that keyboard users continue where they were. The
 * library does so only for dialogs that were mounted, closed, before they were opened.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    let trail: HTMLElement[] = []
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target !== document.body)
        trail = [...trail.slice(-MAX_REMEMBERED), target]
    }
    const giveBack = () => {
      trail = trail.filter(({ isConnected }) => isConnected)
      if (document.activeElement === document.body) trail.at(-1)?.focus({ preventScroll: true })
    }
    // Overlays are children of the body, each in its own container or all in a shared one.
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(watch)
      const newest = trail.at(-1) ?? null
      const gone = changes.flatMap(({ removedNodes }) => [...removedNodes])
      if (gone.some((node) => node.contains(newest))) giveBack()
    })
    const watch = (node: Node) => {
      const isRoot = node instanceof Element && node.id === 'root'
      const isOverlay = node.parentNode === document.body && !isRoot
      if (isOverlay) observer.observe(node, { childList: true })
    }
    document.body.childNodes.forEach(watch)
    observer.observe(document.body, { childList: true })
    document.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [])
}
