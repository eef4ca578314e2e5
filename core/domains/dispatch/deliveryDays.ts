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
  return closestDeliveryDay(day, 1, weekdays)
}

/** The last delivery day before a day. */
export function lastDeliveryDayBefore(day: string, weekdays = USUAL_DELIVERY_WEEKDAYS): string {
  return closestDeliveryDay(day, -1, weekdays)
}

/** Stops at the first one: the board judges every tank for each day of a week. */
function closestDeliveryDay(day: string, step: 1 | -1, weekdays: readonly number[]): string {
  for (let count = 1; count <= 7; count += 1) {
    const item = addDays(day, step * count)
    if (isDeliveryDay(item, weekdays)) return item
  }
  return addDays(day, step)
}
