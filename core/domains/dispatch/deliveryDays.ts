import { calendarDay } from '#core/platform/calendarDay.ts'

const DAY = 86_400_000

/** The weekdays on which trucks go out where nobody says otherwise: 0 = Sunday … 6 = Saturday. */
const USUAL_DELIVERY_WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5]

/** So many days after a day (before it, where negative); days are written YYYY-MM-DD. */
export function addDays(day: string, count: number): string {
  return calendarDay(Date.parse(`${day}T00:00:00Z`) + count * DAY)
}

/** Whether something can be delivered on a day. */
export function isDeliveryDay(day: string, weekdays = USUAL_DELIVERY_WEEKDAYS): boolean {
  return weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}

/** The next day after a day on which something can be delivered; the day after it where no weekday is named. */
export function nextDeliveryDay(day: string, weekdays = USUAL_DELIVERY_WEEKDAYS): string {
  const days = Array.from({ length: 7 }, (_, at) => addDays(day, at + 1))
  return days.find((one) => isDeliveryDay(one, weekdays)) ?? addDays(day, 1)
}

/** The last day before a day on which something can be delivered. */
export function lastDeliveryDayBefore(day: string, weekdays = USUAL_DELIVERY_WEEKDAYS): string {
  const days = Array.from({ length: 7 }, (_, at) => addDays(day, -at - 1))
  return days.find((one) => isDeliveryDay(one, weekdays)) ?? addDays(day, -1)
}
