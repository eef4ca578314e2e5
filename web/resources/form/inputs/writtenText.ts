/** On a right-to-left page a path, a formula or a minus sign keeps its own order. */
export function writtenText(value: unknown): { value: string; dir?: 'auto' } {
  return value == null || value === '' ? { value: '' } : { value: String(value), dir: 'auto' }
}
