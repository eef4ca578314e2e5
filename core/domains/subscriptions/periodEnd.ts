import { calendarDay } from '#core/platform/time/calendarDay.ts'

/**
 * The last day of a term: the day before the same day `months` later, or before that month's last day if it is shorter.
 * 2026-01-31 and one month give 2026-02-27.
 * @param start YYYY-MM-DD
 */
export function periodEnd(start: string, months: number): string {
  const [year = 0, month = 1, day = 1] = start.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  const next = Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth))
  return calendarDay(next - 86_400_000)
}
