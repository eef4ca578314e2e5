import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import {
  data_import_logs,
  type FieldMapping,
  importStatuses,
  type RefusedRow,
  UNDO_HOURS,
} from '#core/domains/tools/data_import_logs.ts'
import type { checkImport } from '#core/domains/tools/importCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { issueIf } from '#core/platform/issue.ts'
import type { Resource } from '#core/resources/definition.ts'
import { statusesBefore } from '#core/resources/statuses.ts'
import { countKeyless } from '#server/domains/devices/importedKeys.ts'
import type { Context } from '#server/platform/context.ts'
import { decryptIfPossible } from '#server/platform/encryptor.ts'
import { conflict, notFound, notPermitted, Refusal } from '#server/platform/refusal.ts'
import { cleaningTask } from '#server/platform/schedule.ts'
import type { Sheet } from '#server/resources/files/parseSheet.ts'
import { readSheet } from '#server/resources/files/readSheet.ts'
import type { MadeRecord } from '#server/resources/imports/importedRow.ts'
import { fieldSql, readRecord, rowsOf } from '#server/resources/rows.ts'
import { mayRead } from '#server/resources/visible.ts'
import { columnLabel, guessMappings, type ImportSubject, subjectNamed } from './importColumns.ts'
import type { ImportSummary } from './importRows.ts'

type ImportAnswer = AnswerOf<typeof checkImport>['data_import_log']

/** An import as it is stored, with what no answer holds. */
export interface ImportLog {
  import_id: number
  resource: string
  status: string
  user_id: number | null
  field_mappings: FieldMapping[]
  report: RefusedRow[]
  records: MadeRecord[]
  summary: ImportSummary[]
  preview_sealed: string | null
  imported_at: string | null
}

/** A file can hold what nobody but its sender may read: as long as it is kept, it is sealed. */
export const SHEET_ENCRYPTION_CONTEXT = 'data_import_logs.sheet'

/** What answers show of a file. It lies beside the whole, so that a look at an import does not open it. */
interface Preview {
  headings: string[]
  sample: string[][]
}

/** Refused rows that one answer holds: more nobody reads, and the count is told. */
const LONGEST_REPORT = 200
/** Records made that one answer names. */
const LONGEST_MADE = 50
/** Who has not been heard of for so long has died with his server: the work can begin again. */
const STALLED = sql`now() - interval '1 minute'`

/**
 * Keeps a file that was sent, with what its columns seem to mean.
 * @throws Refusal 415 or 422 for what is no table.
 */
export async function saveImportFile(
  context: Context,
  subject: ImportSubject,
  file_name: string,
  content: Buffer,
): Promise<number> {
  const sheet = await readSheet(content)
  const mappings = guessMappings(subject, sheet.headings, context.actor)
  const preview: Preview = { headings: sheet.headings, sample: sheet.sample }
  const sealed = (text: string) => context.seal.close(text, SHEET_ENCRYPTION_CONTEXT)
  const { rows } = await sql<{ import_id: number }>`
    insert into data_import_logs
      (file_name, resource, total_records, user_id, company_id, field_mappings, preview_sealed, sheet_sealed,
       primary_table_id)
    values (${file_name}, ${subject.name}, ${sheet.count}, ${context.actor.user_id},
      ${context.actor.company_id}, ${JSON.stringify(mappings)}, ${sealed(JSON.stringify(preview))}, ${sealed(sheet.json)},
      (select table_id from sql_tables where table_name = ${subject.table ?? null}))
    returning import_id`.execute(context.db)
  return Number(rows[0]!.import_id)
}

/** The log as answers hold it: for who imports also his file's headings, its first rows and what is wrong. */
export async function readImportLog(context: Context, import_id: number): Promise<ImportAnswer> {
  const record = await readRecord(context, data_import_logs, import_id)
  const log = await findImportLog(context, import_id)
  const subject = subjectNamed(log.resource)
  const isOwn = log.user_id === context.actor.user_id
  const preview = isOwn ? previewOf(context, log) : undefined
  return {
    ...record,
    status: (await isStalled(context, import_id)) ? 'failed' : record.status,
    field_mappings: log.field_mappings.map(({ position, table_field }) => ({
      position,
      table_field,
      table_name: subject?.table,
      name: preview?.headings[position] ?? table_field,
    })),
    fields: (subject?.columns ?? []).map((column) => ({
      name: column.name,
      label: columnLabel(context.actor, column),
      required: column.isRequired,
    })),
    headings: preview?.headings ?? [],
    sample: preview?.sample ?? [],
    report: isOwn ? log.report.slice(0, LONGEST_REPORT) : [],
    made: subject ? await madeOf(context, subject, log) : [],
    summary: log.summary,
    ...(await countKeyless(
      context,
      isOwn && log.status === 'imported' ? madeOfKind(log, devices as Resource) : [],
    )),
    can_undo: isUndoable(log, context.now),
  }
}

/** The first of the records that an import has made, as far as they are still there and the reader may see them. */
async function madeOf(context: Context, { kinds }: ImportSubject, log: ImportLog) {
  if (log.status !== 'imported') return []
  const made: { kind: string; id: number; title: string }[] = []
  for (const kind of kinds) {
    if (!mayRead(context.actor, kind) || (kinds.length > 1 && !hasNameOfItsOwn(kind))) continue
    const ids = madeOfKind(log, kind)
    if (ids.length > 0) made.push(...(await titlesOf(context, kind, ids.slice(0, LONGEST_MADE))))
  }
  return made
}

/** What is called by a number within something else says nothing by itself. */
const hasNameOfItsOwn = ({ fields, title }: Resource) => fields[title]?.kind !== 'integer'

/** The numbers of the records of a kind that an import has made. */
export function madeOfKind({ resource, records }: ImportLog, { name }: Resource): number[] {
  return records.flatMap(({ kind = resource, id }) => (kind === name ? [id] : []))
}

async function titlesOf(context: Context, resource: Resource, ids: readonly number[]) {
  const id = sql.ref(`${resource.name}.${resource.id}`)
  const rows = await rowsOf(context, resource)
    .where(sql<boolean>`${id} = any(${ids}::int8[])`)
    .select([
      sql<number>`${id}`.as('id'),
      sql<string>`${fieldSql(resource, resource.title)}::text`.as('title'),
    ])
    .$castTo<{ id: number; title: string }>()
    .orderBy(id)
    .execute()
  return rows.map((row) => ({ kind: resource.name, ...row }))
}

export function isUndoable({ status, imported_at }: ImportLog, now: Date): boolean {
  if (status !== 'imported' || !imported_at) return false
  return now.getTime() - new Date(imported_at).getTime() < UNDO_HOURS * 3_600_000
}

async function isStalled({ db }: Context, import_id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from data_import_logs where import_id = ${import_id}
    and status in ('checking', 'importing') and worked_at < ${STALLED}`.execute(db)
  return rows.length > 0
}

/** @throws Refusal 404 */
export async function findImportLog({ db }: Context, import_id: number, hold = false): Promise<ImportLog> {
  const { rows } = await sql<ImportLog>`select import_id, resource, status, user_id, field_mappings, report,
      records, summary, preview_sealed, imported_at from data_import_logs
    where import_id = ${import_id} ${hold ? sql`for update` : sql``}`.execute(db)
  if (!rows[0]) throw notFound()
  return { ...rows[0], user_id: rows[0].user_id === null ? null : Number(rows[0].user_id) }
}

/** The import of who acts. @throws Refusal 404, 405 for that of another. */
export async function findOwnImportLog(context: Context, import_id: number): Promise<ImportLog> {
  const log = await findImportLog(context, import_id)
  if (log.user_id !== context.actor.user_id) throw notPermitted()
  return log
}

/** The headings of an import's file. @throws Refusal 409 once it is no longer kept. */
export function headingsOf(context: Context, log: ImportLog): string[] {
  const preview = previewOf(context, log)
  if (!preview) throw conflict('messages.import_gone')
  return preview.headings
}

function previewOf({ seal }: Context, { preview_sealed }: ImportLog): Preview | undefined {
  const text =
    preview_sealed === null ? undefined : decryptIfPossible(seal, preview_sealed, SHEET_ENCRYPTION_CONTEXT)
  return text === undefined ? undefined : JSON.parse(text)
}

/** What the file of an import holds. @throws Refusal 409 once it is no longer kept. */
export async function readImportSheet({ db, seal }: Context, { import_id }: ImportLog): Promise<Sheet> {
  const rows = await db
    .selectFrom('data_import_logs')
    .select('sheet_sealed')
    .where('import_id', '=', import_id)
    .execute()
  const sealed = rows[0]?.sheet_sealed
  const text = sealed ? decryptIfPossible(seal, sealed, SHEET_ENCRYPTION_CONTEXT) : undefined
  if (text === undefined) throw conflict('messages.import_gone')
  return JSON.parse(text)
}

/**
 * Begins to work on an import, alone.
 * @throws Refusal 409 where it is worked on already, or is not so far.
 */
export async function claimImportLog(
  { db }: Context,
  import_id: number,
  status: 'checking' | 'importing',
): Promise<void> {
  const from = statusesBefore(importStatuses, status)
  const { rows } = await sql`update data_import_logs set status = ${status}, progress = 0, worked_at = now()
    where import_id = ${import_id} and (status = any(${from})
      or (status in ('checking', 'importing') and worked_at < ${STALLED}))
    returning 1`.execute(db)
  if (rows.length === 0) throw conflict('messages.import_busy')
}

export async function recordProgress({ db }: Context, import_id: number, progress: number): Promise<void> {
  await db
    .updateTable('data_import_logs')
    .set({ progress, worked_at: sql`now()` })
    .where('import_id', '=', import_id)
    .execute()
}

export async function recordFailure({ db }: Context, import_id: number): Promise<void> {
  await db
    .updateTable('data_import_logs')
    .set({ status: 'failed', updated_at: sql`now()` })
    .where('import_id', '=', import_id)
    .execute()
}

/** @throws Refusal 422 for a field that is none, a column that is not there, or one of them twice. */
export function acceptMappings(
  subject: ImportSubject,
  mappings: readonly FieldMapping[],
  columns: number,
): FieldMapping[] {
  const names = new Set(subject.columns.map(({ name }) => name))
  const issues = mappings.flatMap(({ position, table_field }, at) => [
    ...issueIf(!names.has(table_field), { field: `field_mappings.${at}.table_field`, rule: 'unknown_field' }),
    ...issueIf(position >= columns, { field: `field_mappings.${at}.position`, rule: 'too_high' }),
    ...issueIf(mappings.findIndex((one) => one.table_field === table_field) !== at, {
      field: `field_mappings.${at}.table_field`,
      rule: 'unique',
    }),
  ])
  if (issues.length > 0) throw new Refusal(422, 'messages.incorrect_value', { issues })
  return mappings.map(({ position, table_field }) => ({ position, table_field }))
}

/** What is kept of an import until it can no longer be undone; its entry stays. */
export const cleanImports = cleaningTask('imports', [
  sql`update data_import_logs
      set preview_sealed = null, sheet_sealed = null, records = '[]', report = '[]'
      where updated_at < now() - make_interval(hours => ${sql.lit(UNDO_HOURS + 1)})
        and (sheet_sealed is not null or records <> '[]')`,
])
