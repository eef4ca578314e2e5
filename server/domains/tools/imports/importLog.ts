import { sql } from 'kysely'
import {
  type FieldMapping,
  importStatuses,
  type LeftRecord,
  type RefusedRow,
  UNDO_HOURS,
} from '#core/domains/tools/data_import_logs.ts'
import type { Resource } from '#core/resources/definition.ts'
import { statusesBefore } from '#core/resources/statuses/statuses.ts'
import type { Context } from '#server/platform/context.ts'
import { decryptIfPossible } from '#server/platform/encryptor.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { cleaningTask } from '#server/platform/jobs/schedule.ts'
import { conflict, notFound, notPermitted } from '#server/platform/refusal.ts'
import type { ReadSheet, SheetRow } from '#server/resources/files/sheet.ts'
import type { CreatedRecord } from '#server/resources/imports/importedRow.ts'

/** An import as stored, with columns that are in no response. */
export interface ImportLog {
  import_id: number
  resource: string
  status: string
  user_id: number | null
  /** The user who requested the current work. */
  acting_user_id: number | null
  acting_company_id: number | null
  impersonator_id: number | null
  field_mappings: FieldMapping[]
  summary: ImportSummary[]
  preview_sealed: string | null
  imported_at: string | null
}

/** The numbers of created and existing records of a kind. */
export interface ImportSummary {
  kind: string
  made: number
  found: number
}

/** A file may contain secrets: it is stored encrypted. */
export const SHEET_ENCRYPTION_CONTEXT = 'data_import_logs.sheet'

/** The stored facts of a file other than its rows, so that reading an import does not decrypt those. */
export type Preview = Omit<ReadSheet, 'parts' | 'packed' | 'count'>

/** The results of some rows of a file. */
export interface Outcome {
  refused: RefusedRow[]
  records: CreatedRecord[]
  /** For a file of several kinds: the records that each row creates and finds, by names that are the same in all rows. */
  parts?: Record<string, { made: string[]; found: string[] }>
  /** Records that the undo did not change. */
  left?: LeftRecord[]
}

/** The results of a batch of rows, which are tested, imported and undone together. */
export interface BatchOutcome {
  batch: number
  outcome: Outcome
}

/** The outcome of a batch with its rows. */
export interface ImportBatch extends BatchOutcome {
  rows: SheetRow[]
}

/** Work without progress for this long is stalled: it can be restarted. */
const STALLED = sql`now() - interval '5 minutes'`

/** @throws Refusal 404 */
export async function findImportLog({ db }: Context, import_id: number, hold = false): Promise<ImportLog> {
  const { rows } =
    await sql<ImportLog>`select import_id, resource, status, user_id, acting_user_id, acting_company_id, impersonator_id,
      field_mappings, summary, preview_sealed, imported_at from data_import_logs
    where import_id = ${import_id} ${hold ? sql`for update` : sql``}`.execute(db)
  if (!rows[0]) throw notFound()
  return { ...rows[0], user_id: rows[0].user_id === null ? null : Number(rows[0].user_id) }
}

/** The actor's own import. @throws Refusal 404, 405 for another user's. */
export async function findOwnImportLog(
  context: Context,
  import_id: number,
  hold = false,
): Promise<ImportLog> {
  const log = await findImportLog(context, import_id, hold)
  if (log.user_id !== context.actor.user_id) throw notPermitted()
  return log
}

export const encrypted = ({ encryptor }: Context, what: unknown) =>
  encryptor.encrypt(JSON.stringify(what), SHEET_ENCRYPTION_CONTEXT)

function opened<T>({ encryptor }: Context, text: string | null | undefined): T | undefined {
  const open = text ? decryptIfPossible(encryptor, text, SHEET_ENCRYPTION_CONTEXT) : undefined
  return open === undefined ? undefined : JSON.parse(open)
}

/** The preview of a file; undefined once it is no longer stored. */
export function previewOf(context: Context, { preview_sealed }: ImportLog): Preview | undefined {
  return opened(context, preview_sealed)
}

/** Like `previewOf`. @throws Refusal 409 once it is no longer stored. */
export function storedPreview(context: Context, log: ImportLog): Preview {
  const preview = previewOf(context, log)
  if (!preview) throw conflict('messages.import_gone')
  return preview
}

interface BatchRow {
  batch: number
  rows_sealed: string
  outcome_sealed: string | null
}

const outcomeOf = (context: Context, { outcome_sealed }: Pick<BatchRow, 'outcome_sealed'>) =>
  opened<Outcome>(context, outcome_sealed) ?? { refused: [], records: [] }

/** The batches of a file in some state, in order. @throws Refusal 409 if they cannot be decrypted. */
export async function readBatches(
  context: Context,
  import_id: number,
  { where = sql`true`, limit = 100_000 } = {},
): Promise<ImportBatch[]> {
  const { rows } = await sql<BatchRow>`select batch, rows_sealed, outcome_sealed from import_batches
    where import_id = ${import_id} and ${where} order by batch limit ${limit}`.execute(context.db)
  return rows.map((row) => {
    const rows = opened<SheetRow[]>(context, row.rows_sealed)
    if (!rows) throw conflict('messages.import_gone')
    return { batch: row.batch, rows, outcome: outcomeOf(context, row) }
  })
}

/** Their results without the rows, which take longest to decrypt. */
export async function readOutcomes(
  context: Context,
  import_id: number,
  { where = sql`true`, order = sql`batch`, limit = 100_000 } = {},
): Promise<BatchOutcome[]> {
  const { rows } = await sql<Omit<BatchRow, 'rows_sealed'>>`select batch, outcome_sealed from import_batches
    where import_id = ${import_id} and ${where} order by ${order} limit ${limit}`.execute(context.db)
  return rows.map((row) => ({ batch: row.batch, outcome: outcomeOf(context, row) }))
}

/** The records that an import has created or changed, in order. */
export async function recordsOf(
  context: Context,
  import_id: number,
  limit?: number,
): Promise<CreatedRecord[]> {
  const batches = await readOutcomes(context, import_id, {
    where: sql`state = 'done' and new_records + changed_records > 0`,
    ...(limit !== undefined && { limit }),
  })
  return batches.flatMap(({ outcome }) => outcome.records)
}

/** The ids of the created records of a kind. */
export function madeOfKind(log: ImportLog, records: readonly CreatedRecord[], { name }: Resource): number[] {
  return records.flatMap(({ kind = log.resource, id, before }) => (kind === name && !before ? [id] : []))
}

export function isUndoable({ status, imported_at }: ImportLog, now: Date): boolean {
  if (!imported_at || !['imported', 'stopped', 'failed', 'checked'].includes(status)) return false
  return now.getTime() - new Date(imported_at).getTime() < UNDO_HOURS * 3_600_000
}

export async function isStalled({ db }: Context, import_id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from data_import_logs where import_id = ${import_id}
    and status in ('checking', 'importing', 'undoing') and worked_at < ${STALLED}`.execute(db)
  return rows.length > 0
}

/**
 * Starts or resumes an import: the worker does the rest in batches.
 * @throws Refusal 409 when work is in progress, or the import is not ready for it.
 */
export async function beginWork(
  context: Context,
  import_id: number,
  status: 'checking' | 'importing' | 'undoing',
): Promise<void> {
  const { db, now, actor } = context
  const from = statusesBefore(importStatuses, status)
  const { rows } =
    await sql`update data_import_logs set status = ${status}, progress = 0, worked_at = now(), updated_at = ${now},
      acting_user_id = ${actor.user_id}, acting_company_id = ${actor.company_id}, impersonator_id = ${actor.impersonator}
    where import_id = ${import_id} and (status = any(${from})
      or (status in ('checking', 'importing', 'undoing') and worked_at < ${STALLED}))
    returning 1`.execute(db)
  if (rows.length === 0) throw conflict('messages.import_busy')
  // Remaining events of stalled work would do it twice.
  await sql`delete from events where event_id in (select event_id from events
    where name = 'import.due' and payload->>'import_id' = ${String(import_id)} for update skip locked)`.execute(
    db,
  )
  await emit(context, 'import.due', [{ import_id }])
}

/** Deletes what an import stores until it can no longer be undone; its log entry stays. */
export const cleanImports = cleaningTask('imports', [
  sql`delete from import_batches where import_id in (select import_id from data_import_logs
      where updated_at < now() - make_interval(hours => ${sql.lit(UNDO_HOURS + 1)}))`,
  sql`delete from import_keys where import_id in (select import_id from data_import_logs
      where updated_at < now() - make_interval(hours => ${sql.lit(UNDO_HOURS + 1)}))`,
  sql`update data_import_logs
      set preview_sealed = null, sheet_sealed = null, file_sealed = null, records = '[]', report = '[]'
      where updated_at < now() - make_interval(hours => ${sql.lit(UNDO_HOURS + 1)})
        and (preview_sealed is not null or sheet_sealed is not null or file_sealed is not null or records <> '[]')`,
])
