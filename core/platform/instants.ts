import { z } from 'zod'
import { isCalendarDay } from './calendarDay.ts'

const FIRST_YEAR = 1900
const LAST_YEAR = 2999

/**
 * Whether a text begins with a day of a year that business can be about, 1900 to 2999. The database knows no year 0, and a day
 * of 9999 lies in the year 10000 by another clock, which no date of four digits can say.
 */
export function isOrdinaryTime(text: string): boolean {
  const year = Number(text.slice(0, 4))
  return year >= FIRST_YEAR && year <= LAST_YEAR && isCalendarDay(text)
}

/** A day as people and programs send it. */
export const GivenDay = () => z.iso.date({ abort: true }).refine(isOrdinaryTime, { error: 'date' })

/** A point of time with its zone as people and programs send it. */
export const GivenInstant = () =>
  z.iso.datetime({ offset: true, abort: true }).refine(isOrdinaryTime, { error: 'date' })
