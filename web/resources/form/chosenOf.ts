/** What a drop-down shows as chosen: a form that starts empty has no text there, and then there is nothing to clear. */
export function chosenOf(value: unknown): string | null {
  return value == null || value === '' ? null : String(value)
}
