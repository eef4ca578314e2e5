import { sql } from 'kysely'
import type { LeftRecord } from '#core/domains/tools/data_import_logs.ts'
import { groupBy } from '#core/platform/groupBy.ts'
import type { MessageKey } from '#core/platform/textKeys.ts'
import { tableOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, Refusal, stillReferenced } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { auditMany } from '#server/resources/audit.ts'
import type { MadeRecord } from '#server/resources/imports/importedRow.ts'
import { titleOfRow } from '#server/resources/recordTitle.ts'
import { lockRecord, rowsOf } from '#server/resources/rows.ts'
import { dependentTables } from '#server/resources/undo/undo.ts'
import type { RowFault } from './rowErrors.ts'
import { alone, type Kind } from './rowWork.ts'

type Values = Readonly<Record<string, unknown>>

/** Rows that a device has from the beginning: of one that never reported they tell nothing, and go with it. */
const OF_NEW_DEVICE = ['device_ownerships', 'device_states']

/**
 * Takes back what an import made and changed, record by record, the last kind first: what nobody has touched since and nothing
 * depends on goes, or becomes what it was. One that a history needs is archived. What was deleted since is gone already.
 * @returns what stays as it is, and why
 */
export async function undoBatch(
  context: Context,
  kindOf: (record: MadeRecord) => Kind,
  records: readonly MadeRecord[],
): Promise<LeftRecord[]> {
  const left: LeftRecord[] = []
  for (const some of groupsOfKind(records, kindOf)) {
    const kind = kindOf(some[0]!)
    const isMade = some[0]!.before === undefined
    const ids = some.map(({ id }) => id)
    await kind.operations.lockFirst?.(context, ids)
    const current = await lockMany(context, kind, ids)
    const there = some.filter(({ id }) => current.has(id))
    const untouched = there.filter(({ id, updated_at }) => current.get(id)!['updated_at'] === updated_at)
    for (const { id } of there.filter((one) => !untouched.includes(one)))
      left.push(await leftRecord(context, kind, current.get(id)!, conflict('messages.changed_since')))
    const rest = isMade ? await eraseMany(context, kind, untouched, current) : untouched
    for (const record of rest) {
      const row: { fault?: RowFault } = {}
      await alone(context, row, () => takeBack(context, kind, record, current.get(record.id)!))
      if (row.fault instanceof Refusal && row.fault.status !== 404)
        left.push(await leftRecord(context, kind, current.get(record.id)!, row.fault))
    }
  }
  return left
}

/**
 * Records of one kind together, those that were made apart from those that were changed: what a row made later depends on what it made
 * before, such as a phone on its customer, so the kinds that came last are first.
 */
function groupsOfKind(records: readonly MadeRecord[], kindOf: (record: MadeRecord) => Kind): MadeRecord[][] {
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
  const rows = (await rowsOf(context, resource)
    .where(sql<boolean>`${id} = any(${ids}::int8[])`)
    .selectAll(resource.name)
    .orderBy(id)
    .forNoKeyUpdate()
    .execute()) as Values[]
  return new Map(rows.map((row) => [Number(row[resource.id]), row]))
}

async function leftRecord(
  context: Context,
  { resource }: Kind,
  current: Values,
  refusal: Refusal,
): Promise<LeftRecord> {
  const { params } = refusal.options
  const text: MessageKey = refusal.text
  return {
    kind: resource.name,
    id: Number(current[resource.id]),
    title: await titleOfRow(context, resource, current),
    why: translate(context.actor.language, text, params),
  }
}

/** Erases those that nothing depends on, all at once. @returns those that are left to be taken back one by one */
async function eraseMany(
  context: Context,
  { resource }: Kind,
  records: readonly MadeRecord[],
  current: ReadonlyMap<number, Values>,
): Promise<MadeRecord[]> {
  const isPlain = resource.archive || resource.scope === 'object'
  if (!isPlain || records.length === 0) return [...records]
  const isFresh = ({ id }: MadeRecord) =>
    resource.name === 'devices' && current.get(id)!['last_record_date'] === null
  const besides = records.every(isFresh) ? OF_NEW_DEVICE : []
  const held = await dependentTables(
    context,
    resource,
    records.map(({ id }) => id),
    besides,
  )
  const free = records.filter(({ id }) => !held.has(id))
  const row: { fault?: RowFault } = {}
  await alone(context, row, async () => {
    await auditMany(
      context,
      resource.name,
      'delete',
      free.map(({ id }) => ({ record_id: id })),
    )
    await sql`delete from ${sql.table(tableOf(resource))}
      where ${sql.ref(resource.id)} = any(${free.map(({ id }) => id)}::int8[])`.execute(context.db)
  })
  return row.fault ? [...records] : records.filter(({ id }) => held.has(id))
}

async function takeBack(
  context: Context,
  { resource, operations }: Kind,
  { id, before }: MadeRecord,
  current: Values,
): Promise<void> {
  if (before) {
    await operations.update(context, id, before)
    return
  }
  const isNewDevice = resource.name === 'devices' && current['last_record_date'] === null
  const held = (await dependentTables(context, resource, [id], isNewDevice ? OF_NEW_DEVICE : [])).get(id)
  if (held && !resource.archive) throw stillReferenced(held)
  if (held || !resource.archive) return operations.remove(context, id)
  await lockRecord(context, resource, id)
  const row: { fault?: RowFault } = {}
  await alone(context, row, async () => {
    await auditMany(context, resource.name, 'delete', [{ record_id: id }])
    await sql`delete from ${sql.table(tableOf(resource))} where ${sql.ref(resource.id)} = ${id}`.execute(
      context.db,
    )
  })
  if (row.fault) await operations.remove(context, id)
}
