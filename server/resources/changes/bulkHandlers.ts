import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/handle.ts'
import type { QueryFilters } from '../lists/matchingRows.ts'
import type { Operations } from '../operations.ts'
import { changeRecoverably, removeRecoverably, saveUndo, type UndoneRecord } from '../undo/undo.ts'
import { applyToEach, type BulkTarget, itemsOf, refuseSingular } from './bulk.ts'

type BulkHandlers = Pick<Handlers<StandardCalls<Resource>>, 'changeMany' | 'removeMany' | 'reorder'>

/** The bulk calls of a kind: all records or none. */
export function bulkHandlers(
  resource: Resource,
  operations: Operations,
  filters: QueryFilters,
): BulkHandlers {
  const lockedItems = async (context: Context, target: BulkTarget) => {
    const items = await itemsOf(context, resource, filters, target)
    await operations.lockFirst?.(
      context,
      items.map(({ id }) => id),
    )
    return items
  }
  return {
    changeMany: {
      summary: `Change many of ${resource.name} alike, all or none`,
      run: async (context, { body }) => {
        refuseSingular(resource, body.changes)
        const items = await lockedItems(context, body)
        const undone: UndoneRecord[] = []
        await applyToEach(context, resource, items, async ({ id }) => {
          const before = await changeRecoverably(context, resource, operations, id, body.changes)
          if (before) undone.push(before)
        })
        const undo_id = await saveUndo(context, resource, 'update', undone)
        return { done: items.length, undo_id, message: 'messages.saved', type: 'success' }
      },
    },
    removeMany: {
      summary: `Delete many of ${resource.name}, all or none`,
      run: async (context, { body }) => {
        const items = await lockedItems(context, body)
        const undone: (UndoneRecord | null)[] = []
        await applyToEach(context, resource, items, async ({ id }) => {
          undone.push(await removeRecoverably(context, resource, operations, id))
        })
        const undo_id = await saveUndo(context, resource, 'remove', undone)
        const message = resource.archive ? 'messages.archived' : 'messages.deleted'
        return { done: items.length, undo_id, message, type: 'success' }
      },
    },
    reorder: {
      summary: `Put ${resource.name} into another order`,
      run: async (context, { body }) => {
        const orders = new Map(body.items.map(({ id, sort_order }) => [id, sort_order]))
        const items = await lockedItems(context, { items: body.items })
        await applyToEach(context, resource, items, async ({ id }) => {
          await operations.update(context, id, { sort_order: orders.get(id) })
        })
        return { message: 'messages.saved', type: 'success' }
      },
    },
  }
}
