/** The UTC day of a moment, YYYY-MM-DD. */
export function calendarDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/**
 * Whether a text begins with a valid calendar day (`2026-02-28…`). `Date.parse` reads 30 February as 2 March, which would book
 * a reading or a rate on the wrong day.
 */
export function isCalendarDay(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?!\d)/.exec(text) ?? []
  if (day === undefined) return false
  // Every month has these days, so no Date is needed for most inputs.
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  if (month >= 1 && month <= 12 && date >= 1 && date <= 28) return true
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
