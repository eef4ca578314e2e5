import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import type { Values } from '#core/platform/values.ts'
import { type Resource, writableFields } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readDetails } from '#server/resources/changes/details.ts'
import type { CreatedRecord } from '#server/resources/imports/importedRow.ts'
import { oneOfMany } from '#server/resources/lists/oneOfMany.ts'
import type { Operations } from '#server/resources/operations.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import type { ImportSubject } from './importColumns.ts'
import type { FileFacts } from './prepareRows.ts'
import type { RowError } from './rowErrors.ts'

/** A kind of record with its operations. */
export interface Kind {
  resource: Resource
  operations: Operations
}

/** The context of a batch. */
export interface BatchWork {
  import_id: number
  batch: number
  /** A trial rolls its records back, so records of earlier rows of the file do not exist. */
  isTrial: boolean
  subject: ImportSubject
  file: FileFacts
  mappings: readonly FieldMapping[]
  kindNamed: (name: string) => Kind
}

/** Runs the work of a row; a refusal rolls it back and is stored in the row. */
export async function alone(
  context: Context,
  row: { fault?: RowError },
  work: () => Promise<void>,
): Promise<void> {
  const outcome = await oneOfMany(context, work)
  if (outcome instanceof Refusal) row.fault = outcome
}

/** Reads and locks a record, with its lines if they are among the changes. */
async function lockWhole(context: Context, resource: Resource, id: number, changes: Values): Promise<Values> {
  const current: Values = await lockRecord(context, resource, id)
  const { details, id: column } = resource
  if (!details || !('details' in changes)) return current
  const names = [details.id, ...writableFields(details).map(([name]) => name)]
  const lines = await readDetails(context, details, { column, id })
  const values = lines.map((line) => Object.fromEntries(names.map((name) => [name, line[name]])))
  return { ...current, details: values }
}

/** Changes a record, and returns its previous state. @throws Refusal */
export async function changeOne(
  context: Context,
  { resource, operations }: Kind,
  id: number,
  changes: Values,
): Promise<CreatedRecord> {
  const before = await lockWhole(context, resource, id, changes)
  await operations.update(context, id, changes)
  const now = await readRecord(context, resource, id)
  return {
    id,
    updated_at: now.updated_at,
    before: Object.fromEntries(Object.keys(changes).map((name) => [name, before[name] ?? null])),
  }
}
