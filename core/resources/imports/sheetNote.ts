import type { CellRule } from './csvLines.ts'

/** What is doubtful about a file, by its row and column: it is read all the same, and said. */
export interface SheetNote {
  rule: CellRule | 'headings_alike' | 'merged' | 'more_notes' | 'zip_restored'
  /** As a spreadsheet counts; nothing where it is about more than one. */
  row: number | null
  /** The column, counted from 0. */
  position: number | null
  params: Readonly<Record<string, string | number>>
}
