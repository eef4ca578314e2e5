/** Says that the client did not load, instead of the first paint, which cannot be used. */
export function showFailedStart(): void {
  const first = document.getElementById('first')
  first?.removeAttribute('aria-hidden')
  first?.classList.add('failed')
}
