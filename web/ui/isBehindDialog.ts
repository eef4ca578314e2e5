/** Whether a dialog is open that an element is no part of: the keys are its own then. */
export function isBehindDialog(element: Element | null): boolean {
  return [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some(
    (dialog) => !dialog.contains(element),
  )
}
