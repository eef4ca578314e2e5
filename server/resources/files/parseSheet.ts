import { isUtf8 } from 'node:buffer'
import { gunzipSync, gzipSync } from 'node:zlib'
import { csvLines, delimiterOf } from '#core/resources/imports/csvLines.ts'
import type { ReadSheet } from './sheet.ts'
import { MAX_COLUMNS, type TakeLine, tableReader } from './tableReader.ts'
import { wrongType } from './unpackWorkbook.ts'
import { xlsxLines } from './xlsxLines.ts'

/** The part of a file to read. */
export interface SheetChoice {
  /** Index of the sheet of a workbook, from 0; without it the first one. */
  sheet?: number | undefined
  /** The row with the headings, from 1; without it the first one that looks like headings. */
  headingRow?: number | undefined
}

/** A file as uploaded, or as stored. */
export type SheetFile = { bytes: Uint8Array } | { packed: string }

const ZIP = '504b0304'
const PIECE_BYTES = 1_000_000

/**
 * The table in a CSV or XLSX file, recognized by its content. It can take seconds, and a hostile file can take forever: `readSheet` runs
 * it in a separate thread.
 * @throws Refusal 415 for anything else, 413 for a file that unpacks to too much data, 422 for a table without headings or rows, or with
 * too many.
 */
export function parseSheet({ sheet, headingRow, ...file }: SheetChoice & SheetFile): ReadSheet {
  const buffer = bufferOf(file)
  const reader = tableReader(headingRow)
  const isWorkbook = buffer.subarray(0, 4).toString('hex') === ZIP
  const { merged, ...table } = isWorkbook
    ? readWorkbook(buffer, sheet, reader.take)
    : readCsv(buffer, reader.take)
  return {
    ...table,
    ...reader.end(merged),
    packed: 'packed' in file ? file.packed : gzipSync(buffer, { level: 1 }).toString('base64'),
  }
}

function bufferOf(file: SheetFile): Buffer {
  if ('packed' in file) return gunzipSync(Buffer.from(file.packed, 'base64'))
  return Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)
}

/** Facts about a file in addition to its lines. */
interface Table extends Pick<ReadSheet, 'sheets' | 'sheet' | 'decimal'> {
  merged: string[]
}

function readWorkbook(bytes: Buffer, sheet: number | undefined, take: TakeLine): Table {
  return { ...xlsxLines(bytes, sheet, take), decimal: '.' }
}

function readCsv(bytes: Buffer, take: TakeLine): Table {
  const pieces = decoded(bytes)
  const { value: first = '' } = pieces.next()
  if (!isText(first.slice(0, 1000))) throw wrongType()
  const delimiter = delimiterOf(first)
  let at = 0
  for (const line of csvLines(first, delimiter, MAX_COLUMNS, pieces)) take(line, at++)
  return { sheets: [], sheet: 0, decimal: delimiter === ';' ? ',' : '.', merged: [] }
}

/** Whether the beginning of a file has no binary characters. */
const isText = (beginning: string) =>
  ![...beginning].some((sign) => sign < ' ' && !'\t\n\r\f\v'.includes(sign))

/** The text in pieces: UTF-8, UTF-16 with its byte order mark, or Windows-1252. @throws Refusal 415 for binary data */
function* decoded(bytes: Buffer): Generator<string, undefined> {
  const mark = bytes.subarray(0, 2).toString('hex')
  const encoding =
    mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : isUtf8(bytes) ? 'utf-8' : 'windows-1252'
  const decoder = new TextDecoder(encoding)
  for (let index = 0; index < bytes.length; index += PIECE_BYTES) {
    const stream = index + PIECE_BYTES < bytes.length
    const piece = decoder.decode(bytes.subarray(index, index + PIECE_BYTES), { stream })
    if (piece.includes('\0')) throw wrongType()
    yield piece
  }
}
