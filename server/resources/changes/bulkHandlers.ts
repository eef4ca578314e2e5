import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/handle.ts'
import type { QueryFilters } from '../lists/matchingRows.ts'
import type { Operations } from '../operations.ts'
import { changeRecoverably, removeRecoverably, saveUndo, type UndoneRecord } from '../undo/undo.ts'
import { applyToEach, type BulkTarget, itemsOf, refuseSingular } from './bulk.ts'

type BulkHandlers = Pick<Handlers<StandardCalls<Resource>>, 'changeMany' | 'removeMany' | 'reorder'>

interface BulkOf {
  resource: Resource
  operations: Operations
  filters: QueryFilters
}

async function lockedItems({ resource, operations, filters }: BulkOf, context: Context, target: BulkTarget) {
  const items = await itemsOf(context, resource, filters, target)
  const ids = items.map(({ id }) => id)
  await operations.lockFirst(context, ids)
  return items
}

/** The bulk calls of a kind: all records or none. */
export function bulkHandlers(
  resource: Resource,
  operations: Operations,
  filters: QueryFilters,
): BulkHandlers {
  const kind = { resource, operations, filters }
  return { changeMany: changeMany(kind), removeMany: removeMany(kind), reorder: reorder(kind) }
}

function changeMany(kind: BulkOf): BulkHandlers['changeMany'] {
  const { resource, operations } = kind
  return {
    summary: `Change many of ${resource.name} alike, all or none`,
    run: async (context, { body }) => {
      refuseSingular(resource, body.changes)
      const items = await lockedItems(kind, context, body)
      const undone: UndoneRecord[] = []
      await applyToEach(context, resource, items, async ({ id }) => {
        const before = await changeRecoverably(context, resource, operations, id, body.changes)
        if (before) undone.push(before)
      })
      const undo_id = await saveUndo(context, resource, 'update', undone)
      return { done: items.length, undo_id, message: 'messages.saved', type: 'success' }
    },
  }
}

function removeMany(kind: BulkOf): BulkHandlers['removeMany'] {
  const { resource, operations } = kind
  return {
    summary: `Delete many of ${resource.name}, all or none`,
    run: async (context, { body }) => {
      const items = await lockedItems(kind, context, body)
      const undone: (UndoneRecord | null | undefined)[] = []
      await applyToEach(context, resource, items, async ({ id }) => {
        undone.push(await removeRecoverably(context, resource, operations, id))
      })
      const undo_id = await saveUndo(context, resource, 'remove', undone)
      const message = resource.archive ? 'messages.archived' : 'messages.deleted'
      return { done: items.length, undo_id, message, type: 'success' }
    },
  }
}

function reorder(kind: BulkOf): BulkHandlers['reorder'] {
  const { resource, operations } = kind
  return {
    summary: `Put ${resource.name} into another order`,
    run: async (context, { body }) => {
      const orders = new Map(body.items.map(({ id, sort_order }) => [id, sort_order]))
      const items = await lockedItems(kind, context, { items: body.items })
      await applyToEach(context, resource, items, async ({ id }) => {
        await operations.update(context, id, { sort_order: orders.get(id) })
      })
      return { message: 'messages.saved', type: 'success' }
    },
  }
}
