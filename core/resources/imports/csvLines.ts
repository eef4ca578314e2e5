import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'

/** A parsed line of a table, with its ambiguous cells. */
export interface TableLine {
  cells: string[]
  faults: CellFault[]
}

/** An ambiguous cell: the column counts from 0. */
export interface CellFault {
  position: number
  rule: CellRule
}

export const CELL_RULES = ['quote_inside', 'quote_open', 'formula_without_value', 'cell_error'] as const
export type CellRule = (typeof CELL_RULES)[number]

const QUOTE = '"'
/** A longer quoted cell has lost its closing quotation mark. */
const LONGEST_QUOTED = 100_000
/** Characters examined to detect the delimiter. */
const SAMPLE_LENGTH = 100_000

/** The delimiter: the most frequent candidate in the first lines, outside quotes. */
export function delimiterOf(text: string): string {
  const counted = new Map([',', ';', '\t', '|'].map((sign) => [sign, 0]))
  let isQuoted = false
  for (let index = 0; index < Math.min(text.length, SAMPLE_LENGTH); index++) {
    const sign = text.charAt(index)
    if (sign === QUOTE) isQuoted = !isQuoted
    // A lone quotation mark must not hide the rest of the file.
    else if (sign === '\n') {
      if ([...counted.values()].some((count) => count > 0)) break
      isQuoted = false
    } else if (!isQuoted && counted.has(sign)) counted.set(sign, getOrThrow(counted, sign) + 1)
  }
  return [...counted].reduce((most, item) => (item[1] > most[1] ? item : most))[0]
}

/**
 * The lines of a CSV text, read as people and programs write such files: a quotation mark within a text (`Tank 48" x 120"`) is
 * retained and reported, and an unclosed one affects only its own cell.
 * @param first the beginning of the text, or all of it
 * @param most maximum number of cells; a longer line is cut there
 * @param rest the text after it, in pieces: only what a line can need is held
 */
export function* csvLines(
  first: string,
  delimiter: string,
  most = Infinity,
  rest: Iterable<string> = [],
): Generator<TableLine> {
  const pieces = rest[Symbol.iterator]()
  let text = first
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let isAll = false
  for (;;) {
    const line = at < text.length ? lineAt(text, at, delimiter, most) : undefined
    // A quoted cell looks for its end up to here.
    if (!isAll && (line?.end ?? at) + LONGEST_QUOTED + 2 > text.length) {
      const more = piecesOfLength(pieces, text.length - at)
      isAll = more === ''
      text = text.slice(at) + more
      at = 0
    } else if (line) {
      at = line.end
      yield { cells: line.cells, faults: line.faults }
    } else return
  }
}

/** The next pieces, at least as much as there is: a long line is read again a few times only. */
function piecesOfLength(pieces: Iterator<string>, length: number): string {
  let text = ''
  for (;;) {
    const { value, done } = pieces.next()
    if (done) return text
    text += value
    if (text.length >= length && text !== '') return text
  }
}

function lineAt(text: string, from: number, delimiter: string, most: number): TableLine & { end: number } {
  let at = from
  const cells: string[] = []
  const problems: CellFault[] = []
  for (;;) {
    const begin = skipBlanks(text, at, delimiter)
    const quoted = text[begin] === QUOTE ? quotedCell(text, begin, delimiter) : undefined
    if (quoted) {
      if (quoted.isDoubtful) problems.push({ position: cells.length, rule: 'quote_inside' })
      cells.push(quoted.text.trim())
      at = quoted.end
    } else {
      const end = endOfCell(text, at, delimiter)
      const cell = text.slice(at, end).trim()
      if (cell.includes(QUOTE))
        problems.push({
          position: cells.length,
          rule: cell.startsWith(QUOTE) ? 'quote_open' : 'quote_inside',
        })
      cells.push(cell)
      at = end
    }
    if (text[at] !== delimiter || cells.length > most) break
    at += 1
  }
  if (text[at] === '\r') at += 1
  if (text[at] === '\n') at += 1
  return { cells, faults: problems, end: at }
}

function skipBlanks(text: string, from: number, delimiter: string): number {
  let at = from
  while (text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t')) at += 1
  return at
}

function endOfCell(text: string, from: number, delimiter: string): number {
  const separator = delimiter.charCodeAt(0)
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === separator || code === 10 || code === 13) return at
  }
  return text.length
}

/** Parses a cell that starts with a quotation mark; undefined if the mark is part of the text because no other one closes it. */
function quotedCell(text: string, begin: number, delimiter: string) {
  let at = begin + 1
  let isDoubtful = false
  let isManyLines = false
  const parts: string[] = []
  for (;;) {
    const mark = text.indexOf(QUOTE, at)
    if (mark < 0 || mark - begin > LONGEST_QUOTED) return undefined
    const piece = text.slice(at, mark)
    isManyLines ||= piece.includes('\n')
    parts.push(piece)
    if (text[mark + 1] === QUOTE) {
      parts.push(QUOTE)
      at = mark + 2
      continue
    }
    const end = skipBlanks(text, mark + 1, delimiter)
    const next = text[end]
    if (next === undefined || next === delimiter || next === '\n' || next === '\r')
      return { text: parts.join(''), end, isDoubtful }
    // In a multi-line cell such a mark starts another cell: the first one was never closed.
    if (isManyLines) return undefined
    isDoubtful = true
    parts.push(QUOTE)
    at = mark + 1
  }
}
