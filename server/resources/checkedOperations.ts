import type { NewRecordOf, RecordOf, Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { acceptChanges, acceptNew } from './changes/validate.ts'
import { insertRecord, type Operations, restoreRecord, updateRecord } from './operations.ts'
import { lockRecord } from './rows.ts'

/**
 * Creates, updates and restores records that are checked against others, in addition to their definition.
 * @param refuse throws a Refusal for a record as it will be; `current` is the locked record that changes, null for a new one. A record that
 * is restored comes back unchanged. Fields of a new record that were left out are undefined
 */
export function checkedOperations<R extends Resource>(
  resource: R,
  refuse: (
    context: Context,
    next: NewRecordOf<R> & Partial<RecordOf<R>>,
    current: RecordOf<R> | null,
  ) => Promise<void>,
): Pick<Operations<R>, 'create' | 'update' | 'restore'> {
  type Next = NewRecordOf<R> & Partial<RecordOf<R>>
  return {
    create: async (context, body) => {
      const values = acceptNew(context, resource, body) as Next
      await refuse(context, values, null)
      return insertRecord(context, resource, values)
    },
    update: async (context, id, body) => {
      const current = await lockRecord(context, resource, id)
      const changes = acceptChanges(context, resource, body, current)
      await refuse(context, { ...current, ...changes }, current)
      return updateRecord(context, resource, id, changes)
    },
    restore: async (context, row) => {
      const record = row as Next & RecordOf<R>
      await refuse(context, record, record)
      await restoreRecord(context, resource, row)
    },
  }
}
