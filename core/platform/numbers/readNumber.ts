import { localeOf } from '../texts/locales.ts'

/** Separators of figures: decimal sign and group separator. */
export interface NumberMarks {
  readonly decimal: string
  readonly thousands: string
}

/** Group separators accepted in every language. */
const ALWAYS_GROUPS = [' ', "'", '’', '٬']
const ARABIC_DECIMAL = '٫'

const knownMarks = new Map<string, NumberMarks>()

/** The separators of a language; with Latin digits in all languages. */
export function marksOfLanguage(language: string): NumberMarks {
  const known = knownMarks.get(language)
  if (known) return known
  const parts = new Intl.NumberFormat(`${localeOf(language)}-u-nu-latn`).formatToParts(1_234_567.5)
  const of = (type: string, standard: string) => parts.find((part) => part.type === type)?.value ?? standard
  const found = { decimal: of('decimal', '.'), thousands: of('group', '') }
  knownMarks.set(language, found)
  return found
}

/**
 * Parses a number in its writer's format: "1,824.66" in English and "1.824,66" in German are both 1824.66.
 * @returns a decimal with a point; '' for an empty text; undefined for an invalid number in this format, such as "1,82" in
 * English
 */
export function readNumber(text: string, { decimal, thousands }: NumberMarks): string | undefined {
  // Texts in Arabic, Persian and Hebrew contain invisible direction marks.
  const written = latinDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (written === '') return ''
  const sign = /^[-−]/.test(written) ? '-' : ''
  const figure = written.slice(sign.length).trimStart()
  const [whole = '', part, ...more] = figure.replaceAll(ARABIC_DECIMAL, decimal).split(decimal)
  if (more.length > 0 || (whole === '' && !part) || !/^\d*$/.test(part ?? '')) return undefined
  const digits = whole === '' ? '0' : withoutGroups(whole, thousands)
  if (digits === undefined) return undefined
  return `${sign}${digits.replace(/^0+(?=\d)/, '')}${part ? `.${part}` : ''}`
}

/** Removes groups of three digits, or of two and a last one of three, as in India; with one separator throughout. */
function withoutGroups(whole: string, thousands: string): string | undefined {
  if (/^\d+$/.test(whole)) return whole
  const mark = [thousands.replace(/\s/, ' '), ...ALWAYS_GROUPS].find((item) => item && whole.includes(item))
  if (mark === undefined) return undefined
  const [first = '', ...groups] = whole.split(mark)
  const last = groups.pop() ?? ''
  const isGrouped =
    /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{2,3}$/.test(group)) && /^\d{3}$/.test(last)
  return isGrouped ? [first, ...groups, last].join('') : undefined
}

/** Converts the digits of any script to Latin ones. */
function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    // The digits of a script are consecutive from its zero on.
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1
    return String(code - zero)
  })
}
