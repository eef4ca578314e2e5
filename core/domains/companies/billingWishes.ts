import { calendarDay } from '#core/platform/time/calendarDay.ts'

/** Scope of one invoice of a billing run: an order, all deliveries to a site, or all with a PO number. */
export const INVOICE_PER = ['order', 'site', 'po'] as const

/** How often a customer is billed: after each delivery, or once a day, week or month has ended. */
export const BILLING_RHYTHMS = ['delivery', 'day', 'week', 'month'] as const

/**
 * The first day on which a delivery is billable: the day after its period. Weeks end on Sunday.
 * @param delivered the day of delivery, YYYY-MM-DD
 */
export function billedFrom(delivered: string, rhythm: (typeof BILLING_RHYTHMS)[number]): string {
  const [year = 0, month = 1, day = 1] = delivered.split('-').map(Number)
  if (rhythm === 'delivery') return delivered
  if (rhythm === 'month') return calendarDay(Date.UTC(year, month, 1))
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return calendarDay(Date.UTC(year, month - 1, day + (rhythm === 'day' ? 1 : ((7 - weekday) % 7) + 1)))
}
