import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createOneByOne, type ManyOutcome } from '#server/resources/createMany.ts'
import type { MadeRecord } from '#server/resources/imports/importedRow.ts'
import { oneOfMany } from '#server/resources/oneOfMany.ts'
import type { Operations } from '#server/resources/operations.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import type { RowFault } from './rowErrors.ts'

type Values = Readonly<Record<string, unknown>>

/** A kind of record, and what can be done with it. */
export interface Kind {
  resource: Resource
  operations: Operations
}

/** Does what a row needs; what is refused leaves nothing behind. */
export async function alone(
  context: Context,
  row: { fault?: RowFault },
  work: () => Promise<void>,
): Promise<void> {
  const outcome = await oneOfMany(context, work)
  if (outcome instanceof Refusal) row.fault = outcome
}

/** Creates records: all at once where the kind can, else one by one. */
export async function createAll(
  context: Context,
  { resource, operations }: Kind,
  bodies: readonly object[],
): Promise<ManyOutcome[]> {
  if (bodies.length === 0) return []
  if (operations.createMany) return operations.createMany(context, bodies)
  return createOneByOne(context, resource, bodies, operations.create)
}

/** Changes a record, and remembers how it was. @throws Refusal */
export async function changeOne(
  context: Context,
  { resource, operations }: Kind,
  id: number,
  changes: Values,
): Promise<MadeRecord> {
  const before: Values = await lockRecord(context, resource, id)
  await operations.update(context, id, changes)
  const now: Values = await readRecord(context, resource, id)
  return {
    id,
    updated_at: String(now['updated_at']),
    before: Object.fromEntries(Object.keys(changes).map((name) => [name, before[name] ?? null])),
  }
}
