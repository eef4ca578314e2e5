const DIALOG = '[role="dialog"][aria-modal="true"]'
/** Mantine's own sign that what is open within a dialog, such as a list to choose from, takes the key for itself. */
const TAKEN = 'data-mantine-stop-propagation'
/** Where Mantine puts every dialog, whichever was opened last. */
const STANDARD = 200

const places = new WeakMap<Element, number>()

function placeOf(dialog: Element): number {
  return places.get(dialog) ?? STANDARD
}

/**
 * Of several dialogs that which was opened last lies on top, and Escape closes that one alone: by themselves they lie in the order
 * in which their components were mounted, and each of them hears the key. To be called before the first is shown.
 */
export function stackDialogs(): void {
  document.addEventListener('focusin', ({ target }) => putOnTop((target as Element).closest(DIALOG)))
  window.addEventListener('keydown', closeTopOnly, { capture: true })
}

/** A dialog that opens takes the focus. */
function putOnTop(dialog: Element | null): void {
  if (!dialog || places.has(dialog)) return
  const others = [...document.querySelectorAll(DIALOG)].filter((one) => one !== dialog)
  const place = Math.max(STANDARD, ...others.map(placeOf)) + 1
  places.set(dialog, place)
  const root = dialog.closest<HTMLElement>('.mantine-Modal-root, .mantine-Drawer-root')
  root?.style.setProperty('--mb-z-index', String(place))
}

/** One that may not be left by the key has no cross either, or asks to be read first: it stays. */
function closeTopOnly(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return
  const dialogs = [...document.querySelectorAll(DIALOG)]
  if (dialogs.length < 2 || (event.target as Element).getAttribute?.(TAKEN) === 'true') return
  event.stopImmediatePropagation()
  const top = dialogs.reduce((one, other) => (placeOf(other) < placeOf(one) ? one : other))
  top.querySelector<HTMLElement>('.mantine-Modal-close, .mantine-Drawer-close')?.click()
}
