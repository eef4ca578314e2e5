import type { TableLine } from '#core/resources/imports/csvLines.ts'
import { LAST_ROW, MAX_CELLS, MAX_COLUMNS, type TakeLine, tooLong } from './tableReader.ts'
import { unpackWorkbook, wrongType } from './unpackWorkbook.ts'
import { lookOfFormat, type NumberLook, numberText } from './xlsxNumber.ts'

export interface WorkbookTable {
  /** The names of the workbook's sheets. */
  sheets: string[]
  /** The sheet that was read. */
  sheet: number
  /** Merged cells in spreadsheet notation: `A5:A7`. */
  merged: string[]
}

/** Maximum characters of a row's XML. */
const MAX_ROW = 8_000_000

/**
 * Reads the lines of a sheet of an XLSX file, as they would be in a CSV file; empty ones are left out.
 * @param wanted index of the sheet, from 0; without it the first one that is not hidden
 * @throws Refusal 413, 415, 422
 */
export function xlsxLines(bytes: Uint8Array, requested: number | undefined, take: TakeLine): WorkbookTable {
  const parts = new Map<string, string[]>()
  unpackWorkbook(bytes, (name) => {
    if (!/^xl\/(workbook|styles|sharedStrings|_rels\/workbook)\.xml(\.rels)?$/.test(name)) return undefined
    const pieces: string[] = []
    parts.set(name, pieces)
    return (text) => pieces.push(text)
  })
  const part = (name: string) => withoutPrefix((parts.get(name) ?? []).join(''))
  const workbook = part('xl/workbook.xml')
  if (workbook === '') throw wrongType()
  const targets = targetsOf(part('xl/_rels/workbook.xml.rels'))
  const sheets = [...workbook.matchAll(/<sheet\s([^<>]*)>/g)].map(([, attributes = '']) => ({
    name: attribute(attributes, 'name') ?? '',
    isHidden: /\sstate="(hidden|veryHidden)"/.test(` ${attributes}`),
    file: targets.get(/(?:^|\s)\w+:id="([^"]*)"/.exec(attributes)?.[1] ?? '') ?? '',
  }))
  const sheet =
    requested ??
    Math.max(
      0,
      sheets.findIndex(({ isHidden }) => !isHidden),
    )
  const file = sheets[sheet]?.file
  if (file === undefined) throw wrongType()
  const reader = sheetReader(
    {
      strings: stringsOf(part('xl/sharedStrings.xml')),
      looks: looksOf(part('xl/styles.xml')),
      is1904: /<workbookPr\s[^<>]*date1904="(1|true)"/.test(workbook),
    },
    take,
  )
  parts.clear()
  unpackWorkbook(bytes, (name) => (name === file ? reader.take : undefined))
  return { sheets: sheets.map(({ name }) => name), sheet, merged: reader.merged }
}

/** Some programs write every name with its namespace prefix. */
function withoutPrefix(xml: string): string {
  const [, prefix] = /^[^<]*(?:<\?[^>]*>\s*)?<(\w{1,20}):\w/.exec(xml.slice(0, 1000)) ?? []
  return prefix ? xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</') : xml
}

function targetsOf(relations: string): Map<string, string> {
  return new Map(
    [...relations.matchAll(/<Relationship\s([^<>]*)>/g)].map(([, attributes = '']) => {
      const target = attribute(attributes, 'Target') ?? ''
      return [
        attribute(attributes, 'Id') ?? '',
        target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`,
      ]
    }),
  )
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : plainText(value)
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plainText(xml: string): string {
  if (!xml.includes('&') && !xml.includes('_x')) return xml
  return xml
    .replace(/&(?:(\w{2,4})|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g, (whole, name, code, hex) => {
      if (name !== undefined) return SIGNS[name] ?? whole
      const point = code !== undefined ? Number(code) : Number.parseInt(hex, 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : ''
    })
    .replace(/_x([\dA-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function textsOf(xml: string): string {
  const spoken = xml.includes('<rPh') ? xml.replace(/<rPh[\s>][\s\S]*?<\/rPh>/g, '') : xml
  return [...spoken.matchAll(/<t(?:\s[^<>]*)?>([^<]*)<\/t>/g)]
    .map(([, text = '']) => plainText(text))
    .join('')
}

function stringsOf(xml: string): string[] {
  return [...xml.matchAll(/<si(?:\s[^<>]*)?(?:\/>|>([\s\S]*?)<\/si>)/g)].map(([, inner = '']) =>
    textsOf(inner),
  )
}

function looksOf(styles: string): NumberLook[] {
  const codes = new Map(
    [...styles.matchAll(/<numFmt\s([^<>]*)>/g)].map(([, attributes = '']) => [
      Number(attribute(attributes, 'numFmtId')),
      attribute(attributes, 'formatCode'),
    ]),
  )
  const [, formats = ''] = /<cellXfs[\s>]([\s\S]*?)<\/cellXfs>/.exec(styles) ?? []
  return [...formats.matchAll(/<xf(?:\s([^<>]*?))?\/?>/g)].map(([, attributes = '']) => {
    const id = Number(attribute(attributes, 'numFmtId') ?? 0)
    return lookOfFormat(id, codes.get(id))
  })
}

interface Book {
  strings: readonly string[]
  looks: readonly NumberLook[]
  is1904: boolean
}

/** Takes the complete rows of a piece of XML. @returns the rest */
function takeRows(text: string, take: (attributes: string, inner: string) => void): string {
  let at = 0
  for (;;) {
    const begin = text.indexOf('<row', at)
    if (begin < 0) break
    const open = text.indexOf('>', begin)
    if (open < 0) break
    if (text[open - 1] === '/') {
      at = open + 1
      continue
    }
    const end = text.indexOf('</row>', open)
    if (end < 0) break
    take(text.slice(begin + 4, open), text.slice(open + 1, end))
    at = end + 6
  }
  return text.slice(at)
}

/** Reads the XML of a sheet as it is unpacked. */
function sheetReader(book: Book, takeLine: TakeLine) {
  const merged: string[] = []
  /** Number of lines so far, with the empty ones. */
  let lines = 0
  let rest = ''
  let cells = 0
  let prefix: string | undefined
  const takeRow = (attributes: string, inner: string) => {
    const row = Number(attribute(attributes, 'r') ?? lines + 1)
    const { count, ...line } = lineOf(inner, book)
    cells += Math.max(line.cells.length, count)
    if (cells > MAX_CELLS || (row > LAST_ROW && line.cells.length > 0)) throw tooLong()
    if (line.cells.length === 0) return
    // Rows out of order, which no spreadsheet writes, are appended.
    const at = row <= lines ? lines : row - 1
    takeLine(line, at)
    lines = at + 1
  }
  return {
    take: (piece: string) => {
      rest += piece
      prefix ??=
        /<(\w{1,20}:)?worksheet[\s>]/.exec(rest.slice(0, 2000))?.[1] ?? (rest.length > 2000 ? '' : undefined)
      if (prefix) rest = rest.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</')
      rest = takeRows(rest, takeRow)
      if (rest.indexOf('<row') < 0) {
        for (const [, ref = ''] of rest.matchAll(
          /<mergeCell\s[^<>]{0,100}ref="([A-Z0-9:]{1,30})"[^<>]{0,100}>/g,
        ))
          if (merged.length < 100) merged.push(ref)
        // A cut tag continues in the next piece; a longer tag is not a cell's.
        const cut = rest.lastIndexOf('<')
        rest = cut < 0 ? '' : rest.slice(cut).slice(0, MAX_ROW)
        if (/^<mergeCell\s[^<>]*>/.test(rest)) rest = ''
      }
      if (rest.length >= MAX_ROW) throw tooLong()
    },
    merged,
  }
}

function lineOf(inner: string, { strings, looks, is1904 }: Book): TableLine & { count: number } {
  const cells: string[] = []
  const problems: TableLine['faults'] = []
  let next = 0
  let count = 0
  for (const [, attributes = '', content = ''] of inner.matchAll(
    /<c(?:\s([^<>]*?))?(?:\/>|>([\s\S]*?)<\/c>)/g,
  )) {
    const [, letters] = /(?:^|\s)r="([A-Z]{1,3})\d{1,7}"/.exec(attributes) ?? []
    const position = letters ? columnOf(letters) - 1 : next
    next = position + 1
    count += 1
    const [, value] = /<v(?:\s[^<>]*)?>([^<]*)<\/v>/.exec(content) ?? []
    const type = attribute(attributes, 't') ?? 'n'
    const isFormula = /<f[\s>/]/.test(content)
    if (isFormula && !/<v[\s>/]/.test(content)) problems.push({ position, rule: 'formula_without_value' })
    if (type === 'e') problems.push({ position, rule: 'cell_error' })
    const look = looks[Number(attribute(attributes, 's') ?? 0)] ?? 'general'
    const text = cellText(type, value, content, { strings, look, is1904 }).trim()
    if (text === '' && problems.at(-1)?.position !== position) continue
    if (position >= MAX_COLUMNS) throw tooLong()
    while (cells.length < position) cells.push('')
    cells[position] = text
  }
  return { cells, faults: problems, count }
}

function cellText(
  type: string,
  value: string | undefined,
  content: string,
  { strings, look, is1904 }: { strings: readonly string[]; look: NumberLook; is1904: boolean },
): string {
  if (type === 'inlineStr') return textsOf(content)
  if (value === undefined) return ''
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'n') return numberText(value, look, is1904)
  return plainText(value).replace(/T00:00:00(\.0+)?Z?$/, '')
}

/** The number of a column by its letters: A is 1, AA is 27. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}
