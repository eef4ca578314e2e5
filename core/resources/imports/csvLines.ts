/** A line of a table as it was read, and where it could be read in two ways. */
export interface TableLine {
  cells: string[]
  faults: CellFault[]
}

/** What is doubtful about a cell: the column is counted from 0. */
export interface CellFault {
  position: number
  rule: CellRule
}

export const CELL_RULES = ['quote_inside', 'quote_open', 'formula_without_value', 'cell_error'] as const
export type CellRule = (typeof CELL_RULES)[number]

const QUOTE = '"'
/** A cell in quotes that is longer has lost its second quotation mark. */
const LONGEST_QUOTED = 100_000
/** So much of a file is looked at to tell what separates its columns. */
const LOOKED_AT = 100_000

/** What separates the columns: the sign that stands most often in the first lines, outside quotes. */
export function delimiterOf(text: string): string {
  const counted = new Map([',', ';', '\t', '|'].map((sign) => [sign, 0]))
  let isQuoted = false
  for (let at = 0; at < Math.min(text.length, LOOKED_AT); at++) {
    const sign = text[at]!
    if (sign === QUOTE) isQuoted = !isQuoted
    // A lone mark must not hide the rest of the file.
    else if (sign === '\n') {
      if ([...counted.values()].some((count) => count > 0)) break
      isQuoted = false
    } else if (!isQuoted && counted.has(sign)) counted.set(sign, counted.get(sign)! + 1)
  }
  return [...counted].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/**
 * The lines of a CSV text. It is read as people and programs write such files: a quotation mark that belongs to a text
 * (`Tank 48" x 120"`) stays where it stands and is reported, and one that is never closed hides no more than its own cell.
 * @param most cells of one line: one that has more ends there
 */
export function* csvLines(text: string, delimiter: string, most = Infinity): Generator<TableLine> {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    const cells: string[] = []
    const faults: CellFault[] = []
    for (;;) {
      const begin = skipBlanks(text, at, delimiter)
      const quoted = text[begin] === QUOTE ? quotedCell(text, begin, delimiter) : undefined
      if (quoted) {
        if (quoted.isDoubtful) faults.push({ position: cells.length, rule: 'quote_inside' })
        cells.push(quoted.text.trim())
        at = quoted.end
      } else {
        const end = endOfCell(text, at, delimiter)
        const cell = text.slice(at, end).trim()
        if (cell.includes(QUOTE))
          faults.push({
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
    yield { cells, faults }
  }
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

/** A cell that begins with a quotation mark; nothing where that mark belongs to its text, for no other one closes it. */
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
    // Over several lines such a mark begins another cell: the first one was never closed.
    if (isManyLines) return undefined
    isDoubtful = true
    parts.push(QUOTE)
    at = mark + 1
  }
}
