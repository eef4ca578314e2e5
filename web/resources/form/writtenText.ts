/** In a page that is read from the right a path, a formula or a minus sign keeps the order it was written in. */
export function writtenText(value: unknown): { value: string; dir?: 'auto' } {
  return value == null || value === '' ? { value: '' } : { value: String(value), dir: 'auto' }
}
