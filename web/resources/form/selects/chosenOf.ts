/** The value of a select: an empty form has no text, and then there is nothing to clear. */
export function chosenOf(value: unknown): string | null {
  return value == null || value === '' ? null : String(value)
}
