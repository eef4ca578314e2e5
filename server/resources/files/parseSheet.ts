import { gunzipSync, gzipSync } from 'node:zlib'
import { type ColumnFacts, columnWatch } from '#core/resources/imports/columnFacts.ts'
import { type CellFault, csvLines, delimiterOf, type TableLine } from '#core/resources/imports/csvLines.ts'
import { headingRowOf, headingsAlike, valueAmongHeadings } from '#core/resources/imports/headingRow.ts'
import type { DecimalSign } from '#core/resources/imports/readNumber.ts'
import type { SheetNote } from '#core/resources/imports/sheetNote.ts'
import { MAX_IMPORT_ROWS } from '#core/resources/imports.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { wrongType } from './unpackWorkbook.ts'
import { xlsxLines } from './xlsxLines.ts'

export interface SheetRow {
  /** Row number as in a spreadsheet: the first line is 1. */
  row: number
  cells: string[]
  /** Doubtful cells, if any. */
  faults?: CellFault[]
}

/** The part of a file to read. */
export interface SheetChoice {
  /** Index of the sheet of a workbook, from 0; without it the first one. */
  sheet?: number | undefined
  /** The row with the headings, from 1; without it the first one that looks like headings. */
  headingRow?: number | undefined
}

/** A table of a file in its stored form. */
export interface ReadSheet {
  /** The sheets of a workbook; empty for a CSV file. */
  sheets: string[]
  sheet: number
  headingRow: number
  headings: string[]
  sample: string[][]
  /** Facts about each column, from its values. */
  facts: ColumnFacts[]
  /** The decimal sign where a column does not show its own. */
  decimal: DecimalSign
  /** Notes about the file. */
  notes: SheetNote[]
  /** The number of rows. */
  count: number
  /** The rows in parts, each as JSON. */
  parts: { count: number; json: string }[]
  /** The compressed file itself: another sheet of it can be chosen. */
  packed: string
}

/** A file as uploaded, or as stored. */
export type SheetFile = { bytes: Uint8Array } | { packed: string }

const MAX_COLUMNS = 200
const MAX_CELLS = 4_000_000
/** Maximum characters of all cells. A workbook can repeat one long text in each. */
const MAX_TEXT_LENGTH = 60_000_000
/** Maximum characters of a cell; a longer one holds no value of a record. */
const MAX_CELL_LENGTH = 1_000_000
const LAST_ROW = 2 * MAX_IMPORT_ROWS
const SAMPLE = 5
const MAX_NOTES = 20
/** Rows that are stored, tested and imported together. */
export const ROWS_AT_ONCE = 500
const ZIP = '504b0304'

/**
 * The table in a CSV or XLSX file, recognized by its content. It can take seconds, and a hostile file can take for ever: `readSheet` runs
 * it in a thread of its own.
 * @throws Refusal 415 for anything else, 413 for what unpacks to too much, 422 for a table without headings or rows, or with too many.
 */
export function parseSheet({ sheet, headingRow, ...file }: SheetChoice & SheetFile): ReadSheet {
  const buffer = bufferOf(file)
  const table =
    buffer.subarray(0, 4).toString('hex') === ZIP ? workbookTable(buffer, sheet) : csvTable(buffer)
  const { lines } = table
  const at = headingRow === undefined ? headingsAt(lines) : headingRow - 1
  const headings = lines[at]?.cells ?? []
  if (headings.every((one) => one === '')) throw new Refusal(422, 'messages.sheet_empty')
  const watches = Array.from({ length: widthOf(lines, at) }, () => columnWatch())
  const rows = rowsBelow(lines, at, watches)
  if (rows.count === 0) throw new Refusal(422, 'messages.sheet_empty')
  return {
    ...{ sheets: table.sheets, sheet: table.sheet, headingRow: at + 1, headings },
    ...{ sample: rows.sample, count: rows.count, parts: rows.parts, decimal: table.decimal },
    facts: watches.map((watch) => watch.facts()),
    notes: notesOf(lines, at, table.merged),
    packed: 'packed' in file ? file.packed : gzipSync(buffer, { level: 1 }).toString('base64'),
  }
}

function bufferOf(file: SheetFile): Buffer {
  if ('packed' in file) return gunzipSync(Buffer.from(file.packed, 'base64'))
  return Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)
}

export const tooLong = () =>
  new Refusal(422, 'messages.sheet_long', { params: { most: MAX_IMPORT_ROWS, columns: MAX_COLUMNS } })

/** @throws Refusal 422 with what the file has instead of headings */
function headingsAt(lines: readonly TableLine[]): number {
  const first = lines.slice(0, 25).map(({ cells }) => cells)
  const found = headingRowOf(first)
  if (found !== undefined) return found
  const at = Math.max(
    0,
    first.findIndex((cells) => cells.some((cell) => cell !== '')),
  )
  const value = valueAmongHeadings(first[at] ?? [])
  if (!value) return at
  throw new Refusal(422, 'messages.sheet_no_headings', {
    params: { row: at + 1, column: value.position + 1, value: value.text.slice(0, 60) },
  })
}

function widthOf(lines: readonly TableLine[], from: number): number {
  let widest = 0
  let cells = 0
  let signs = 0
  for (const line of lines.slice(from)) {
    widest = Math.max(widest, line.cells.length)
    cells += line.cells.length
    for (const cell of line.cells) {
      signs += cell.length
      if (cell.length > MAX_CELL_LENGTH) throw new Refusal(413, 'messages.file_size')
    }
  }
  if (widest > MAX_COLUMNS || cells > MAX_CELLS) throw tooLong()
  if (signs > MAX_TEXT_LENGTH) throw new Refusal(413, 'messages.file_size')
  return widest
}

/** The non-empty rows, in parts. */
function rowsBelow(
  lines: TableLine[],
  headingAt: number,
  watches: readonly ReturnType<typeof columnWatch>[],
) {
  const parts: ReadSheet['parts'] = []
  const sample: string[][] = []
  let some: SheetRow[] = []
  let count = 0
  const keep = () => {
    if (some.length > 0) parts.push({ count: some.length, json: JSON.stringify(some) })
    some = []
  }
  for (let at = headingAt + 1; at < lines.length; at++) {
    const { cells, faults } = lines[at]!
    if (faults.length === 0 && cells.every((cell) => cell === '')) continue
    count += 1
    if (count > MAX_IMPORT_ROWS) throw tooLong()
    if (sample.length < SAMPLE) sample.push(cells)
    for (const [position, cell] of cells.entries()) watches[position]?.take(cell)
    some.push({ row: at + 1, cells, ...(faults.length > 0 && { faults }) })
    if (some.length === ROWS_AT_ONCE) keep()
  }
  keep()
  return { parts, sample, count }
}

function notesOf(lines: readonly TableLine[], headingAt: number, merged: readonly string[]): SheetNote[] {
  const notes: SheetNote[] = []
  for (const { heading, positions } of headingsAlike(lines[headingAt]!.cells)) {
    const columns = positions.map((position) => position + 1).join(', ')
    notes.push({
      rule: 'headings_alike',
      row: headingAt + 1,
      position: positions[1]!,
      params: { heading, columns },
    })
  }
  for (const cells of merged) {
    const row = Number(/\d+$/.exec(cells)?.[0])
    if (row > headingAt) notes.push({ rule: 'merged', row, position: null, params: { cells } })
  }
  let more = 0
  for (const [at, { cells, faults }] of lines.entries()) {
    if (at < headingAt) continue
    for (const { position, rule } of faults) {
      if (notes.length >= MAX_NOTES) more += 1
      else
        notes.push({ rule, row: at + 1, position, params: { value: (cells[position] ?? '').slice(0, 60) } })
    }
  }
  return more > 0
    ? [...notes, { rule: 'more_notes', row: null, position: null, params: { count: more } }]
    : notes
}

interface Table {
  lines: TableLine[]
  sheets: string[]
  sheet: number
  decimal: DecimalSign
  merged: string[]
}

function workbookTable(bytes: Buffer, sheet: number | undefined): Table {
  const limits = { columns: MAX_COLUMNS, lastRow: LAST_ROW, cells: MAX_CELLS, tooLong }
  return { ...xlsxLines(bytes, sheet, limits), decimal: '.' }
}

function csvTable(bytes: Buffer): Table {
  const text = decoded(bytes)
  if (text.includes('\0') || !isText(text.slice(0, 1000))) throw wrongType()
  const delimiter = delimiterOf(text)
  const lines: TableLine[] = []
  let cells = 0
  for (const line of csvLines(text, delimiter, MAX_COLUMNS)) {
    lines.push(line)
    cells += line.cells.length
    if (lines.length > LAST_ROW || cells > MAX_CELLS || line.cells.length > MAX_COLUMNS) throw tooLong()
  }
  return { lines, sheets: [], sheet: 0, decimal: delimiter === ';' ? ',' : '.', merged: [] }
}

/** Whether the beginning of a file has no binary characters. */
const isText = (beginning: string) =>
  ![...beginning].some((sign) => sign < ' ' && !'\t\n\r\f\v'.includes(sign))

/** UTF-8, UTF-16 with its byte order mark, or Windows-1252. */
function decoded(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff')
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
