/** A list as text, and any other compound value. */
export function listText(value: unknown): string {
  if (!Array.isArray(value)) return textOf(value)
  return value.map((part) => (Array.isArray(part) ? part.join(' → ') : textOf(part))).join(', ')
}

/** The name of an object, such as a field of a form; without one, its contents. */
function textOf(part: unknown): string {
  if (typeof part !== 'object' || part === null) return String(part)
  if ('name' in part) return String(part.name)
  return Object.values(part)
    .filter((held) => held !== null && held !== '')
    .map(listText)
    .join(' · ')
}
