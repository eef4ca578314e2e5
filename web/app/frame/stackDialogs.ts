const DIALOG = '[role="dialog"][aria-modal="true"]'
/** Mantine's attribute for an element within a dialog that handles the key itself, such as an open list. */
const HANDLES_KEY = 'data-mantine-stop-propagation'
/** Mantine's z-index of dialogs, whichever was opened last. */
const DIALOG_Z_INDEX = 200

const places = new WeakMap<Element, number>()

function placeOf(dialog: Element): number {
  return places.get(dialog) ?? DIALOG_Z_INDEX
}

/**
 * The dialog opened last is on top, and Escape closes only that one: by default dialogs stack in the order in which their
 * components were mounted, and each handles the key. Call before the first is shown.
 */
export function stackDialogs(): void {
  document.addEventListener(
    'focusin',
    ({ target }) => target instanceof Element && putOnTop(target.closest(DIALOG)),
  )
  window.addEventListener('keydown', closeTopOnly, { capture: true })
}

/** A dialog takes the focus when it opens. */
function putOnTop(dialog: Element | null): void {
  if (!dialog || places.has(dialog)) return
  const others = [...document.querySelectorAll(DIALOG)].filter((item) => item !== dialog)
  const place = Math.max(DIALOG_Z_INDEX, ...others.map(placeOf)) + 1
  places.set(dialog, place)
  const root = dialog.closest<HTMLElement>('.mantine-Modal-root, .mantine-Drawer-root')
  root?.style.setProperty('--mb-z-index', String(place))
}

/** One without a close button, or one that must be read first, cannot be closed by the key: it stays. */
function closeTopOnly(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return
  const dialogs = [...document.querySelectorAll(DIALOG)]
  if (
    dialogs.length < 2 ||
    (event.target instanceof Element && event.target.getAttribute(HANDLES_KEY) === 'true')
  )
    return
  event.stopImmediatePropagation()
  const top = dialogs.reduce((one, other) => (placeOf(other) < placeOf(one) ? one : other))
  top.querySelector<HTMLElement>('.mantine-Modal-close, .mantine-Drawer-close')?.click()
}
