/** The names of the seven days in a language, Monday first. */
export function weekdayNames(language: string, length: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, more) => format.format(Date.UTC(2024, 0, 1 + more)))
}
