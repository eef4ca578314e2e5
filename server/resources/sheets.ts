import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/universal'
import { MOST_IMPORTED } from '#core/domains/tools/data_import_logs.ts'
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

/** Bytes of a sheet unpacked: a small file can unpack to one that fills the memory. */
const LARGEST_UNPACKED = 50_000_000
const MOST_COLUMNS = 200
const ZIP = '504b0304'

const wrongType = () => new Refusal(415, 'messages.sheet_type')

/**
 * The table in a CSV or XLSX file, whatever it is called: told by its content.
 * @throws Refusal 415 for anything else, 422 for a table without headings or rows, or with too many.
 */
export async function readSheet(bytes: Buffer): Promise<Sheet> {
  const isXlsx = bytes.subarray(0, 4).toString('hex') === ZIP
  const { lines, hasDecimalComma } = isXlsx
    ? { lines: await xlsxLines(bytes), hasDecimalComma: false }
    : await csvLines(bytes)
  const [headings = [], ...rest] = lines
  const rows = rest
    .map((cells, at) => ({ row: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (headings.every((one) => one === '') || rows.length === 0) throw new Refusal(422, 'messages.sheet_empty')
  if (rows.length > MOST_IMPORTED || headings.length > MOST_COLUMNS) throw tooLong()
  return { headings, rows, hasDecimalComma }
}

const tooLong = () =>
  new Refusal(422, 'messages.sheet_long', { params: { most: MOST_IMPORTED, columns: MOST_COLUMNS } })

async function csvLines(bytes: Buffer): Promise<{ lines: string[][]; hasDecimalComma: boolean }> {
  const text = decoded(bytes)
  if (text.includes('\0')) throw wrongType()
  const delimiter = delimiterOf(text)
  const lines: string[][] = []
  const parser = Readable.from([text]).pipe(
    parse({ delimiter, bom: true, relax_column_count: true, skip_empty_lines: false, trim: true }),
  )
  try {
    for await (const line of parser) {
      lines.push(line as string[])
      if (lines.length > MOST_IMPORTED * 2) throw tooLong()
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
  let unpacked = 0
  let isWorkbook = false
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        unpacked += originalSize
        isWorkbook ||= name === 'xl/workbook.xml'
        return false
      },
    })
  } catch {
    throw wrongType()
  }
  if (!isWorkbook) throw wrongType()
  if (unpacked > LARGEST_UNPACKED) throw new Refusal(413, 'messages.file_size')
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const sheets = await readXlsxFile(file).catch(() => {
    throw wrongType()
  })
  const cells = (sheets[0]?.data ?? []) as readonly (readonly unknown[])[]
  return cells.map((row) => row.map(cellText))
}

/** A cell as it would stand in a CSV file: dates as ISO, numbers without groups. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '')
  return String(cell).trim()
}
