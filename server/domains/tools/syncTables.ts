import { sql } from 'kysely'
import { kindOfTable } from '#core/domains/tools/formKinds.ts'
import { sql_tables } from '#core/domains/tools/sql_tables.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import { lockExclusively } from '#server/platform/database/locks.ts'
import { audit } from '#server/resources/history/audit.ts'
import { initialMeaning } from './initialMeaning.ts'
import { readColumns, readKeys } from './readCatalogue.ts'

/** How many rows of the dictionary were added, changed and deleted. */
export interface SyncReport {
  added: number
  changed: number
  removed: number
}

/**
 * Synchronizes the dictionary with the database's catalogue. People's texts stay; the tables themselves are only read. A second run changes
 * only the time at which each was seen.
 */
export async function syncTables(context: Context): Promise<SyncReport> {
  const { db, now } = context
  // Concurrent synchronizations are serialized.
  await lockExclusively(db, 'dictionary')
  const before = await countRows(context)
  const columns = await readColumns(db)
  const tables = [...new Map(columns.map((column) => [column.table_name, column.table_comment]))].map(
    ([table_name, comments]) => ({ table_name, comments }),
  )
  await sql`insert into sql_tables (table_name, comments, date_sync, created_at, updated_at)
    select table_name, comments, ${now}, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(tables)}::jsonb) as seen (table_name text, comments text)
    on conflict (lower(table_name)) do update set date_sync = excluded.date_sync`.execute(db)
  const changed = await syncFields(context, columns)
  const rebound = await syncKeys(context)
  const removed = await removeGone(context)
  const after = await countRows(context)
  const report = { added: after - before + removed, changed: changed + rebound, removed }
  if (report.added + report.changed + report.removed > 0) {
    const changes = Object.entries(report).map(([field, count]) => ({ field, before: null, after: count }))
    await audit(context, sql_tables.name, null, 'sync', changes)
  }
  return report
}

const CATALOGUE_ROWS = sql`(table_name text, position int, name text, type text, length text, default_value text,
  attributes text, index_type text, comments text, alias text, input_type text, rules text, fillable int,
  protected int, is_hidden int, is_searchable int)`

/** @returns how many known fields have changed in the catalogue. */
async function syncFields(
  { db, now }: Context,
  columns: Awaited<ReturnType<typeof readColumns>>,
): Promise<number> {
  const seen = columns.map((column) => ({ ...initialMeaning(column.table_name, column.name), ...column }))
  const facts = ['position', 'type', 'length', 'default_value', 'attributes', 'index_type']
  const old = sql.join(facts.map((name) => sql`f.${sql.ref(name)}`))
  const present = sql.join(facts.map((name) => sql`seen.${sql.ref(name)}`))
  const set = sql.join(facts.map((name) => sql`${sql.ref(name)} = seen.${sql.ref(name)}`))
  const from = sql`jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as seen ${CATALOGUE_ROWS}
    join sql_tables t on lower(t.table_name) = lower(seen.table_name)`
  const { numAffectedRows = 0n } = await sql`update sql_fields f set ${set}, updated_at = ${now} from ${from}
    where f.table_id = t.table_id and lower(f.name) = lower(seen.name)
      and (${old}) is distinct from (${present})`.execute(db)
  await sql`insert into sql_fields (table_id, position, name, type, length, default_value, attributes, index_type,
      comments, alias, input_type, rules, fillable, protected, is_hidden, is_searchable, date_sync, created_at, updated_at)
    select t.table_id, seen.position, seen.name, seen.type, seen.length, seen.default_value, seen.attributes,
      seen.index_type, seen.comments, seen.alias, seen.input_type, seen.rules, seen.fillable, seen.protected,
      seen.is_hidden, seen.is_searchable, ${now}, ${now}, ${now} from ${from}
    on conflict (table_id, lower(name)) do update set date_sync = excluded.date_sync`.execute(db)
  return Number(numAffectedRows)
}

/** @returns how many known relationships have another type now. */
async function syncKeys({ db, now }: Context): Promise<number> {
  const keys = (await readKeys(db)).map((key) => ({
    ...key,
    relation_type: key.is_single ? 1 : 2,
    foreign_object_name: kindOfTable(key.foreign_table)?.single ?? key.foreign_table.slice(0, 100),
    foreign_model_name: key.foreign_table.slice(0, 65),
  }))
  const from = sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as seen (table_name text, name text,
      foreign_table text, foreign_name text, relation_type int, foreign_object_name text, foreign_model_name text)
    join sql_tables t on lower(t.table_name) = lower(seen.table_name)
    join sql_fields f on f.table_id = t.table_id and lower(f.name) = lower(seen.name)
    join sql_tables ft on lower(ft.table_name) = lower(seen.foreign_table)
    join sql_fields ff on ff.table_id = ft.table_id and lower(ff.name) = lower(seen.foreign_name)`
  const { numAffectedRows = 0n } = await sql`
    update sql_relationships r set relation_type = seen.relation_type, is_user_def = 0, updated_at = ${now} from ${from}
    where r.field_id = f.field_id and r.reference_column_id = ff.field_id
      and (r.relation_type, r.is_user_def) is distinct from (seen.relation_type, 0)`.execute(db)
  await sql`insert into sql_relationships (field_id, relation_type, reference_column_id, foreign_object_name,
      foreign_model_name, is_user_def, date_sync, created_at, updated_at)
    select f.field_id, seen.relation_type, ff.field_id, seen.foreign_object_name, seen.foreign_model_name, 0,
      ${now}, ${now}, ${now} from ${from}
    on conflict (field_id, reference_column_id) do update set date_sync = excluded.date_sync`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes entries that were seen before and no longer exist; people's own entries were never seen and stay. */
async function removeGone({ db, now }: Context): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with relations as (delete from sql_relationships where date_sync < ${now} and is_user_def = 0 returning 1),
      fields as (delete from sql_fields where date_sync < ${now} returning 1),
      tables as (delete from sql_tables where date_sync < ${now}
        and not exists (select from forms where primary_table_id = table_id) returning 1)
    select (select count(*) from relations) + (select count(*) from fields) + (select count(*) from tables)
      as removed`.execute(db)
  return Number(firstOf(rows).removed)
}

async function countRows({ db }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from sql_tables) + (select count(*) from sql_fields)
      + (select count(*) from sql_relationships) as count`.execute(db)
  return Number(firstOf(rows).count)
}
