import { localeOf } from './locales.ts'

/** How figures are written: what stands before the decimals, and between groups of digits. */
export interface NumberMarks {
  readonly decimal: string
  readonly thousands: string
}

/** What parts groups of digits for anybody, besides the mark of the language. */
const ALWAYS_GROUPS = [' ', "'", '’', '٬']
const ARABIC_DECIMAL = '٫'

const knownMarks = new Map<string, NumberMarks>()

/** How a language parts its figures; the digits are those of Europe everywhere. */
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
 * Reads a number as its writer writes numbers: "1,824.66" in English and "1.824,66" in German are both 1824.66.
 * @returns a decimal with a point; '' for an empty text; undefined for what is no number by these marks, such as "1,82" in English
 */
export function readNumber(text: string, { decimal, thousands }: NumberMarks): string | undefined {
  // Texts in Arabic, Persian and Hebrew hold marks of direction that nobody sees.
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

/** Groups of three digits, or of two and a last of three, as in India; parted by one mark throughout. */
function withoutGroups(whole: string, thousands: string): string | undefined {
  if (/^\d+$/.test(whole)) return whole
  const mark = [thousands.replace(/\s/, ' '), ...ALWAYS_GROUPS].find((one) => one && whole.includes(one))
  if (mark === undefined) return undefined
  const [first = '', ...groups] = whole.split(mark)
  const last = groups.pop() ?? ''
  const isGrouped =
    /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{2,3}$/.test(group)) && /^\d{3}$/.test(last)
  return isGrouped ? [first, ...groups, last].join('') : undefined
}

/** Digits of any script as those of Europe. */
function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0)!
    // Digits of a script follow one another from its zero on.
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && digit.codePointAt(0)! - zero < 9) zero -= 1
    return String(digit.codePointAt(0)! - zero)
  })
}
