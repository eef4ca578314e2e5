/** Remembers, per tab, how a list was filtered and sorted, for links back to it. */
export function rememberListAddress(path: string, search: string): void {
  sessionStorage.setItem(`ullage.place.${path}`, search)
}

/** The address of a list with its last filters. */
export function lastListAddress(path: string): string {
  return `${path}${sessionStorage.getItem(`ullage.place.${path}`) ?? ''}`
}
