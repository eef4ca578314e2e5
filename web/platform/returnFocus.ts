/** Elements remembered: enough for nested dialogs with their fields. */
const MAX_REMEMBERED = 50

/**
 * Returns the focus that keyboard users lose. A dialog or menu that is removed returns it to where it was, or to the screen that it led
 * to; the library does so only for dialogs that were mounted, closed, before they were opened. A button, which loses it while its work
 * is under way, has it again afterwards.
 * @param first the element that had the focus before this began.
 */
export function returnFocus(first: EventTarget | null): () => void {
  let trail: HTMLElement[] = []
  /** The screen of the newest, and whether it is in a dialog or menu. */
  let address = ''
  let isAbove = false
  const remember = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    trail = [...trail.slice(-MAX_REMEMBERED), target]
    address = location.pathname
    isAbove = !target.closest('#root')
  }
  const observer = new MutationObserver((changes) => {
    const newest = trail.at(-1)
    if (!newest || !document.activeElement?.matches('body, :disabled')) return
    const isElsewhere = address !== location.pathname
    const isLost = newest.isConnected
      ? !newest.matches(':disabled') && changes.some(({ target }) => target === newest)
      : isAbove || isElsewhere
    if (!isLost) return
    const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1)
    trail = trail.filter((item) => item.isConnected && !isElsewhere)
    const last = trail.findLast((item) => !dialog || dialog.contains(item))
    // A screen that lost what had the focus may have its own place for it.
    const place = last ?? dialog ?? (isElsewhere ? document.getElementById('content') : null)
    place?.focus({ preventScroll: true })
  })
  remember({ target: first })
  if (first !== document.activeElement) remember({ target: document.activeElement })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', remember)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}
