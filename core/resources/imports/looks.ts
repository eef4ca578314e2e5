import { readDate } from './readDate.ts'

/** The look of a value, if distinctive. */
export type Look = 'email' | 'phone' | 'url' | 'date' | 'zip' | 'number' | 'flag'

const EMAIL = /^[^\s@]{1,80}@[^\s@.]{1,80}\.[^\s@]{1,80}$/
const URL = /^(https?:\/\/|www\.)\S{3,200}$/i
const PHONE = /^\+?[\d(][\d\s().\-/]{6,18}\d(\s*(x|ext\.?|#)\s*\d{1,6})?$/i
const ZIP = /^\d{5}(-\d{4})?$/
const NUMBER = /^[-+(]?[$€£]?\s?\d[\d.,' ]*\)?\s?%?$/
const FLAG = /^(y|n|yes|no|true|false|sí|si)$/i

/** The look of a text; undefined for plain text. */
export function lookOf(text: string): Look | undefined {
  if (text === '' || text.length > 200) return undefined
  if (EMAIL.test(text)) return 'email'
  if (URL.test(text)) return 'url'
  if (ZIP.test(text)) return 'zip'
  if (/^\d{4}-\d{2}-\d{2}/.test(text) || isDate(text)) return 'date'
  if (PHONE.test(text) && text.replace(/\D/g, '').length >= 7 && /[^\d]/.test(text)) return 'phone'
  if (/^\d{10}$/.test(text)) return 'phone'
  if (NUMBER.test(text)) return 'number'
  return FLAG.test(text) ? 'flag' : undefined
}

const isDate = (text: string) =>
  /\d/.test(text) && (readDate(text, 'mdy') !== text || readDate(text, 'dmy') !== text)

/** Whether a text is a value rather than a heading. A heading may contain a year or a small number. */
export function looksLikeValue(text: string): boolean {
  const look = lookOf(text)
  return look !== undefined && look !== 'flag' && !(look === 'number' && /^\d{1,4}$/.test(text))
}
