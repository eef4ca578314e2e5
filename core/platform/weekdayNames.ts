/** The seven days as a language calls them, Monday first. */
export function weekdayNames(language: string, length: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' })
  // The first of January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, more) => format.format(Date.UTC(2024, 0, 1 + more)))
}
