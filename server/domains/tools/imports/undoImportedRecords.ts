import { sql } from 'kysely'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, stillReferenced } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { audit } from '#server/resources/audit.ts'
import type { MadeRecord } from '#server/resources/imports/importedRow.ts'
import type { Operations } from '#server/resources/operations.ts'
import { titleOfRow } from '#server/resources/recordTitle.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { dependentTable } from '#server/resources/undo/undo.ts'

interface Kind {
  resource: Resource
  operations: Pick<Operations, 'remove'>
}

/**
 * Takes back what an import made, all of it or nothing: records that nobody has changed and nothing depends on. One
 * that a history needs is archived. What was deleted since is gone already.
 * @throws Refusal 409 naming what stands in the way.
 */
export async function undoImportedRecords(
  context: Context,
  kindOf: (record: MadeRecord) => Kind,
  records: readonly MadeRecord[],
): Promise<void> {
  for (const record of records.toReversed()) {
    const { id, updated_at } = record
    const kind = kindOf(record)
    const { resource } = kind
    let title = String(id)
    try {
      const current: Record<string, unknown> = await lockRecord(context, resource, id)
      title = await titleOfRow(context, resource, current)
      if (current['updated_at'] !== updated_at) throw conflict('messages.undo_changed', { what: title })
      await takeBack(context, kind, current)
    } catch (error) {
      const refusal = refusalOfError(error)
      if (refusal?.status === 404) continue
      if (!refusal || refusal.status >= 500 || refusal.text === 'messages.undo_changed') throw error
      const { language } = context.actor
      const why = `${title}: ${translate(language, refusal.text, refusal.options.params)}`
      throw conflict('messages.undo_refused', { why })
    }
  }
}

/** Rows that a device has from the beginning: of one that never reported they tell nothing, and go with it. */
const OF_NEW_DEVICE = ['device_ownerships', 'device_states']

async function takeBack(
  context: Context,
  { resource, operations }: Kind,
  current: Readonly<Record<string, unknown>>,
): Promise<void> {
  const id = Number(current[resource.id])
  const besides = resource.name === 'devices' && current['last_record_date'] === null ? OF_NEW_DEVICE : []
  const hanging = await dependentTable(context, resource, id, { besides })
  if (!resource.archive) {
    if (hanging) throw stillReferenced(hanging)
    return operations.remove(context, id)
  }
  if (hanging) return operations.remove(context, id)
  await sql`savepoint take_back`.execute(context.db)
  try {
    await audit(context, resource.name, id, 'delete')
    await sql`delete from ${sql.table(tableOf(resource))} where ${sql.ref(resource.id)} = ${id}`.execute(
      context.db,
    )
  } catch (error) {
    if (refusalOfError(error)?.status !== 409) throw error
    await sql`rollback to savepoint take_back`.execute(context.db)
    await operations.remove(context, id)
  }
}
