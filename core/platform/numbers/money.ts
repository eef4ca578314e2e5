import { firstOf } from '#core/platform/lists/firstOf.ts'
import { marksOfLanguage, type NumberMarks } from './readNumber.ts'

/** The format of a currency: prefix, suffix, decimals and separators. */
export interface CurrencyMarks {
  currency_id: number
  code: string
  prefix: string | null
  suffix: string | null
  precision: number | null
  decimal: string | null
  thousands: string | null
  mask: string | null
}

/**
 * An amount in its currency's format: "$1,234.50". The only way in which lists, forms, prints, timelines and e-mails write
 * money. Rounded half up to the currency's precision.
 * @param amount as stored: a decimal with a point.
 * @param language of the reader; it determines the separators of a currency without its own.
 */
export function formatMoney(amount: string | number, marks: CurrencyMarks, language: string): string {
  const rounded = roundedText(amount, precisionOf(marks))
  const pattern = patternOf(marks.mask)
  const { prefix, suffix } = prefixAndSuffix(marks)
  const figure = `${prefix}${figureOf(rounded.replace('-', ''), marks, pattern, language)}${suffix}`
  // A value that rounds to zero has no sign.
  if (!/^-.*[1-9]/.test(rounded)) return `${pattern.before}${figure}${pattern.after}`
  return pattern.negative
    ? `${pattern.negative.before}${figure}${pattern.negative.after}`
    : `-${pattern.before}${figure}${pattern.after}`
}

/**
 * A unit price: like an amount, with all its decimals, at most 6: "$3.50", "$3.2555".
 * @param places the least decimals: those of its column, so that decimal points are below each other
 */
export function formatPrice(amount: string, marks: CurrencyMarks, language: string, places = 0): string {
  const precision = Math.max(precisionOf(marks), priceDecimals(amount), places)
  return formatMoney(amount, { ...marks, precision }, language)
}

/** The most decimals that one of the unit prices of a column has. */
export function pricePlaces(amounts: readonly unknown[]): number {
  return Math.max(0, ...amounts.map((amount) => priceDecimals(String(amount))))
}

/** The decimals of a unit price, at most 6. */
function priceDecimals(amount: string): number {
  const [, fraction = ''] = /\.(\d*?)0*$/.exec(amount) ?? []
  return Math.min(fraction.length, PRICE_DECIMALS)
}

/** Maximum decimals of a unit price. */
export const PRICE_DECIMALS = 6

/** The decimals that a currency shows. */
export function precisionOf({ precision }: CurrencyMarks): number {
  return precision ?? 2
}

/**
 * The separators of a currency's figures. A currency with the usual ones (point and comma) follows the reader's language;
 * others are used as defined, if they keep figures readable.
 */
export function numberMarks(marks: CurrencyMarks, language: string): NumberMarks {
  const decimal = readable(marks.decimal) || '.'
  const thousands = readable(marks.thousands)
  if (decimal === '.' && thousands === ',') return marksOfLanguage(language)
  return { decimal, thousands: thousands === decimal ? '' : thousands }
}

const SPACE = '\u00a0'

/**
 * Prefix and suffix of a figure. Saved texts are trimmed, so the space between letters and figures is added here: "CHF 12.50",
 * "12,50 €", but "$12.50".
 */
export function prefixAndSuffix(marks: CurrencyMarks): { prefix: string; suffix: string } {
  const prefix = (marks.prefix ?? '').trimEnd()
  const suffix = (marks.suffix ?? '').trimStart()
  return {
    prefix: /\p{L}$/u.test(prefix) ? `${prefix}${SPACE}` : prefix,
    suffix: suffix && `${SPACE}${suffix}`,
  }
}

/**
 * A spreadsheet number format that shows a figure in its currency and keeps it a number.
 * @param isPrice a unit price, with its stored decimals
 */
export function sheetFormat(marks: CurrencyMarks, isPrice = false): string {
  const places = Math.min(precisionOf(marks), 30)
  const optional = isPrice ? '#'.repeat(Math.max(0, PRICE_DECIMALS - places)) : ''
  const figure = `#,##0${places > 0 || optional ? `.${'0'.repeat(places)}${optional}` : ''}`
  const { prefix, suffix } = prefixAndSuffix(marks)
  return `${quoted(prefix)}${figure}${quoted(suffix)}`
}

const roundings = new Map<number, Intl.NumberFormat>()

/** Decimals that every engine writes; stored amounts have at most 6. */
const MAX_PLACES = 20

/** Rounds half up (away from zero) to exactly `places` decimals. Every engine does so exactly, and needs no library for it. */
function roundedText(amount: string | number, places: number): string {
  const digits = Math.min(places, MAX_PLACES)
  const format =
    roundings.get(digits) ??
    new Intl.NumberFormat('en', {
      useGrouping: false,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  roundings.set(digits, format)
  return format.format(String(amount) as Intl.StringNumericLiteral) + '0'.repeat(places - digits)
}

function readable(mark: string | null): string {
  return mark === null || /[\d-]/.test(mark) ? '' : mark
}

function quoted(text: string): string {
  return text ? `"${text.replaceAll('"', '""')}"` : ''
}

interface Pattern {
  before: string
  after: string
  /** Digits of the group next to the point, and of the other groups; 0: no groups. */
  groups: readonly [first: number, next: number]
  negative?: { before: string; after: string }
}

const PLAIN: Pattern = { before: '', after: '', groups: [3, 3] }
const FIGURE = /[#0,]*[#0](\.[#0]+)?/

/**
 * Parses a mask, written like a spreadsheet's number format: `#,##,##0.00;(#,##0.00)` groups as in India and puts negative
 * amounts in brackets. Decimals follow the precision. A mask without a figure is ignored.
 */
function patternOf(mask: string | null): Pattern {
  const [positive = '', negative] = (mask ?? '').split(';')
  const shape = splitAtFigure(positive)
  if (!shape) return PLAIN
  const [, ...parts] = firstOf(shape.figure.split('.')).split(',')
  const first = parts.at(-1)?.length ?? 0
  const groups = [first, parts.at(-2)?.length ?? first] as const
  const negativeShape = splitAtFigure(negative ?? '')
  return {
    before: shape.before,
    after: shape.after,
    groups,
    ...(negativeShape && { negative: negativeShape }),
  }
}

/** A part of a mask as the text before its figure, the figure, and the text after it. */
function splitAtFigure(part: string): { before: string; figure: string; after: string } | undefined {
  const match = FIGURE.exec(part)
  if (!match) return undefined
  const [figure] = match
  return { before: part.slice(0, match.index), figure, after: part.slice(match.index + figure.length) }
}

/** @param amount rounded, without a sign. */
function figureOf(amount: string, marks: CurrencyMarks, { groups }: Pattern, language: string): string {
  const { decimal, thousands } = numberMarks(marks, language)
  const [whole = '0', fraction] = amount.split('.')
  const grouped = inGroups(whole, groups).join(thousands)
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`
}

/** Splits the integer digits into groups, from the point outwards. */
function inGroups(digits: string, [first, next]: Pattern['groups']): string[] {
  if (first === 0 || digits.length <= first) return [digits]
  const leading = digits.slice(0, -first)
  const size = next || leading.length
  const head = leading.length % size
  const groups = head > 0 ? [leading.slice(0, head)] : []
  for (let at = head; at < leading.length; at += size) groups.push(leading.slice(at, at + size))
  return [...groups, digits.slice(-first)]
}

/** Decimals of a stored amount in any currency. */
export const STORED_PLACES = 3

/** The decimals of amounts in a currency of this precision. */
export function decimalPlacesOf(precision: number | null | undefined): number {
  return Math.min(precision ?? 2, STORED_PLACES)
}
