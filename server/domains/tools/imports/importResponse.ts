import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { data_import_logs, type RefusedRow } from '#core/domains/tools/data_import_logs.ts'
import type { checkImport } from '#core/domains/tools/importCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { SheetNote } from '#core/resources/imports/sheetNote.ts'
import { countKeyless } from '#server/domains/devices/places/importedKeys.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import type { CreatedRecord } from '#server/resources/imports/importedRow.ts'
import { fieldLabel } from '#server/resources/names/fieldLabel.ts'
import { mayRead } from '#server/resources/rights/visible.ts'
import { fieldSql, readRecord, rowsOf } from '#server/resources/rows.ts'
import {
  choicesOf,
  columnLabel,
  type ImportColumn,
  type ImportSubject,
  subjectNamed,
} from './importColumns.ts'
import {
  findImportLog,
  type ImportLog,
  isStalled,
  isUndoable,
  madeOfKind,
  type Preview,
  previewOf,
  readOutcomes,
  recordsOf,
} from './importLog.ts'

type ImportResponse = ResponseOf<typeof checkImport>['data_import_log']

/** Maximum number of refused rows in a response; the file has all of them. */
const MAX_REPORT = 100
/** Maximum number of created records in a response. */
const MAX_MADE = 50

const fieldOfColumn = (actor: Actor, column: ImportColumn) => ({
  name: column.name,
  label: columnLabel(actor, column),
  required: column.isRequired,
  choices: choicesOf(actor, column),
  has_meanings: ['choice', 'flag', 'reference'].includes(column.field.kind),
})

/** The response for an import log: for the importer with the file's headings, its first rows and its errors. */
export async function readImportLog(context: Context, import_id: number): Promise<ImportResponse> {
  const record = await readRecord(context, data_import_logs, import_id)
  const log = await findImportLog(context, import_id)
  const subject = subjectNamed(log.resource)
  const isOwn = log.user_id === context.actor.user_id
  const preview = isOwn ? previewOf(context, log) : undefined
  // The records of a large file are many: while work is in progress, none is read.
  const isWorking = ['checking', 'importing', 'undoing'].includes(log.status)
  const needsAll = subject?.kinds.some(({ name }) => name === devices.name) ?? false
  const records =
    isWorking || log.imported_at === null || log.status === 'undone'
      ? []
      : await recordsOf(context, import_id, needsAll ? undefined : 1)
  return {
    ...record,
    status: (await isStalled(context, import_id)) ? 'failed' : record.status,
    field_mappings: log.field_mappings.map((mapping) => ({
      ...mapping,
      ...(!isOwn && { default: undefined, values: undefined }),
      table_name: subject?.table,
      name:
        (mapping.position === null ? undefined : preview?.headings[mapping.position]) ?? mapping.table_field,
    })),
    fields: (subject?.columns ?? [])
      .filter(({ isKeyOnly }) => !isKeyOnly)
      .map((column) => fieldOfColumn(context.actor, column)),
    match_by: matchLabels(context, subject),
    ...shownOf(context, preview, isOwn ? await restoredZips(context, import_id) : 0),
    report: isOwn && !isWorking ? await reportOf(context, import_id) : [],
    made: subject && !isWorking ? await madeOf(context, subject, log, records) : [],
    left: log.status === 'undone' ? await leftOf(context, import_id) : [],
    summary: log.summary,
    ...(await countKeyless(
      context,
      isOwn && log.status === 'imported' ? madeOfKind(log, records, devices) : [],
    )),
    can_undo: isUndoable(log, context.now),
  }
}

async function restoredZips({ db }: Context, import_id: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select coalesce(sum(restored_zips), 0)::int as count from import_batches
    where import_id = ${import_id}`.execute(db)
  return firstOf(rows).count
}

function shownOf({ actor }: Context, preview: Preview | undefined, zips: number) {
  const ofZips: SheetNote[] =
    zips > 0 ? [{ rule: 'zip_restored', row: null, position: null, params: { count: zips } }] : []
  return {
    sheets: preview?.sheets ?? [],
    sheet: preview?.sheet ?? 0,
    heading_row: preview?.headingRow ?? 1,
    headings: preview?.headings ?? [],
    sample: preview?.sample ?? [],
    columns: (preview?.facts ?? []).map(({ decimal, dates, hasDoubtfulDates, values }) => ({
      decimal,
      dates,
      is_doubtful: hasDoubtfulDates && dates === null,
      values,
    })),
    notes: [...(preview?.notes ?? []), ...ofZips].map(({ rule, row, position, params }) => ({
      row,
      position,
      message: translate(actor.language, `rules.${rule}`, params),
    })),
  }
}

function matchLabels({ actor }: Context, subject: ImportSubject | undefined): string[][] {
  if (!subject || subject.kinds.length > 1) return []
  const kind = firstOf(subject.kinds)
  return kind.matchBy.map((fields) => fields.map((name) => fieldLabel(actor, kind, name)))
}

/** The first of the refused rows. */
export async function reportOf(context: Context, import_id: number): Promise<RefusedRow[]> {
  const batches = await readOutcomes(context, import_id, {
    where: sql`batch in (select batch from (select batch, sum(refused_records) over (order by batch) - refused_records as before
        from import_batches where import_id = ${import_id} and refused_records > 0) one where before < ${MAX_REPORT})`,
  })
  return batches
    .flatMap(({ outcome }) => outcome.refused)
    .slice(0, MAX_REPORT)
    .sort((one, other) => one.row - other.row)
}

async function leftOf(context: Context, import_id: number) {
  const batches = await readOutcomes(context, import_id, { where: sql`state = 'undone'` })
  return batches.flatMap(({ outcome }) => outcome.left ?? []).slice(0, MAX_MADE)
}

/** The first of the created records, if they still exist and the reader may see them. */
async function madeOf(
  context: Context,
  { kinds }: ImportSubject,
  log: ImportLog,
  records: readonly CreatedRecord[],
) {
  const created: { kind: string; id: number; title: string }[] = []
  for (const kind of kinds) {
    if (!mayRead(context.actor, kind) || (kinds.length > 1 && !hasOwnName(kind))) continue
    const ids = madeOfKind(log, records, kind)
    if (ids.length > 0) created.push(...(await titlesOf(context, kind, ids.slice(0, MAX_MADE))))
  }
  return created
}

/** A record whose title is a number within another record has no separate name. */
const hasOwnName = ({ fields, title }: Resource) => fields[title]?.kind !== 'integer'

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
