/** A list in words, and whatever else is no single value. */
export function listText(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value)
  return value.map((part) => (Array.isArray(part) ? part.join(' → ') : nameOf(part))).join(', ')
}

/** Of an object, such as a field of a form, what it is called. */
function nameOf(part: unknown): string {
  return typeof part === 'object' && part && 'name' in part ? String(part.name) : String(part)
}
