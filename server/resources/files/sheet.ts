import type { ColumnFacts } from '#core/resources/imports/columnFacts.ts'
import type { CellFault } from '#core/resources/imports/csvLines.ts'
import type { DecimalSign } from '#core/resources/imports/readNumber.ts'
import type { SheetNote } from '#core/resources/imports/sheetNote.ts'

export interface SheetRow {
  /** Row number as in a spreadsheet: the first line is 1. */
  row: number
  cells: string[]
  /** Doubtful cells, if any. */
  faults?: CellFault[]
}

/** Some rows as JSON in UTF-8, which moves between threads without a copy. */
export interface SheetPart {
  count: number
  json: Uint8Array<ArrayBuffer>
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
  /** The rows in parts. */
  parts: SheetPart[]
  /** The compressed file itself: another sheet of it can be chosen. */
  packed: string
}
