import type { Issue } from '#core/platform/issue.ts'
import type { Context } from '#server/platform/context.ts'

/** A record that an import made or changed. */
export interface MadeRecord {
  /** Its kind, where one file makes several. */
  kind?: string
  id: number
  updated_at: string
  /** What it said before, of one that was changed. */
  before?: Readonly<Record<string, unknown>>
}

/** What became of a row of a file of several kinds: what it made, and what it names that was there. */
export interface RowOutcome {
  made: MadeRecord[]
  found: { kind: string; id: number }[]
  /** The same by names that are one for all rows of the file: `customer K-1001`. */
  keys: { kind: string; key: string; isMade: boolean }[]
}

/** Finds the record that a cell names, among what the importer may see. */
export type FindReference = (name: string, to: string, text: string) => Promise<number | Issue>

/**
 * Makes what a row tells, in the caller's transaction.
 * @throws Refusal, its fields named by the columns
 */
export type MakeRow = (
  context: Context,
  body: Readonly<Record<string, unknown>>,
  findReference: FindReference,
) => Promise<RowOutcome>
