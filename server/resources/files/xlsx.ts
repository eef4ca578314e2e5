import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Zip, ZipDeflate } from 'fflate'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'

/** A value, or a number with its display format. */
export type Cell = string | number | null | { value: number; format: string }

/** Excel's limit of rows per sheet; further rows go to the next one. */
export const LARGEST_SHEET = 1_048_576
/** Excel's limit of characters per cell. */
const MAX_CELL = 32_767
/** Bytes per compression step: enough to compress well, few enough to let other calls run in between. */
const CHUNK = 64 * 1024

interface Part {
  name: string
  chunks: AsyncIterable<string> | Iterable<string>
}

/** Returns a workbook of one table; it is streamed. */
export function sendXlsx(
  reply: FastifyReply,
  title: string,
  head: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): void {
  const cells = Symbol.asyncIterator in rows ? rows : Readable.from(rows)
  void reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .send(Readable.from(xlsxOf(title, head, cells), { objectMode: false }))
}

/**
 * Streams a workbook of one table: rows are taken as fast as the file is read, and only a few of them are in memory. The first row is a
 * heading, repeated on every sheet.
 */
export async function* xlsxOf(
  title: string,
  head: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<Uint8Array> {
  yield* packed(partsOf(title, head, rows))
}

async function* partsOf(
  title: string,
  head: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<Part> {
  const source = rows[Symbol.asyncIterator]()
  const state: State = { isOver: false, formats: new Map() }
  let sheets = 0
  do {
    sheets += 1
    yield { name: `xl/worksheets/sheet${sheets}.xml`, chunks: sheetChunks(head, source, state) }
  } while (!state.isOver)
  for (const [name, text] of Object.entries(frame(title, sheets, [...state.formats.keys()])))
    yield { name, chunks: [text] }
}

interface State {
  isOver: boolean
  /** The formats used so far, each with the number of its style. */
  formats: Map<string, number>
}

/** The plain style and the heading's come before the formats. */
const HEADING = 1
const FIRST_FORMAT = 2

async function* sheetChunks(
  head: readonly string[],
  source: AsyncIterator<readonly Cell[]>,
  state: State,
): AsyncGenerator<string> {
  let text = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${rowXml(1, head, () => HEADING)}`
  for (let count = 1; count < LARGEST_SHEET; count++) {
    const { value, done } = await source.next()
    if (done) {
      state.isOver = true
      break
    }
    text += rowXml(count + 1, value, (format) => styleOf(state.formats, format))
    if (text.length >= CHUNK) {
      yield text
      text = ''
    }
  }
  yield `${text}</sheetData></worksheet>`
}

type StyleOf = (format: string | undefined) => number

function styleOf(formats: Map<string, number>, format: string | undefined): number {
  if (format === undefined) return 0
  if (!formats.has(format)) formats.set(format, FIRST_FORMAT + formats.size)
  return getOrThrow(formats, format)
}

function rowXml(row: number, cells: readonly Cell[], style: StyleOf): string {
  const xml = cells.map((cell, column) => cellXml(`${letters(column)}${row}`, cell, style))
  return `<row r="${row}">${xml.join('')}</row>`
}

/** The name of a column: A to Z, AA, AB … */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

function cellXml(at: string, cell: Cell, style: StyleOf): string {
  if (cell === null || cell === '') return ''
  const { value, format } = typeof cell === 'object' ? cell : { value: cell, format: undefined }
  const number = style(format)
  const look = number === 0 ? '' : ` s="${number}"`
  if (typeof value === 'number') return `<c r="${at}"${look}><v>${value}</v></c>`
  return `<c r="${at}" t="inlineStr"${look}><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Removes characters that XML cannot hold (control characters, lone surrogates). */
function escaped(text: string): string {
  return text
    .slice(0, MAX_CELL)
    .replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
    .replace(NOT_IN_XML, '')
}

const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Numbers below this are Excel's own formats. */
const OWN_FORMATS = 164

function formatsXml(formats: readonly string[]): string {
  if (formats.length === 0) return ''
  const lines = formats.map(
    (format, index) => `<numFmt numFmtId="${OWN_FORMATS + index}" formatCode="${escaped(format)}"/>`,
  )
  return `<numFmts count="${formats.length}">${lines.join('')}</numFmts>`
}

/** The files of a workbook other than its sheets. */
function frame(title: string, sheets: number, formats: readonly string[]): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  // A sheet's name has at most 31 characters, and none of these.
  const name = title.replace(/[\\/*?:[\]']/g, ' ').slice(0, 25)
  const nameOf = (number: number) => escaped(sheets === 1 ? name : `${name} ${number}`)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  return {
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers
      .map((number) => `<sheet name="${nameOf(number)}" sheetId="${number}" r:id="rId${number}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}">${formatsXml(formats)}<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FIRST_FORMAT + formats.length}"><xf/><xf fontId="1" applyFont="1"/>${formats
      .map((_, index) => `<xf numFmtId="${OWN_FORMATS + index}" applyNumberFormat="1"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers
      .map((number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`))
      .join('')}${relation('rIdStyles', 'styles', 'styles.xml')}</Relationships>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${numbers
      .map(
        (number) =>
          `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
      )
      .join('')}</Types>`,
  }
}

/** The parts as a ZIP archive. Parts are made on demand and released once sent. */
async function* packed(parts: AsyncIterable<Part>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { name, chunks } of parts) {
    const file = new ZipDeflate(name, { level: 1 })
    zip.add(file)
    for await (const text of chunks) {
      file.push(encoder.encode(text))
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
