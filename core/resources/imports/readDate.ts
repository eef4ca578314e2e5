import { isCalendarDay } from '#core/platform/time/calendarDay.ts'

/** Order of day, month and year in a date. */
export type DateOrder = 'mdy' | 'dmy' | 'ymd'

const MONTHS = [
  ['jan', 'ene'],
  ['feb'],
  ['mar'],
  ['apr', 'abr'],
  ['may'],
  ['jun'],
  ['jul'],
  ['aug', 'ago'],
  ['sep', 'set'],
  ['oct'],
  ['nov'],
  ['dec', 'dic'],
]
const NUMBERS = /^(\d{1,4})[/.\- ](\d{1,2})[/.\- ](\d{1,4})(?:[T ,].*)?$/
const NAME_FIRST = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{2}|\d{4})$/u
const DAY_FIRST = /^(\d{1,2})[. \-/](?:de )?(\p{L}{3,12})\.?,?[ \-/](?:de )?(\d{2}|\d{4})$/u

/**
 * Converts a written date to the API's format. Other text is returned unchanged, for validation to report.
 * @param order of dates that consist of numbers only
 */
export function readDate(text: string, order: DateOrder): string {
  if (text.length > 40) return text
  const [, namedMonth = '', namedDay = '', namedYear] = NAME_FIRST.exec(text) ?? []
  if (namedYear !== undefined) return dayOf(text, namedYear, monthNamed(namedMonth), namedDay)
  const [, turnedDay = '', turnedMonth = '', turnedYear] = DAY_FIRST.exec(text) ?? []
  if (turnedYear !== undefined) return dayOf(text, turnedYear, monthNamed(turnedMonth), turnedDay)
  const parts = NUMBERS.exec(text)
  if (!parts) return text
  const [, one = '', two = '', three = ''] = parts
  if (one.length > 2) return dayOf(text, one, two, three)
  if (order === 'ymd') return dayOf(text, one, two, three)
  return order === 'mdy' ? dayOf(text, three, one, two) : dayOf(text, three, two, one)
}

/** The only possible order of a numeric date; undefined if ambiguous. */
export function dateOrderOf(text: string): DateOrder | undefined {
  const [, one = '', two = '', three = ''] = NUMBERS.exec(text) ?? []
  if (one.length > 2) return 'ymd'
  if (three === '' || Number(one) === 0) return undefined
  if (Number(one) > 12 && Number(two) <= 12) return Number(one) > 31 ? 'ymd' : 'dmy'
  return Number(two) > 12 && Number(two) <= 31 ? 'mdy' : undefined
}

/** Whether a numeric date can be read in two ways. */
export function isDoubtfulDate(text: string): boolean {
  const [, one = '', two = ''] = NUMBERS.exec(text) ?? []
  return (
    one !== '' && one.length <= 2 && Number(one) <= 12 && Number(two) <= 12 && Number(one) !== Number(two)
  )
}

function monthNamed(name: string): string {
  const start = name.toLowerCase().slice(0, 3)
  return String(MONTHS.findIndex((names) => names.includes(start)) + 1)
}

function dayOf(text: string, year: string, month: string, day: string): string {
  // Two-digit years are in this century up to 29, as in spreadsheets.
  const full = year.length > 2 ? year : String(Number(year) + (Number(year) < 30 ? 2000 : 1900))
  const date = `${full.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDay(date) ? date : text
}
