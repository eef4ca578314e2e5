/** Replaces the first paint, which cannot be used, by a message that the client did not load. */
export function showFailedStart(): void {
  const first = document.getElementById('first')
  first?.removeAttribute('aria-hidden')
  first?.classList.add('failed')
}
