import { sql } from 'kysely'
import type { z } from 'zod'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import type { Values } from '#core/platform/values.ts'
import {
  type ChangesOf,
  type NewRecordOf,
  type RecordOf,
  type Resource,
  tableOf,
} from '#core/resources/definition.ts'
import type { Fields } from '#core/resources/field.ts'
import type { StatusValue } from '#core/resources/statuses/statuses.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { createMany, createOneByOne, type ManyOutcome } from './changes/createMany.ts'
import { readDetails } from './changes/details.ts'
import { refuseByKind, refuseForeign, refuseUnreachable } from './changes/references.ts'
import { refuseOver, refuseStep, statusChange } from './changes/refuseStep.ts'
import { acceptChanges, acceptNew, type Stored, toColumns } from './changes/validate.ts'
import { pickFields } from './columns.ts'
import type { PrintDocument } from './files/printDocument.ts'
import { audit, changesBetween } from './history/audit.ts'
import type { OpenRow } from './imports/importedRow.ts'
import { listRecords, type Page } from './lists/list.ts'
import type { ListQuery } from './lists/listQuery.ts'
import type { QueryFilters } from './lists/matchingRows.ts'
import { namedTables } from './names/namedTables.ts'
import { withoutHidden } from './rights/withoutHidden.ts'
import { lockRecord, readRecord, requireVisible } from './rows.ts'
import { withUserFields } from './userFields/userFields.ts'

/** The operations on a record. A kind with special rules replaces one of them as a whole. */
export interface Operations<R extends Resource = Resource> {
  list(context: Context, query: ListQuery): Promise<Page<RecordOf<R>>>
  /** Fields that its list always returns; it reads the others only on request. A replaced list without them reads whole records. */
  lean: readonly string[]
  read(context: Context, id: number): Promise<RecordOf<R>>
  create(context: Context, body: Values): Promise<RecordOf<R>>
  /** Creates many at once by the same rules, with a few statements for all. */
  createMany(context: Context, bodies: readonly Values[]): Promise<ManyOutcome[]>
  /** Completes rows of a file by what their values mean together, and replaces or adds their errors. */
  completeRows(context: Context, rows: readonly OpenRow[]): Promise<void>
  /** Fields in the body of a new record that are not stored in the record. */
  createOnlyFields: Fields
  /** Figures that it computes itself; a body may hold them, and is refused if they differ. Those of rows are named `details.line_total`. */
  compares: readonly string[]
  update(context: Context, id: number, body: Values): Promise<RecordOf<R>>
  /** Locks related records before the records themselves, so that all transactions lock in the same order. */
  lockFirst(context: Context, ids: readonly number[]): Promise<void>
  /**
   * Moves a record to another status: the call of a step. A kind whose steps have consequences replaces it; `more` is the rest of the body
   * without the status.
   */
  move(
    context: Context,
    id: number,
    to: StatusValue,
    more: Readonly<Record<string, unknown>>,
  ): Promise<RecordOf<R>>
  /** Fields that the body of a change of status may have in addition to the status. */
  moveFields: z.ZodRawShape
  /** Fields of the response for one record in addition to its definition, for the API document. */
  extraResponseFields: () => z.ZodRawShape
  /** The key of the message about a change. */
  changeMessage(before: Values, after: Values): MessageKey
  remove(context: Context, id: number): Promise<void>
  /** Counts the records that have a value in an archived record; undefined for a kind that is not part of records. */
  countHolding(context: Context, id: number): Promise<number | undefined>
  /** Restores an erased row unchanged; without it a deletion cannot be undone. */
  restore?(context: Context, row: Readonly<Record<string, unknown>>): Promise<void>
  /** The printed document of one record. */
  print(context: Context, id: number): Promise<PrintDocument>
  /** Fields that lists, files and printed lists add to each record when a request names them. */
  computed: ComputedFields
}

/** Fields that are computed for many records at once. `read` returns them in the order of its rows. */
export interface ComputedFields {
  definition: Resource
  read(context: Context, rows: readonly Readonly<Record<string, unknown>>[]): Promise<readonly object[]>
}

/** The operations of a kind without special rules. */
export function standardOperations<R extends Resource>(
  resource: R,
  filters: QueryFilters = {},
): Omit<Operations<R>, 'move' | 'print'> {
  return {
    list: (context, query) => listRecords(context, resource, query, filters),
    lean: [],
    read: (context, id) => readRecord(context, resource, id),
    create: (context, body) => insertRecord(context, resource, acceptNew(context, resource, body)),
    createMany: (context, bodies) =>
      createMany(context, resource, bodies, (body) => acceptNew(context, resource, body)),
    completeRows: async () => {},
    createOnlyFields: {},
    compares: [],
    lockFirst: async () => {},
    moveFields: {},
    extraResponseFields: () => ({}),
    changeMessage: () => 'messages.saved',
    countHolding: async () => undefined,
    computed: { definition: { ...resource, fields: {} }, read: async () => [] },
    update: async (context, id, body) => {
      const current = await lockRecord(context, resource, id)
      const changes = acceptChanges(context, resource, body, current)
      refuseOver(resource, current, changes)
      return updateRecord(context, resource, id, changes)
    },
    remove: (context, id) => removeRecord(context, resource, id),
    restore: (context, row) => restoreRecord(context, resource, row),
  }
}

/** The standard operations of a kind with its replacements, and their consequences; `print` can be replaced as well. */
export function operationsOf(
  resource: Resource,
  filters: QueryFilters,
  own: Pick<Operations, 'print'> & Partial<Operations>,
): Operations {
  const { restore, ...standard } = standardOperations(resource, filters)
  const { create, list, update } = { ...standard, ...own }
  return {
    ...standard,
    // A kind with its own delete must also define how a record is restored.
    ...(!own.remove && { restore }),
    // A kind with its own create makes many records in that way, or one by one.
    ...(own.create && {
      createMany: (context, bodies) => createOneByOne(context, resource, bodies, create),
    }),
    move: async (context, id, to) => {
      refuseStep(context, resource, await lockRecord(context, resource, id), to)
      return update(context, id, statusChange(resource, to))
    },
    ...own,
    ...(own.list && !own.lean && { list: listWhole(resource, list) }),
  }
}

/** A list that reads whole records, without the fields that were not requested. */
function listWhole(resource: Resource, list: Operations['list']): Operations['list'] {
  return async (context, { fields, ...query }) => {
    const { rows, page } = await list(context, query)
    const kind = withUserFields(resource)
    return { rows: fields ? rows.map((row) => pickFields(kind, row, fields)) : rows, page }
  }
}

/** Inserts a validated record; `more` holds columns that no client may write. */
export async function insertRecord<R extends Resource>(
  context: Context,
  resource: R,
  input: Stored<NewRecordOf<R>>,
): Promise<RecordOf<R>> {
  const values = withoutHidden(context, resource, input)
  await refuseUnreachable(context, resource, values)
  await refuseForeign(context, resource, values)
  await refuseByKind(context, resource, values)
  const inserted: Record<string, unknown> = await namedTables(context.db)
    .insertInto(tableOf(resource))
    .values({ ...toColumns(resource, values, true), ...resource.within?.where })
    .returning(resource.id)
    .executeTakeFirstOrThrow()
  const id = Number(inserted[resource.id])
  await audit(context, resource.name, id, 'create', changesBetween(resource, {}, values))
  return readRecord(context, resource, id)
}

/** Updates a record with validated changes; without changes nothing is written. */
export async function updateRecord<R extends Resource>(
  context: Context,
  resource: R,
  id: number,
  input: Stored<ChangesOf<R>>,
): Promise<RecordOf<R>> {
  const values = withoutHidden(context, resource, input)
  const before = await lockRecord(context, resource, id)
  const changes = changesBetween(resource, before, values)
  if (changes.length === 0) return readRecord(context, resource, id)
  await refuseUnreachable(context, resource, values)
  await refuseForeign(context, resource, { ...before, ...values }, before)
  // A stored choice stays valid, even if it was removed from its list since.
  const chosen = changes.map(({ field, after }) => [field, after])
  await refuseByKind(context, resource, Object.fromEntries(chosen))
  await namedTables(context.db)
    .updateTable(tableOf(resource))
    .set({ ...toColumns(resource, values), updated_at: context.now })
    .where(sql.ref(resource.id), '=', id)
    .execute()
  await audit(context, resource.name, id, 'update', changes)
  return readRecord(context, resource, id)
}

/** Erases a record, or archives one that a history needs; an archived one stays unchanged. */
export async function removeRecord(context: Context, resource: Resource, id: number): Promise<void> {
  await requireVisible(context, resource, id)
  const { archive } = resource
  const table = tableOf(resource)
  if (archive) {
    const changes = changesBetween(resource, await lockRecord(context, resource, id), archive)
    if (changes.length === 0) return
    await namedTables(context.db)
      .updateTable(table)
      .set({ ...archive, updated_at: context.now })
      .where(sql.ref(resource.id), '=', id)
      .execute()
    return audit(context, resource.name, id, 'archive', changes)
  }
  await audit(context, resource.name, id, 'delete')
  await namedTables(context.db).deleteFrom(table).where(sql.ref(resource.id), '=', id).execute()
}

/** Inserts an erased row again, with its id and every column, for an actor who may see it and all its references. */
export async function restoreRecord(
  context: Context,
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const table = sql.table(tableOf(resource))
  // The database computes the generated ones again.
  const { rows: stored } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${tableOf(resource)}::regclass and attname = any(${Object.keys(row)}::text[]) and attgenerated = ''`.execute(
    context.db,
  )
  const columns = sql.join(stored.map(({ name }) => sql.ref(name)))
  await refuseUnreachable(context, resource, row)
  await sql`insert into ${table} (${columns}) overriding system value
    select ${columns} from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb)`.execute(
    context.db,
  )
  const id = Number(row[resource.id])
  await requireVisible(context, resource, id)
  await audit(context, resource.name, id, 'restore')
}

/** Whether the version that the writer read (`if_updated_at` in the body) is outdated. */
export function isStale(current: { updated_at?: string | null | undefined }, body: Values): boolean {
  const { if_updated_at: read } = body
  if (read === undefined || read === null || read === '') return false
  const moment = new Date(String(read))
  return Number.isNaN(moment.getTime()) || moment.toISOString() !== current.updated_at
}

/**
 * Locks a record until the end of the transaction, unless it has changed since the writer read it (`if_updated_at` in the body).
 * @returns the record
 * @throws Refusal 404; 409 with the current record.
 */
export async function refuseStale(
  context: Context,
  resource: Resource,
  id: number,
  body: Values,
): Promise<Values> {
  const current = await lockRecord(context, resource, id)
  if (!isStale(current, body)) return current
  const { details } = resource
  throw conflict('messages.conflict_changed', undefined, {
    current: {
      ...(await readRecord(context, resource, id)),
      ...(details && { details: await readDetails(context, details, { column: resource.id, id }) }),
    },
  })
}
