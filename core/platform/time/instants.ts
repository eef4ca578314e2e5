import { z } from 'zod'
import { isCalendarDay } from './calendarDay.ts'

const FIRST_YEAR = 1900
const LAST_YEAR = 2999

/**
 * Whether a text begins with a calendar day from 1900 to 2999. The database has no year 0, and a day at the end of 9999 may be
 * in the year 10000 in another time zone, which four digits cannot express.
 */
export function isOrdinaryTime(text: string): boolean {
  const year = Number(text.slice(0, 4))
  return year >= FIRST_YEAR && year <= LAST_YEAR && isCalendarDay(text)
}

/** A day as input. */
export const GivenDay = () => z.iso.date({ abort: true }).refine(isOrdinaryTime, { error: 'date' })

/** A point in time with its zone as input. */
export const GivenInstant = () =>
  z.iso.datetime({ offset: true, abort: true }).refine(isOrdinaryTime, { error: 'date' })
