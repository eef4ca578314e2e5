/** The address of a record, or of a new one; if that would be the list's own, it ends in `new`. */
export function recordAddressIn(path: string, id: number | undefined, listPath: string): string {
  const [start = path] = path.split('/:')
  if (id !== undefined) return `${start}/${id}`
  return start === listPath ? `${start}/new` : start
}
