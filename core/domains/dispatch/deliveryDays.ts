import { calendarDay } from '#core/platform/time/calendarDay.ts'

const DAY = 86_400_000

/** Default delivery weekdays: 0 = Sunday … 6 = Saturday. */
const USUAL_DELIVERY_WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5]

/** Adds days (negative: subtracts) to a day written YYYY-MM-DD. */
export function addDays(day: string, count: number): string {
  return calendarDay(Date.parse(`${day}T00:00:00Z`) + count * DAY)
}

/** Whether trucks deliver on a day. */
export function isDeliveryDay(day: string, weekdays = USUAL_DELIVERY_WEEKDAYS): boolean {
  return weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}

/** The next delivery day after a day; the following day if no weekday is a delivery day. */
export function nextDeliveryDay(day: string, weekdays = USUAL_DELIVERY_WEEKDAYS): string {
  const days = Array.from({ length: 7 }, (_, index) => addDays(day, index + 1))
  return days.find((item) => isDeliveryDay(item, weekdays)) ?? addDays(day, 1)
}

/** The last delivery day before a day. */
export function lastDeliveryDayBefore(day: string, weekdays = USUAL_DELIVERY_WEEKDAYS): string {
  const days = Array.from({ length: 7 }, (_, index) => addDays(day, -index - 1))
  return days.find((item) => isDeliveryDay(item, weekdays)) ?? addDays(day, -1)
}
