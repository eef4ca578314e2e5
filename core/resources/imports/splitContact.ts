import { isStateCode } from './words.ts'

/** The parts of an address in one cell. */
export interface SplitAddress {
  address1: string
  city: string
  state: string
  zip_code: string
}

const ONE_LINE =
  /^(.{3,200}?)(?:\s*[,\n]\s*|\s{2,})([\p{L} .'-]{2,60}?)\s*[,\n]?\s+([A-Za-z]{2})\.?\s*,?\s+(\d{5}(?:-\d{4})?)(?:\s*[,\n]?\s*(?:USA?|United States(?: of America)?))?$/u

/** Splits a US address in one cell; undefined if that fails. */
export function splitAddress(text: string): SplitAddress | undefined {
  if (text.length > 400) return undefined
  const [, street = '', city = '', state = '', zip_code = ''] =
    ONE_LINE.exec(text.replace(/\r/g, '').trim()) ?? []
  if (street === '' || !isStateCode(state)) return undefined
  return {
    address1: street.replace(/\s*\n\s*/g, ', '),
    city: city.trim(),
    state: state.toUpperCase(),
    zip_code,
  }
}

const LABELED =
  /(phone|mobile|cell|fax|work|home|main|other)\s*:\s*([^:,;]{5,40}?)(?=\s*(?:$|[,;]|(?:phone|mobile|cell|fax|work|home|main|other)\s*:))/gi

/** The numbers in a cell that labels each of them: `Phone: (308) 555-1234 Mobile: (308) 555-9876`. */
export function labeledPhones(text: string): { phone?: string; mobile?: string; fax?: string } {
  const found: { phone?: string; mobile?: string; fax?: string } = {}
  if (text.length > 300) return found
  for (const [, label = '', number = ''] of text.matchAll(LABELED)) {
    const name = /mobile|cell/i.test(label) ? 'mobile' : /fax/i.test(label) ? 'fax' : 'phone'
    found[name] ??= number.trim()
  }
  return found
}
