import { OF_CATALOGUE, sql_fields } from '#core/domains/tools/sql_fields.ts'
import { sql_relationships } from '#core/domains/tools/sql_relationships.ts'
import { sql_tables } from '#core/domains/tools/sql_tables.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf, Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import { listRecords } from '#server/resources/lists/list.ts'
import { listQueryOf } from '#server/resources/lists/listQuery.ts'
import { insertRecord, type Operations, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord, readRecord, requireVisible } from '#server/resources/rows.ts'

type TableRecord = RecordOf<typeof sql_tables>
type FieldRecord = RecordOf<typeof sql_fields>

/** A table with its fields, in order. */
export async function readTable(
  context: Context,
  id: number,
): Promise<TableRecord & { sql_fields: FieldRecord[] }> {
  const table = await readRecord(context, sql_tables, id)
  return { ...table, sql_fields: await fieldsOf(context, id) }
}

async function fieldsOf(context: Context, table_id: number): Promise<FieldRecord[]> {
  const query = listQueryOf(sql_fields, { table_id: String(table_id), page_size: '0' })
  return (await listRecords(context, sql_fields, query)).rows
}

/** The fields of a table with their references, for imports and forms to choose from. */
export async function listFieldsWithRelationships(context: Context, table_id: number) {
  await requireVisible(context, sql_tables, table_id)
  const fields = await fieldsOf(context, table_id)
  const every = await listRecords(
    context,
    sql_relationships,
    listQueryOf(sql_relationships, { page_size: '0' }),
  )
  return fields.map((field) => ({
    ...field,
    relationships: every.rows.filter(({ field_id }) => field_id === field.field_id),
  }))
}

export const tableOperations: Partial<Operations<typeof sql_tables>> = {
  read: readTable,
  create: async (context, body) => {
    const values = acceptNew(context, sql_tables, body)
    return readTable(context, (await insertRecord(context, sql_tables, values)).table_id)
  },
  update: async (context, id, body) => {
    await changeDescriptions(context, sql_tables, id, body, ['table_name'])
    return readTable(context, id)
  },
  remove: (context, id) => removeWhatIsGone(context, sql_tables, id),
}

export const fieldOperations: Partial<Operations<typeof sql_fields>> = {
  update: (context, id, body) => changeDescriptions(context, sql_fields, id, body, OF_CATALOGUE),
  remove: (context, id) => removeWhatIsGone(context, sql_fields, id),
}

const OF_KEY = ['field_id', 'relation_type', 'reference_column_id', 'is_user_def'] as const

export const relationshipOperations: Partial<Operations<typeof sql_relationships>> = {
  update: (context, id, body) => changeDescriptions(context, sql_relationships, id, body, OF_KEY),
}

/**
 * Deletes an entry that is not in the catalogue: otherwise the next synchronization would restore it without people's texts.
 * @throws Refusal 409
 */
async function removeWhatIsGone(context: Context, resource: Resource, id: number): Promise<void> {
  const current: Readonly<Record<string, unknown>> = await lockRecord(context, resource, id)
  if (current.date_sync !== null) throw conflict('messages.in_catalogue')
  await removeRecord(context, resource, id)
}

/**
 * Changes people's texts of an entry that is in the catalogue, and everything of other entries.
 * @throws Refusal 422 for a fact of the catalogue.
 */
async function changeDescriptions<R extends Resource>(
  context: Context,
  resource: R,
  id: number,
  body: Values,
  facts: readonly string[],
): Promise<RecordOf<R>> {
  const current: Readonly<Record<string, unknown>> = await lockRecord(context, resource, id)
  const changes = acceptChanges(context, resource, body, current)
  const invalids = facts.filter((name) => name in changes && changes[name] !== current[name])
  if (current.date_sync !== null && invalids.length > 0)
    throw invalid(invalids.map((field) => ({ field, rule: 'from_catalogue' })))
  return updateRecord(context, resource, id, changes)
}
