import type { Issue } from '#core/platform/issue.ts'
import type { Context } from '#server/platform/context.ts'

/** A record that an import created or changed. */
export interface CreatedRecord {
  /** Its kind, if a file has several. */
  kind?: string
  id: number
  updated_at: string
  /** The previous values of a changed record. */
  before?: Readonly<Record<string, unknown>>
}

/** An error of a record's rows; of the first row by default. */
export interface RowIssue extends Issue {
  row?: number
}

/** A record of a file before it is judged: usually one row; for a record with lines each row is one of them. */
export interface OpenRow {
  row: number
  /** Its values so far, and its lines' values as `details`. */
  body: Record<string, unknown>
  issues: RowIssue[]
  rows: readonly { row: number; texts: Readonly<Record<string, string>> }[]
  /** The row of each of its lines. */
  lineRows: readonly number[]
  /** The existing record. */
  current?: Readonly<Record<string, unknown>>
}

/** The outcome of a row of a file with several kinds: what it created, and the existing records that it names. */
export interface RowOutcome {
  made: CreatedRecord[]
  found: { kind: string; id: number }[]
  /** Keys of created and existing records, unique within the file: `customer K-1001`. */
  keys: { kind: string; key: string; isMade: boolean }[]
}

/** Finds the record that a cell names, among those that the importer may see. */
export type FindReference = (name: string, to: string, text: string) => Promise<number | Issue>

/**
 * Creates what a row describes, in the caller's transaction.
 * @throws Refusal, its fields named by the columns
 */
export type MakeRow = (
  context: Context,
  body: Readonly<Record<string, unknown>>,
  findReference: FindReference,
) => Promise<RowOutcome>
