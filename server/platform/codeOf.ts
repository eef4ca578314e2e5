/** The code of a failure of the system or the database, such as ENOENT or 23505; undefined for any other. */
export function codeOf(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error
  return isCoded && typeof error.code === 'string' ? error.code : undefined
}
