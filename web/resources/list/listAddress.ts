/** Remembers, for this tab, how a list was narrowed and sorted, so that leading back to it finds it as it was. */
export function rememberListAddress(path: string, search: string): void {
  sessionStorage.setItem(`ullage.place.${path}`, search)
}

/** The address of a list as it was last seen. */
export function lastListAddress(path: string): string {
  return `${path}${sessionStorage.getItem(`ullage.place.${path}`) ?? ''}`
}
