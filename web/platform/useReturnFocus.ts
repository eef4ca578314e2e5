import { useEffect } from 'react'

/** So many steps back are remembered: through dialogs over dialogs, and the fields of each. */
const LONGEST = 50

/**
 * Gives the focus back to where it was when a dialog or menu that had it is gone, so that who works by keys goes on where
 * he was. The library does so only for what was on the page, closed, before it was opened.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    let trail: HTMLElement[] = []
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target !== document.body)
        trail = [...trail.slice(-LONGEST), target]
    }
    const giveBack = () => {
      trail = trail.filter(({ isConnected }) => isConnected)
      if (document.activeElement === document.body) trail.at(-1)?.focus({ preventScroll: true })
    }
    // What lies over the page stands beside it, each in a place of its own or all in a shared one.
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(watch)
      const newest = trail.at(-1) ?? null
      const gone = changes.flatMap(({ removedNodes }) => [...removedNodes])
      if (gone.some((node) => node.contains(newest))) giveBack()
    })
    const watch = (node: Node) => {
      const isBeside = node.parentNode === document.body && (node as Partial<Element>).id !== 'root'
      if (isBeside) observer.observe(node, { childList: true })
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
