import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Values } from '#core/platform/values.ts'
import * as calls from '#core/resources/calls/undoCalls.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { codeOf } from '#server/platform/codeOf.ts'
import type { Context } from '#server/platform/context.ts'
import { decryptIfPossible } from '#server/platform/encryptor.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { type Call, permitAction } from '#server/platform/http/http.ts'
import { cleaningTask } from '#server/platform/jobs/schedule.ts'
import { conflict, Refusal } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { describeIssue, refusalOfError } from '#server/resources/answers.ts'
import { titleOfRow } from '#server/resources/names/recordTitle.ts'
import type { Operations } from '#server/resources/operations.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'

/** Rows by their tables. */
type Links = Readonly<Record<string, readonly Values[]>>

/** The previous state of a record. `row` is a whole erased row; `before` are changed fields. */
export interface UndoneRecord {
  id: number
  before?: Values
  /** The record's time right after the change: undo requires that it is unchanged. */
  updated_at?: string
  row?: Values
  /** Rows of link tables: they are deleted and restored with the record. */
  links?: Links
}

type Action = 'update' | 'remove'

/** The previous rows hold values that only their readers may see. */
export const UNDO_ENCRYPTION_CONTEXT = 'undo_entries.records'

/** Changes a record and returns its previous state; undefined when nothing changed. */
export async function changeRecoverably(
  context: Context,
  resource: Resource,
  operations: Pick<Operations, 'update'>,
  id: number,
  changes: Values,
): Promise<UndoneRecord | null> {
  const before = await lockRecord(context, resource, id)
  const after = await operations.update(context, id, changes)
  if (after.updated_at === before.updated_at) return null
  return { id, before: picked(before, Object.keys(changes)), updated_at: after.updated_at }
}

/**
 * Deletes a record and returns its previous state: null when rows that belong to it would not be restored, undefined when it was archived
 * already.
 */
export async function removeRecoverably(
  context: Context,
  resource: Resource,
  operations: Pick<Operations, 'remove' | 'restore'>,
  id: number,
): Promise<UndoneRecord | null | undefined> {
  const { archive } = resource
  if (!archive) {
    const row = operations.restore ? await wholeRow(context, resource, id) : null
    const links = row && (await linksOf(context, resource, id))
    await operations.remove(context, id)
    return row && links && { id, row, links }
  }
  const names = Object.keys(archive)
  const before = await lockRecord(context, resource, id)
  await operations.remove(context, id)
  const { updated_at } = await lockRecord(context, resource, id)
  if (updated_at === before.updated_at) return undefined
  if (names.some((name) => resource.fields[name]?.computed)) return null
  return { id, before: picked(before, names), updated_at }
}

function picked(from: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
}

/** The dependents of many records at once: for each record that is referenced, the table that refers to it. */
export async function dependentTables(
  context: Context,
  resource: Resource,
  ids: readonly number[],
  extra: readonly string[] = [],
): Promise<Map<number, string>> {
  const held = new Map<number, string>()
  for (const { table, column } of await tablesReferringTo(context, resource)) {
    if (extra.includes(table)) continue
    const { rows } = await sql<{
      id: number | null
    }>`select distinct ${sql.ref(column)} as id from ${sql.table(table)}
      where ${sql.ref(column)} = any(${ids}::int8[])`.execute(context.db)
    for (const { id } of rows) held.set(Number(id), held.get(Number(id)) ?? table)
  }
  return held
}

/** A table whose rows would be deleted with this record, or lose their reference. */
async function dependentTable(
  context: Context,
  resource: Resource,
  id: number,
  { besidesLinks = false } = {},
): Promise<string | null> {
  for (const { table, column, is_link } of await tablesReferringTo(context, resource)) {
    if (besidesLinks && is_link) continue
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(
        context.db,
      )
    if (rows.length > 0) return table
  }
  return null
}

interface DependentTable {
  table: string
  column: string
  /** A link table: every column is part of its key, and rows are deleted with either record. */
  is_link: boolean
}

async function tablesReferringTo({ db }: Context, resource: Resource): Promise<DependentTable[]> {
  const { rows } = await sql<DependentTable>`
    select c.conrelid::regclass::text as table, a.attname as column,
      c.confdeltype = 'c' and (select count(*) from pg_attribute one where one.attrelid = c.conrelid
          and one.attnum > 0 and not one.attisdropped)
        = (select cardinality(key.conkey) from pg_constraint key where key.conrelid = c.conrelid and key.contype = 'p')
        as is_link
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${tableOf(resource)}::regclass and c.confdeltype <> 'a'`.execute(
    db,
  )
  return rows
}

/** The rows that link a record with others. */
async function linksOf(context: Context, resource: Resource, id: number): Promise<Links> {
  const links: Record<string, Values[]> = {}
  for (const { table, column, is_link } of await tablesReferringTo(context, resource)) {
    if (!is_link) continue
    const { rows } = await sql<{ row: Values }>`
      select to_jsonb(one) as row from ${sql.table(table)} one where ${sql.ref(column)} = ${id}`.execute(
      context.db,
    )
    if (rows.length > 0) links[table] = rows.map(({ row }) => row)
  }
  return links
}

/** Restores a record's links to records that still exist. */
async function restoreLinks({ db }: Context, links: Links): Promise<void> {
  for (const [table, rows] of Object.entries(links)) {
    for (const row of rows) {
      await sql`savepoint one_link`.execute(db)
      try {
        await sql`insert into ${sql.table(table)}
          select * from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)
          on conflict do nothing`.execute(db)
        await sql`release savepoint one_link`.execute(db)
      } catch (error) {
        // The other record is gone.
        if (codeOf(error) !== '23503') throw error
        await sql`rollback to savepoint one_link`.execute(db)
      }
    }
  }
}

/** A row with every column, unless other rows are deleted with it or lose their reference. */
async function wholeRow(context: Context, resource: Resource, id: number): Promise<Values | null> {
  if (await dependentTable(context, resource, id, { besidesLinks: true })) return null
  const { db } = context
  const table = tableOf(resource)
  const { rows } = await sql<{ row: Values }>`
    select to_jsonb(one) as row from ${sql.table(table)} one where ${sql.ref(resource.id)} = ${id}`.execute(
    db,
  )
  return rows[0]?.row ?? null
}

/**
 * Stores previous states for an hour, so that the user who changed them can undo it.
 * @returns its number, or null if not every record could be restored.
 */
export async function saveUndo(
  { db, actor, now, encryptor }: Context,
  resource: Resource,
  action: Action,
  records: readonly (UndoneRecord | null | undefined)[],
): Promise<number | null> {
  const changed = records.filter((record) => record !== undefined)
  if (actor.user_id === null || changed.length === 0 || changed.includes(null)) return null
  const rows = await db
    .insertInto('undo_entries')
    .values({
      user_id: actor.user_id,
      company_id: actor.company_id,
      resource: resource.name,
      action,
      records_sealed: encryptor.encrypt(JSON.stringify(changed), UNDO_ENCRYPTION_CONTEXT),
      created_at: now,
    })
    .returning('undo_id')
    .execute()
  return Number(firstOf(rows).undo_id)
}

interface Kind {
  resource: Resource
  operations: Operations
}

interface Entry {
  resource: string
  action: Action
  records: UndoneRecord[]
}

/** The call that undoes what the same account did within the last hour. */
export function undoCalls(kinds: readonly Kind[]): Call[] {
  const byName = new Map(kinds.map((kind) => [kind.resource.name, kind]))
  return handleAll('undo', calls, {
    takeBack: {
      summary: 'Take back a deletion or a change of many records, all of it or nothing',
      run: async (context, { params }) => {
        const entry = await takeEntry(context, params.undo_id)
        const kind = byName.get(entry.resource)
        if (!kind) throw tooLate()
        const { module, writeModule = module, loginTypes } = kind.resource
        const action = entry.action === 'remove' ? 'delete' : 'update'
        permitAction(context.actor, writeModule, action, loginTypes)
        await kind.operations.lockFirst(
          context,
          entry.records.map(({ id }) => id),
        )
        for (const record of entry.records) await bringBack(context, kind, record)
        return { message: 'messages.undone', type: 'success' }
      },
    },
  })
}

const tooLate = () => new Refusal(404, 'messages.undo_gone')

async function takeEntry({ db, actor, now, encryptor }: Context, undo_id: number): Promise<Entry> {
  const { rows } = await sql<Omit<Entry, 'records'> & { records_sealed: string }>`
    delete from undo_entries where undo_id = ${undo_id} and user_id = ${actor.user_id}
      and company_id is not distinct from ${actor.company_id} and created_at > ${now}::timestamptz - interval '1 hour'
    returning resource, action, records_sealed`.execute(db)
  if (!rows[0]) throw tooLate()
  const { records_sealed, ...entry } = rows[0]
  const records = decryptIfPossible(encryptor, records_sealed, UNDO_ENCRYPTION_CONTEXT)
  if (records === undefined) throw tooLate()
  return { ...entry, records: JSON.parse(records) }
}

async function bringBack(
  context: Context,
  { resource, operations }: Kind,
  { id, before, updated_at, row, links }: UndoneRecord,
): Promise<void> {
  try {
    if (row) {
      await operations.restore?.(context, row)
      return await restoreLinks(context, links ?? {})
    }
    if (!before) throw tooLate()
    const current = await lockRecord(context, resource, id)
    if (current.updated_at !== updated_at) {
      throw conflict('messages.undo_changed', { what: await titleOfRow(context, resource, current) })
    }
    await operations.update({ ...context, isUndo: true }, id, before)
    const now: Values = await readRecord(context, resource, id)
    if (Object.entries(before).some(([name, value]) => !isSame(now[name], value))) {
      throw conflict('messages.undo_refused', { why: translate(context.actor.language, 'messages.conflict') })
    }
  } catch (error) {
    const refusal = refusalOfError(error)
    if (!refusal || refusal.status >= 500 || refusal.status === 409) throw error
    throw conflict('messages.undo_refused', { why: reasonFor(refusal, context.actor.language) })
  }
}

/** The broken rules where the refusal names them. */
function reasonFor({ status, text, options: { issues = [], params } }: Refusal, language: string): string {
  if (status !== 422 || issues.length === 0) return translate(language, text, params)
  return issues.map((issue) => describeIssue(language, issue).message).join(' ')
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** Deletes expired undo entries. */
export const cleanUndo = cleaningTask('undo', [
  sql`delete from undo_entries where created_at < now() - interval '1 hour'`,
])
