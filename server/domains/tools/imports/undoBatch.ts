import { sql } from 'kysely'
import type { LeftRecord } from '#core/domains/tools/data_import_logs.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import type { Values } from '#core/platform/values.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, Refusal, stillReferenced } from '#server/platform/refusal.ts'
import { refusalMessage } from '#server/resources/answers.ts'
import { readDetailsOfMany } from '#server/resources/changes/details.ts'
import { auditMany } from '#server/resources/history/audit.ts'
import type { CreatedRecord } from '#server/resources/imports/importedRow.ts'
import { titleOfRow } from '#server/resources/names/recordTitle.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { dependentTables } from '#server/resources/undo/undo.ts'
import type { RowError } from './rowErrors.ts'
import { alone, type Kind } from './rowWork.ts'

/** Rows that a device has from the start: empty if it never reported, and deleted with it. */
const OF_NEW_DEVICE = ['device_ownerships', 'device_states']

/**
 * Undoes what an import created and changed, record by record, the last kind first: unchanged records without dependents are deleted or
 * restored. Records that a history needs are archived. Records that were deleted since are skipped.
 * @returns the records that stay unchanged, and why
 */
export async function undoBatch(
  context: Context,
  kindOf: (record: CreatedRecord) => Kind,
  records: readonly CreatedRecord[],
): Promise<LeftRecord[]> {
  const left: LeftRecord[] = []
  for (const some of groupsOfKind(records, kindOf)) {
    const kind = kindOf(firstOf(some))
    const isMade = firstOf(some).before === undefined
    const ids = some.map(({ id }) => id)
    await kind.operations.lockFirst(context, ids)
    const current = await lockMany(context, kind, ids)
    const existing = some.filter(({ id }) => current.has(id))
    const untouched = existing.filter(
      ({ id, updated_at }) => getOrThrow(current, id).updated_at === updated_at,
    )
    for (const { id } of existing.filter((item) => !untouched.includes(item)))
      left.push(await leftRecord(context, kind, getOrThrow(current, id), conflict('messages.changed_since')))
    const { rest, held } = isMade
      ? await eraseFree(context, kind, untouched, current)
      : { rest: untouched, held: undefined }
    for (const record of rest) {
      const row: { fault?: RowError } = {}
      await alone(context, row, async () => {
        const known = held ?? (isMade ? await heldBy(context, kind, [record], current) : new Map())
        await takeBack(context, kind, record, known.get(record.id))
      })
      if (row.fault instanceof Refusal && row.fault.status !== 404)
        left.push(await leftRecord(context, kind, getOrThrow(current, record.id), row.fault))
    }
  }
  return left
}

/**
 * Groups records by kind, created apart from changed ones. Later records of a row depend on earlier ones, such as a phone on its customer,
 * so the last kinds come first.
 */
function groupsOfKind(
  records: readonly CreatedRecord[],
  kindOf: (record: CreatedRecord) => Kind,
): CreatedRecord[][] {
  const groups = groupBy(
    records,
    (record) => `${kindOf(record).resource.name} ${record.before === undefined}`,
  )
  return [...groups.values()].toReversed().map((some) => some.toReversed())
}

async function lockMany(
  context: Context,
  { resource }: Kind,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const id = sql.ref(`${resource.name}.${resource.id}`)
  const rows: Values[] = await rowsOf(context, resource)
    .where(sql<boolean>`${id} = any(${ids}::int8[])`)
    .selectAll(resource.name)
    .orderBy(id)
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [Number(row[resource.id]), row]))
}

async function leftRecord(
  context: Context,
  { resource }: Kind,
  current: Values,
  refusal: Refusal,
): Promise<LeftRecord> {
  return {
    kind: resource.name,
    id: Number(current[resource.id]),
    title: await titleOfRow(context, resource, current),
    why: refusalMessage(context.actor.language, refusal),
  }
}

/**
 * The dependents of each of these records, except those that were created with it: the rows of a device that never reported, and lines
 * without dependents.
 */
async function heldBy(
  context: Context,
  { resource }: Kind,
  records: readonly CreatedRecord[],
  current: ReadonlyMap<number, Values>,
): Promise<Map<number, string>> {
  const isFresh = ({ id }: CreatedRecord) =>
    resource.name === 'devices' && getOrThrow(current, id).last_record_date === null
  const { details } = resource
  const [fresh, others] = [records.filter(isFresh), records.filter((record) => !isFresh(record))]
  const held = new Map<number, string>()
  for (const [some, besides] of [
    [fresh, OF_NEW_DEVICE],
    [others, details ? [details.name] : []],
  ] as const) {
    const ids = some.map(({ id }) => id)
    if (ids.length === 0) continue
    for (const [id, table] of await dependentTables(context, resource, ids, besides)) held.set(id, table)
    if (!details) continue
    const lines = await readDetailsOfMany(context, details, { column: resource.id, ids })
    const owners = new Map(
      [...lines].flatMap(([id, rows]) => rows.map((row): [number, number] => [Number(row[details.id]), id])),
    )
    const ofLines = await dependentTables(context, details, [...owners.keys()])
    for (const [line, table] of ofLines) held.set(getOrThrow(owners, line), table)
  }
  return held
}

/**
 * Deletes records without dependents, all at once, and then records that have none left.
 * @returns the remaining ones, to be undone one by one, with the dependents of each, if known
 */
async function eraseFree(
  context: Context,
  kind: Kind,
  records: readonly CreatedRecord[],
  current: ReadonlyMap<number, Values>,
): Promise<{ rest: readonly CreatedRecord[]; held: Map<number, string> | undefined }> {
  const { resource } = kind
  if (!resource.archive && resource.scope !== 'object') return { rest: records, held: undefined }
  let rest = records
  for (;;) {
    const held = await heldBy(context, kind, rest, current)
    const free = rest.filter(({ id }) => !held.has(id))
    const row: { fault?: RowError } = {}
    if (free.length > 0) await alone(context, row, () => erase(context, resource, free))
    if (free.length === 0 || row.fault) return { rest, held }
    rest = rest.filter(({ id }) => held.has(id))
  }
}

async function erase(context: Context, resource: Resource, records: readonly CreatedRecord[]): Promise<void> {
  const ids = records.map(({ id }) => id)
  await auditMany(
    context,
    resource.name,
    'delete',
    ids.map((record_id) => ({ record_id })),
  )
  await sql`delete from ${sql.table(tableOf(resource))} where ${sql.ref(resource.id)} = any(${ids}::int8[])`.execute(
    context.db,
  )
}

async function takeBack(
  context: Context,
  { resource, operations }: Kind,
  record: CreatedRecord,
  held: string | undefined,
): Promise<void> {
  const { id, before } = record
  if (before) {
    await operations.update({ ...context, isUndo: true }, id, before)
    return
  }
  if (held && !resource.archive) throw stillReferenced(held)
  if (held || !resource.archive) return operations.remove(context, id)
  const row: { fault?: RowError } = {}
  await alone(context, row, () => erase(context, resource, [record]))
  if (row.fault) await operations.remove(context, id)
}
