import { calendarDay } from '#core/platform/time/calendarDay.ts'

/** Periods that can be chosen by name; all end before this month, or today. */
export const PERIODS = ['this_month', 'last_month', 'last_quarter', 'last_12_months', 'this_year'] as const

/** The days of a period by the calendar of the browser, YYYY-MM-DD. */
export function periodNamed(name: (typeof PERIODS)[number], now: Date): { from: string; to: string } {
  const [year, month] = [now.getFullYear(), now.getMonth()]
  const quarter = Math.floor(month / 3) * 3
  const day = (ofMonth: number, date: number) => calendarDay(Date.UTC(year, ofMonth, date))
  switch (name) {
    case 'this_month':
      return { from: day(month, 1), to: day(month, now.getDate()) }
    case 'last_month':
      return { from: day(month - 1, 1), to: day(month, 0) }
    case 'last_quarter':
      return { from: day(quarter - 3, 1), to: day(quarter, 0) }
    case 'last_12_months':
      return { from: day(month - 12, 1), to: day(month, 0) }
    case 'this_year':
      return { from: day(0, 1), to: day(month, now.getDate()) }
  }
}
