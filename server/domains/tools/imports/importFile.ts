import { sql } from 'kysely'
import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import { issueIf } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import type { Context } from '#server/platform/context.ts'
import { decryptIfPossible } from '#server/platform/encryptor.ts'
import { conflict, Refusal } from '#server/platform/refusal.ts'
import type { SheetChoice } from '#server/resources/files/parseSheet.ts'
import { readSheet } from '#server/resources/files/readSheet.ts'
import type { ReadSheet, SheetPart, SheetRow } from '#server/resources/files/sheet.ts'
import { partOf, ROWS_AT_ONCE, textOfPart } from '#server/resources/files/tableReader.ts'
import { guessMappings, headingsKey } from './guessMappings.ts'
import type { ImportSubject } from './importColumns.ts'
import { encrypted, type Preview, readBatches, SHEET_ENCRYPTION_CONTEXT } from './importLog.ts'
import { textsOfRows } from './prepareRows.ts'
import { hasLines, rowsOfRecords } from './recordsOfRows.ts'

/**
 * Stores an uploaded file, with the guessed meanings of its columns.
 * @throws Refusal 415 or 422 for a file that is not a table.
 */
export async function saveImportFile(
  context: Context,
  subject: ImportSubject,
  file_name: string,
  content: Buffer,
): Promise<number> {
  const sheet = await readSheet({ bytes: content })
  const mappings = await guessMappings(context, subject, sheet)
  const { actor, encryptor } = context
  const packed = encryptor.encrypt(sheet.packed, SHEET_ENCRYPTION_CONTEXT)
  return context.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ import_id: number }>`
      insert into data_import_logs
        (file_name, resource, total_records, user_id, company_id, field_mappings, headings_key,
         preview_sealed, file_sealed, primary_table_id)
      values (${file_name}, ${subject.name}, ${sheet.count}, ${actor.user_id}, ${actor.company_id},
        ${JSON.stringify(mappings)}, ${headingsKey(sheet.headings)},
        ${encrypted(context, previewOfSheet(sheet))}, ${packed},
        (select table_id from sql_tables where table_name = ${subject.table ?? null}))
      returning import_id`.execute(db)
    const import_id = Number(firstOf(rows).import_id)
    await saveBatches({ ...context, db }, import_id, sheet.parts)
    return import_id
  })
}

const previewOfSheet = ({ parts: _, packed: __, count: ___, ...preview }: ReadSheet): Preview => preview

/** Reads another sheet of a file, or the same from another row on. @throws Refusal 409 once it is no longer stored, 422 */
export async function readAgain(
  context: Context,
  subject: ImportSubject,
  import_id: number,
  choice: SheetChoice,
): Promise<void> {
  const { db, encryptor, now } = context
  const { rows } = await sql<{ file_sealed: string | null }>`
    select file_sealed from data_import_logs where import_id = ${import_id}`.execute(db)
  const file = rows[0]?.file_sealed
  const packed = file ? decryptIfPossible(encryptor, file, SHEET_ENCRYPTION_CONTEXT) : undefined
  if (packed === undefined) throw conflict('messages.import_gone')
  const sheet = await readSheet({ packed }, choice)
  const mappings = await guessMappings(context, subject, sheet)
  await sql`delete from import_batches where import_id = ${import_id}`.execute(db)
  await saveBatches(context, import_id, sheet.parts)
  await sql`update data_import_logs set total_records = ${sheet.count}, field_mappings = ${JSON.stringify(mappings)},
      headings_key = ${headingsKey(sheet.headings)}, preview_sealed = ${encrypted(context, previewOfSheet(sheet))},
      updated_at = ${now}
    where import_id = ${import_id}`.execute(db)
}

/** Stores the rows of a file in batches. */
export async function saveBatches(
  { db, encryptor }: Pick<Context, 'db' | 'encryptor'>,
  import_id: number,
  parts: readonly SheetPart[],
  first = 0,
): Promise<void> {
  for (let index = 0; index < parts.length; index += 20) {
    await db
      .insertInto('import_batches')
      .values(
        parts.slice(index, index + 20).map((part, more) => ({
          import_id,
          batch: first + index + more,
          row_count: part.count,
          rows_sealed: encryptor.encrypt(textOfPart(part), SHEET_ENCRYPTION_CONTEXT),
        })),
      )
      .execute()
  }
}

/** Moves the rows of one record into one batch of the file, wherever they are, if they are still to be tested. */
export async function gatherRecords(
  context: Context,
  subject: ImportSubject,
  import_id: number,
  mappings: readonly FieldMapping[],
): Promise<void> {
  if (!hasLines(mappings)) return
  const batches = await readBatches(context, import_id, { where: sql`state = 'new'` })
  const rows = batches.flatMap((batch) => batch.rows).sort((one, other) => one.row - other.row)
  const byRow = new Map(rows.map((row) => [row.row, row]))
  const records = rowsOfRecords(firstOf(subject.kinds), textsOfRows(subject, rows, mappings), mappings)
  const parts: SheetRow[][] = []
  for (const record of records) {
    const last = parts.at(-1)
    const own = record.map(({ row }) => getOrThrow(byRow, row))
    if (last && last.length + own.length <= ROWS_AT_ONCE) last.push(...own)
    else parts.push(own)
  }
  const { db } = context
  await sql`delete from import_batches where import_id = ${import_id} and state = 'new'`.execute(db)
  const { rows: last } = await sql<{ next: number }>`select coalesce(max(batch) + 1, 0) as next
    from import_batches where import_id = ${import_id}`.execute(db)
  await saveBatches(context, import_id, parts.map(partOf), firstOf(last).next)
}

/** @throws Refusal 422 for an unknown field, a missing column, or a repeated one. */
export function acceptMappings(
  subject: ImportSubject,
  mappings: readonly FieldMapping[],
  columns: number,
): FieldMapping[] {
  const named = new Map(subject.columns.map((column) => [column.name, column]))
  const issues = mappings.flatMap(({ position, table_field, default: standard }, index) => {
    const column = named.get(table_field)
    const place = `field_mappings.${index}`
    return [
      ...issueIf(!column, { field: `${place}.table_field`, rule: 'unknown_field' }),
      ...issueIf(position !== null && position >= columns, { field: `${place}.position`, rule: 'too_high' }),
      ...issueIf(position === null && !standard, { field: `${place}.default`, rule: 'required' }),
      // A default of all rows is stored with the columns, where others can read it.
      ...issueIf(standard && column && isSecret(column.field), {
        field: `${place}.default`,
        rule: 'not_settable',
      }),
      ...issueIf(mappings.findIndex((mapping) => mapping.table_field === table_field) !== index, {
        field: `${place}.table_field`,
        rule: 'unique',
      }),
    ]
  })
  if (issues.length > 0) throw new Refusal(422, 'messages.incorrect_value', { issues })
  return mappings.map((mapping) => ({ ...mapping }))
}
