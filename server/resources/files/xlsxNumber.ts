/** How the numbers of a cell are shown, as far as a table of texts must know it. */
export type NumberLook = 'general' | 'date' | 'percent' | { mask: string }

/** Excel's own formats that are dates or times, by their numbers. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** What a format makes of a number: a date, a share of a hundred, or digits with their zeros (`000000`, `00000-0000`). */
export function lookOfFormat(id: number, code: string | undefined): NumberLook {
  if (id === 9 || id === 10) return 'percent'
  if (code === undefined) return DATE_FORMATS.has(id) ? 'date' : 'general'
  // Words in quotes, colors, conditions and signs after a backslash tell nothing of the number.
  const [positive = ''] = code.split(';')
  const plain = positive.replace(/"([^"]*)"/g, '$1').replace(/\[[^\]]*\]/g, '')
  if (/^0[0\-\\ ()/.]*$/.test(plain) && /00/.test(plain) && !/\.0/.test(plain.replaceAll('\\.', '')))
    return { mask: plain.replaceAll('\\', '') }
  const signs = positive.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
  if (signs.includes('%')) return 'percent'
  return /[ymdhs]/i.test(signs) && !/[#0?]/.test(signs.replace(/[.,]0+/g, '')) ? 'date' : 'general'
}

/** A number of a workbook as it would stand in a CSV file: dates as ISO, numbers without groups, codes with their zeros. */
export function numberText(raw: string, look: NumberLook, is1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (look === 'date') return serialText(value, is1904)
  if (typeof look === 'object' && Number.isSafeInteger(value) && value >= 0)
    return masked(String(value), look.mask)
  return plainNumber(look === 'percent' ? value * 100 : value)
}

/** Without an exponent, and without what floating point adds. */
function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(Math.abs(rounded) < 1 ? 15 : 0).replace(/\.?0+$/, '') : text
}

/** The digits from the right in the places of a mask, with zeros in those that are left. */
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
/** Excel counts a 29th of February 1900, which the calendar does not have: what lies before is one day off. */
const FALSE_LEAP_DAY = 60

/** A day, a day and time, or a time alone, as ISO has them. A number that no date can be stays a number. */
function serialText(value: number, is1904: boolean): string {
  if (value < 0 || value > 2_958_466) return plainNumber(value)
  const off = !is1904 && value < FALSE_LEAP_DAY && value >= 1 ? 1 : 0
  const moment = new Date(Math.round((value + off) * DAY_MS) + (is1904 ? EPOCH_1904 : EPOCH))
  const text = moment.toISOString()
  if (value < 1 && !is1904) return text.slice(11, 16)
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
