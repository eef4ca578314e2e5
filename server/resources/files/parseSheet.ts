import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { Unzip, UnzipInflate } from 'fflate'
import readXlsxFile from 'read-excel-file/universal'
import { MOST_IMPORTED } from '#core/resources/imports.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** A table of a file: its headings, and its rows without the empty ones. */
export interface Sheet {
  headings: string[]
  rows: SheetRow[]
  /** Numbers are written with a comma: what separates the columns says so. */
  hasDecimalComma: boolean
}

export interface SheetRow {
  /** As a spreadsheet counts: the headings are row 1. */
  row: number
  cells: string[]
}

/** Bytes of a workbook unpacked, counted as they come: a small file can unpack to one that fills the memory. */
const LARGEST_UNPACKED = 50_000_000
const MOST_COLUMNS = 200
const MOST_CELLS = MOST_IMPORTED * MOST_COLUMNS
/** Signs of all cells: as many as the largest file of plain text holds. A workbook can name one long text in each. */
const LONGEST_TEXT = 10_000_000
/** Below the last row of a table stand empty ones that were once formatted; a sheet is read with all of them. */
const LAST_ROW = 200_000
const LARGEST_GRID = 4 * MOST_CELLS
const ZIP = '504b0304'

const wrongType = () => new Refusal(415, 'messages.sheet_type')

/** A sheet as it is kept, as text, with what answers show of it. */
export interface ReadSheet {
  headings: string[]
  sample: string[][]
  /** How many rows it has. */
  count: number
  json: string
}

const SAMPLE = 5

/**
 * The table in a CSV or XLSX file, whatever it is called: told by its content. It can take seconds, and what a hostile
 * file holds can take for ever: `readSheet` does it in a thread of its own.
 * @throws Refusal 415 for anything else, 413 for what unpacks to too much, 422 for a table without headings or rows, or
 * with too many.
 */
export async function parseSheet(bytes: Uint8Array): Promise<ReadSheet> {
  const sheet = await tableOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const { headings, rows } = sheet
  const sample = rows.slice(0, SAMPLE).map(({ cells }) => cells)
  return { headings, sample, count: rows.length, json: JSON.stringify(sheet) }
}

async function tableOf(bytes: Buffer): Promise<Sheet> {
  const isXlsx = bytes.subarray(0, 4).toString('hex') === ZIP
  const { lines, hasDecimalComma } = isXlsx
    ? { lines: await xlsxLines(bytes), hasDecimalComma: false }
    : await csvLines(bytes)
  const [headings = [], ...rest] = lines
  const rows = rest
    .map((cells, at) => ({ row: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (headings.every((one) => one === '') || rows.length === 0) throw new Refusal(422, 'messages.sheet_empty')
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  if (rows.length > MOST_IMPORTED || widest > MOST_COLUMNS) throw tooLong()
  const signs = rows.reduce((sum, { cells }) => sum + cells.reduce((more, one) => more + one.length, 0), 0)
  if (signs > LONGEST_TEXT) throw new Refusal(413, 'messages.file_size')
  return { headings, rows, hasDecimalComma }
}

export const tooLong = () =>
  new Refusal(422, 'messages.sheet_long', { params: { most: MOST_IMPORTED, columns: MOST_COLUMNS } })

async function csvLines(bytes: Buffer): Promise<{ lines: string[][]; hasDecimalComma: boolean }> {
  const text = decoded(bytes)
  if (text.includes('\0')) throw wrongType()
  const delimiter = delimiterOf(text)
  // A row of millions of columns would be held whole before it could be counted.
  if (text.split(delimiter).length > MOST_CELLS) throw tooLong()
  const lines: string[][] = []
  let cells = 0
  const parser = Readable.from([text]).pipe(
    parse({
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: false,
      trim: true,
    }),
  )
  try {
    for await (const line of parser) {
      lines.push(line as string[])
      cells += (line as string[]).length
      if (lines.length > MOST_IMPORTED * 2 || cells > MOST_CELLS) throw tooLong()
    }
  } catch (error) {
    throw error instanceof Refusal ? error : wrongType()
  }
  return { lines, hasDecimalComma: delimiter === ';' }
}

/** UTF-8, UTF-16 with its mark, or what spreadsheets on Windows write. */
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

/** What separates the columns: the sign that stands most often in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const first = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1)[0]!
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).sign
}

async function xlsxLines(bytes: Buffer): Promise<string[][]> {
  refuseLargeWorkbook(bytes)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const sheets = await readXlsxFile(file).catch(() => {
    throw wrongType()
  })
  const cells = (sheets[0]?.data ?? []) as readonly (readonly unknown[])[]
  return cells.map((row) => row.map(cellText))
}

/** Unpacks a workbook piece by piece, and stops at the first piece that is too much. @throws Refusal 413, 415, 422 */
function refuseLargeWorkbook(bytes: Buffer): void {
  let unpacked = 0
  let isWorkbook = false
  let failed: Error | undefined
  const unzip = new Unzip((file) => {
    isWorkbook ||= file.name === 'xl/workbook.xml'
    const refuseLargeSheet = /^xl\/worksheets\//.test(file.name) ? sheetWatch() : () => {}
    file.ondata = (error, piece) => {
      if (error) failed ??= wrongType()
      if (failed) return
      unpacked += piece?.length ?? 0
      try {
        if (unpacked > LARGEST_UNPACKED) throw new Refusal(413, 'messages.file_size')
        refuseLargeSheet(piece)
      } catch (refusal) {
        failed = refusal as Error
        file.terminate()
      }
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length && !failed; at += PIECE) {
      unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length)
    }
  } catch {
    failed ??= wrongType()
  }
  if (failed) throw failed
  if (!isWorkbook) throw wrongType()
}

/** So much is unpacked at once; packed as well as can be, it unpacks to a thousand times that. */
const PIECE = 1024

/** Counts the cells of a sheet and looks where they stand: two that lie far apart make a grid of millions. */
function sheetWatch(): (piece: Uint8Array) => void {
  let rest = ''
  let cells = 0
  let columns = 1
  let rows = 1
  return (piece) => {
    const text = rest + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    const end = text.lastIndexOf('<')
    for (const [, address] of text.slice(0, end).matchAll(CELL)) {
      cells += 1
      const [, letters = '', row = ''] = ADDRESS.exec(address!) ?? []
      columns = Math.max(columns, columnOf(letters))
      rows = Math.max(rows, Number(row))
    }
    if (cells > MOST_CELLS || rows > LAST_ROW || rows * columns > LARGEST_GRID) throw tooLong()
    // A tag that is cut goes on in the next piece; one that is longer than any cell's is none.
    rest = text.slice(Math.max(end, text.length - 200, 0))
  }
}

const CELL = /<(?:\w{1,20}:)?c[\s/>]([^<>]{0,200})/g
const ADDRESS = /(?:^|\s)r="([A-Z]{1,3})(\d{1,7})"/

/** The number of a column by its letters: A is 1, AA is 27. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

/** A cell as it would stand in a CSV file: dates as ISO, numbers without groups. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '')
  return String(cell).trim()
}
