/** Whether a dialog is open that does not contain the element: the keys then belong to the dialog. */
export function isBehindDialog(element: Element | null): boolean {
  return [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some(
    (dialog) => !dialog.contains(element),
  )
}
