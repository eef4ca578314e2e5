import type { CellRule } from './csvLines.ts'

/** A doubtful place in a file, with row and column; the file is read anyway. */
export interface SheetNote {
  rule: CellRule | 'headings_alike' | 'merged' | 'more_notes' | 'zip_restored'
  /** As in a spreadsheet; null if it concerns several rows. */
  row: number | null
  /** Index of the column. */
  position: number | null
  params: Readonly<Record<string, string | number>>
}
