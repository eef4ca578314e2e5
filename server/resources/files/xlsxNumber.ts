/** The display format of a cell's numbers, as far as it affects a table of texts. */
export type NumberLook = 'general' | 'date' | 'percent' | { mask: string }

/** Excel's own date and time formats, by their numbers. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** Classifies a format: a date, a percentage, or digits with leading zeros (`000000`, `00000-0000`). */
export function lookOfFormat(id: number, code: string | undefined): NumberLook {
  if (id === 9 || id === 10) return 'percent'
  if (code === undefined) return DATE_FORMATS.has(id) ? 'date' : 'general'
  // Quoted words, colors, conditions and escaped characters do not affect the number.
  const [positive = ''] = code.split(';')
  const plain = positive.replace(/"([^"]*)"/g, '$1').replace(/\[[^\]]*\]/g, '')
  if (/^0[0\-\\ ()/.]*$/.test(plain) && /00/.test(plain) && !/\.0/.test(plain.replaceAll('\\.', '')))
    return { mask: plain.replaceAll('\\', '') }
  const signs = positive.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
  if (signs.includes('%')) return 'percent'
  return /[ymdhs]/i.test(signs) && !/[#0?]/.test(signs.replace(/[.,]0+/g, '')) ? 'date' : 'general'
}

/** A number of a workbook as text, as it would be in a CSV file: dates as ISO, numbers without groups, codes with their zeros. */
export function numberText(raw: string, look: NumberLook, is1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (look === 'date') return serialText(value, is1904)
  if (typeof look === 'object' && Number.isSafeInteger(value) && value >= 0)
    return masked(String(value), look.mask)
  return plainNumber(look === 'percent' ? value * 100 : value)
}

/** Without an exponent or floating-point noise. */
function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(Math.abs(rounded) < 1 ? 15 : 0).replace(/\.?0+$/, '') : text
}

/** Fills a mask with digits from the right, and with zeros on the left. */
function masked(digits: string, mask: string): string {
  const places = mask.replace(/[^0]/g, '').length
  const padded = digits.padStart(places, '0')
  let at = padded.length - places
  const text = [...mask].map((sign) => (sign === '0' ? padded[at++] : sign)).join('')
  return padded.slice(0, padded.length - places) + text
}

const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** Excel counts 29 February 1900, which does not exist: earlier dates are one day off. */
const FALSE_LEAP_DAY = 60

/** A date, a date and time, or a time alone in ISO format. A number that cannot be a date stays a number. */
function serialText(value: number, is1904: boolean): string {
  if (value < 0 || value > 2_958_466) return plainNumber(value)
  const off = !is1904 && value < FALSE_LEAP_DAY && value >= 1 ? 1 : 0
  const moment = new Date(Math.round((value + off) * DAY_MS) + (is1904 ? EPOCH_1904 : EPOCH))
  const text = moment.toISOString()
  if (value < 1 && !is1904) return text.slice(11, 16)
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
