import { itemAt } from '#core/platform/lists/itemAt.ts'
import { columnWatch } from '#core/resources/imports/columnFacts.ts'
import type { TableLine } from '#core/resources/imports/csvLines.ts'
import { headingRowOf, headingsAlike, valueAmongHeadings } from '#core/resources/imports/headingRow.ts'
import type { SheetNote } from '#core/resources/imports/sheetNote.ts'
import { MAX_IMPORT_ROWS } from '#core/resources/imports.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ReadSheet, SheetPart, SheetRow } from './sheet.ts'

/** Takes a line of a table; `at` counts from 0, and lines that are left out are empty. */
export type TakeLine = (line: TableLine, at: number) => void

export const MAX_COLUMNS = 200
export const MAX_CELLS = 4_000_000
/** Rows after this one are empty ones that were once formatted. */
export const LAST_ROW = 2 * MAX_IMPORT_ROWS
/** Maximum characters of all cells. A workbook can repeat one long text in each. */
const MAX_TEXT_LENGTH = 60_000_000
/** Maximum characters of a cell; a longer one holds no value of a record. */
const MAX_CELL_LENGTH = 1_000_000
const SAMPLE = 5
const MAX_NOTES = 20
/** Lines among which the headings are looked for. */
const FIRST_LINES = 25
/** Rows that are stored, tested and imported together. */
export const ROWS_AT_ONCE = 500

export const tooLong = () =>
  new Refusal(422, 'messages.sheet_long', { params: { most: MAX_IMPORT_ROWS, columns: MAX_COLUMNS } })

export const partOf = (rows: readonly SheetRow[]): SheetPart => ({
  count: rows.length,
  json: new TextEncoder().encode(JSON.stringify(rows)),
})

export const textOfPart = ({ json }: SheetPart): string => new TextDecoder().decode(json)

type ReadRows = Pick<ReadSheet, 'headingRow' | 'headings' | 'sample' | 'facts' | 'notes' | 'count' | 'parts'>

/**
 * Reads a table line by line, and keeps its rows as JSON alone: as objects they take several times the memory of the file.
 * @param headingRow the row with the headings, from 1; without it the first one that looks like headings
 * @throws Refusal 413, 422 for a table without headings or rows, or with too many
 */
export function tableReader(headingRow: number | undefined) {
  const first: TableLine[] = []
  let headingAt = headingRow === undefined ? undefined : headingRow - 1
  let headings: string[] = []
  const watches: ReturnType<typeof columnWatch>[] = []
  const parts: SheetPart[] = []
  const sample: string[][] = []
  const doubts: SheetNote[] = []
  let doubtCount = 0
  let some: SheetRow[] = []
  let count = 0
  const total = { cells: 0, characters: 0 }

  const keepPart = () => {
    if (some.length > 0) parts.push(partOf(some))
    some = []
  }
  const keep = (line: TableLine, at: number, from: number) => {
    if (at < from) return
    const { cells, faults } = line
    addUp(total, line)
    while (watches.length < cells.length) watches.push(columnWatch())
    for (const { position, rule } of faults) {
      doubtCount += 1
      if (doubts.length < MAX_NOTES)
        doubts.push({ rule, row: at + 1, position, params: { value: (cells[position] ?? '').slice(0, 60) } })
    }
    if (at === from) headings = cells
    else if (faults.length > 0 || cells.some((cell) => cell !== '')) {
      count += 1
      if (count > MAX_IMPORT_ROWS) throw tooLong()
      if (sample.length < SAMPLE) sample.push(cells)
      for (const [position, cell] of cells.entries()) itemAt(watches, position).take(cell)
      some.push({ row: at + 1, cells, ...(faults.length > 0 && { faults }) })
      if (some.length === ROWS_AT_ONCE) keepPart()
    }
  }
  /** Keeps the first lines once the headings among them are known. */
  const begin = (): number => {
    const from = headingsAt(first)
    for (const [index, line] of first.entries()) keep(line, index, from)
    first.length = 0
    headingAt = from
    return from
  }
  const take: TakeLine = (line, at) => {
    if (at >= LAST_ROW || line.cells.length > MAX_COLUMNS) throw tooLong()
    if (headingAt !== undefined) return keep(line, at, headingAt)
    while (first.length < Math.min(at, FIRST_LINES)) first.push({ cells: [''], faults: [] })
    if (at < FIRST_LINES) first.push(line)
    else keep(line, at, begin())
  }
  const end = (merged: readonly string[]): ReadRows => {
    const from = headingAt ?? begin()
    keepPart()
    if (headings.every((heading) => heading === '') || count === 0)
      throw new Refusal(422, 'messages.sheet_empty')
    const notes = [...notesOf(headings, from), ...mergedNotes(merged, from)]
    const shown = [...notes, ...doubts].slice(0, Math.max(notes.length, MAX_NOTES))
    const more = notes.length + doubtCount - shown.length
    return {
      ...{ headingRow: from + 1, headings, sample, count, parts },
      facts: watches.map((watch) => watch.facts()),
      notes:
        more > 0
          ? [...shown, { rule: 'more_notes', row: null, position: null, params: { count: more } }]
          : shown,
    }
  }
  return { take, end }
}

/** @throws Refusal 413, 422 */
function addUp(total: { cells: number; characters: number }, { cells }: TableLine): void {
  total.cells += cells.length
  for (const cell of cells) {
    total.characters += cell.length
    if (cell.length > MAX_CELL_LENGTH) throw new Refusal(413, 'messages.file_size')
  }
  if (total.cells > MAX_CELLS) throw tooLong()
  if (total.characters > MAX_TEXT_LENGTH) throw new Refusal(413, 'messages.file_size')
}

/** @throws Refusal 422 that quotes the row in place of headings */
function headingsAt(lines: readonly TableLine[]): number {
  const first = lines.map(({ cells }) => cells)
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

function notesOf(headings: readonly string[], headingAt: number): SheetNote[] {
  return headingsAlike(headings).map(({ heading, positions }) => ({
    rule: 'headings_alike',
    row: headingAt + 1,
    position: itemAt(positions, 1),
    params: { heading, columns: positions.map((position) => position + 1).join(', ') },
  }))
}

function mergedNotes(merged: readonly string[], headingAt: number): SheetNote[] {
  return merged.flatMap((cells): SheetNote[] => {
    const row = Number(/\d+$/.exec(cells)?.[0])
    return row > headingAt ? [{ rule: 'merged', row, position: null, params: { cells } }] : []
  })
}
