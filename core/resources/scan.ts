import { keysOf } from '#core/platform/keysOf.ts'

/** Kinds of codes that a user may have to scan. */
export const SCAN_KINDS = ['receiving', 'work_order', 'repack', 'part_number', 'user_qr_code'] as const

export type ScanKind = (typeof SCAN_KINDS)[number]

/** Maximum length of a code; labels hold far less. */
export const SCAN_LENGTH = 1000

/** Kinds whose codes contain data: the required keys, the id of the record first. */
const NEEDED = {
  work_order: ['work_order_id', 'batch_id'],
  receiving: ['part_id'],
  repack: ['repack_id'],
} as const satisfies Partial<Record<ScanKind, readonly string[]>>

const ID = /^[1-9]\d{0,14}$/

/** The content of a code: the id of a record, or a text to look up. */
export type Scan =
  | { kind: keyof typeof NEEDED; id: number }
  | { kind: 'part_number' | 'user_qr_code'; text: string }

/**
 * Reads a scanned text of the expected kind. Data is JSON (`{"work_order_id": 7, "batch_id": "B-2"}`), a query string
 * (`work_order_id=7&batch_id=B-2`) or a URL with one.
 * @returns undefined if the text is of another kind, empty or too long.
 */
export function readScan(kind: ScanKind, scanned: string): Scan | undefined {
  const text = scanned.trim()
  if (text === '' || text.length > SCAN_LENGTH) return undefined
  if (kind === 'part_number' || kind === 'user_qr_code') return { kind, text }
  const data = dataOf(text)
  const values = NEEDED[kind].map((name) => data.get(name) ?? '')
  const [id = ''] = values
  return ID.test(id) && values.every((value) => value !== '') ? { kind, id: Number(id) } : undefined
}

/** The kind of a scanned text with data. */
export function kindOfData(text: string): ScanKind | undefined {
  const kinds = keysOf(NEEDED)
  return kinds.find((kind) => readScan(kind, text))
}

function dataOf(text: string): Map<string, string> {
  if (text.startsWith('{')) return new Map(membersOf(text))
  const query = text.replace(/^https?:[^?]*\?/i, '').replace(/#.*$/, '')
  return new Map(query.split('&').map(pairOf))
}

function pairOf(pair: string): [string, string] {
  const [name = '', ...rest] = pair.split('=')
  return [plain(name), plain(rest.join('=')).trim()]
}

/** Decodes a part of a query string; '' if malformed. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

/** The strings and numbers of a JSON object. */
function membersOf(text: string): [string, string][] {
  try {
    const members: object = JSON.parse(text)
    return Object.entries(members).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value).trim()]] : [],
    )
  } catch {
    return []
  }
}
