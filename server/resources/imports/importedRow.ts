import type { Issue } from '#core/platform/issue.ts'
import type { Context } from '#server/platform/context.ts'

/** A record that an import made. */
export interface MadeRecord {
  /** Its kind, where one file makes several. */
  kind?: string
  id: number
  updated_at: string
}

/** What became of a row: what it made, and what it names that was there. */
export interface RowOutcome {
  made: MadeRecord[]
  found: { kind: string; id: number }[]
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
