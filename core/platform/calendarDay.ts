/** The day of a moment by a clock in UTC, YYYY-MM-DD. */
export function calendarDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/**
 * Whether a text begins with a day that the calendar has (`2026-02-28…`). `Date.parse` takes the 30th of February for
 * the 2nd of March, which would book a reading or a rate on a day that nobody meant.
 */
export function isCalendarDay(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?!\d)/.exec(text) ?? []
  if (day === undefined) return false
  // Every month has these: no date is made for nearly all that is asked.
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  if (month >= 1 && month <= 12 && date >= 1 && date <= 28) return true
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
