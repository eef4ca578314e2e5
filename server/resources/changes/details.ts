import { sql } from 'kysely'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { issuesOf } from '#core/platform/schemaIssues.ts'
import { type RecordOf, type Resource, writableFields } from '#core/resources/definition.ts'
import { recordIssues } from '#core/resources/recordIssues.ts'
import { newRecordSchema } from '#core/resources/schema.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { audit } from '../history/audit.ts'
import { namedTables } from '../names/namedTables.ts'
import { refuseUnreachableRows } from './references.ts'

export type DetailRow = Readonly<Record<string, unknown>>
/** A row as received: its fields by name, of any type. */
export type RawRowOf<R extends Resource> = DetailRow &
  Readonly<Partial<Record<keyof R['fields'] | R['id'], unknown>>>
/** A row as validated: without the fields that it leaves out. */
export type RowOf<R extends Resource> = Partial<StoredRowOf<R>> & DetailRow
// Rows have no timestamps.
type StoredRowOf<R extends Resource> = Readonly<Omit<RecordOf<R>, 'created_at' | 'updated_at'>> & DetailRow

/** The record that owns the rows: the column that refers to it, and its id. */
interface Owner {
  column: string
  id: number
}

/** The rows of a record, in order. The caller has checked that the actor may see the record. */
export async function readDetails<R extends Resource>(
  { db }: Context,
  details: R,
  { column, id }: Owner,
): Promise<StoredRowOf<R>[]> {
  const { rows } = await sql<StoredRowOf<R>>`select * from ${sql.table(details.name)}
    where ${sql.ref(column)} = ${id} order by sort_order, ${sql.ref(details.id)}`.execute(db)
  return rows
}

/**
 * Validates rows by their definition. A row with an id keeps fields that were not sent; one without gets defaults.
 * @throws Refusal 422 with `details.N.field` for each invalid field; 404 for references that the writer cannot see.
 */
export async function acceptDetails<R extends Resource>(
  context: Context,
  details: R,
  rows: readonly DetailRow[],
  before: readonly RowOf<R>[],
): Promise<RowOf<R>[]> {
  const schema = newRecordSchema(details)
  const accepted: RowOf<R>[] = []
  const problems: Issue[] = []
  for (const [index, row] of rows.entries()) {
    const old =
      row[details.id] == null ? undefined : before.find((item) => item[details.id] === row[details.id])
    const result = schema.safeParse({ ...standards(details, old), ...withoutUndefined(row) })
    const values = (result.data ?? {}) as RowOf<R>
    const issues = [
      ...issueIf(row[details.id] != null && !old, { field: details.id, rule: 'not_found' }),
      ...(result.success ? recordIssues(details, values, old) : issuesOf(result.error)),
    ]
    problems.push(...issues.map((issue) => ({ ...issue, field: `details.${index}.${issue.field}` })))
    accepted.push(old ? { ...values, [details.id]: old[details.id] } : values)
  }
  if (problems.length > 0) throw invalid(problems)
  await refuseUnreachableRows(context, details, accepted)
  return accepted
}

/** The rows of several records, in order. The caller has checked that the actor may see the records. */
export async function readDetailsOfMany<R extends Resource>(
  { db }: Context,
  details: R,
  { column, ids }: { column: string; ids: readonly number[] },
): Promise<Map<number, StoredRowOf<R>[]>> {
  const { rows } = await sql<StoredRowOf<R>>`select * from ${sql.table(details.name)}
    where ${sql.ref(column)} = any(${ids}::int8[]) order by sort_order, ${sql.ref(details.id)}`.execute(db)
  return groupBy(rows, (row) => Number(row[column]))
}

/** Replaces the rows of a record: rows with an id are changed, those without one are new, missing ones are deleted. */
export async function replaceDetails(
  { db }: Context,
  details: Resource,
  owner: Owner,
  rows: readonly DetailRow[],
): Promise<void> {
  const remainingIds = rows.flatMap((row) => (row[details.id] == null ? [] : [Number(row[details.id])]))
  await sql`delete from ${sql.table(details.name)}
    where ${sql.ref(owner.column)} = ${owner.id} and ${sql.ref(details.id)} <> all(${remainingIds})`.execute(
    db,
  )
  const tables = namedTables(db)
  const added: Record<string, unknown>[] = []
  for (const [sort_order, row] of rows.entries()) {
    const { [details.id]: id, ...values } = row
    if (id == null) added.push({ ...values, [owner.column]: owner.id, sort_order })
    else
      await tables
        .updateTable(details.name)
        .set({ ...values, sort_order })
        .where(sql.ref(details.id), '=', id)
        .execute()
  }
  if (added.length > 0) await tables.insertInto(details.name).values(added).execute()
}

/**
 * Saves the rows of an existing record, if they changed: the record gets a new time, and its history shows the change.
 * @param shown the fields of a row that the history shows
 */
export async function saveWithDetails(
  context: Context,
  { name, id: column, details }: Resource & { details: Resource },
  id: number,
  {
    before,
    after,
    shown,
  }: { before: readonly DetailRow[]; after: readonly DetailRow[]; shown: readonly string[] },
): Promise<void> {
  if (areSameDetails(details, after, before)) return
  await replaceDetails(context, details, { column, id }, after)
  await sql`update ${sql.table(name)} set updated_at = ${context.now}
    where ${sql.ref(column)} = ${id}`.execute(context.db)
  const short = (row: DetailRow) => Object.fromEntries(shown.map((field) => [field, row[field]]))
  await audit(context, name, id, 'update', [
    { field: 'details', before: before.map(short), after: after.map(short) },
  ])
}

/** Whether rows equal the stored ones, in the same order. */
export function areSameDetails(
  details: Resource,
  rows: readonly DetailRow[],
  before: readonly DetailRow[],
): boolean {
  const names = writableFields(details).map(([name]) => name)
  const text = (row: DetailRow) =>
    JSON.stringify([row[details.id] ?? null, ...names.map((name) => row[name] ?? null)])
  return (
    rows.length === before.length && rows.every((row, index) => text(row) === text(itemAt(before, index)))
  )
}

function standards(details: Resource, old: DetailRow | undefined): DetailRow {
  return Object.fromEntries(
    writableFields(details).flatMap(([name, field]) => {
      const value = old ? old[name] : field.default
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
}

function withoutUndefined(row: DetailRow): DetailRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
}
