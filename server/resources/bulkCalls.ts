import { z } from 'zod'
import type { Action } from '#core/platform/modules.ts'
import { bulkFields } from '#core/resources/bulkFields.ts'
import { hasCall, pathOf, type Resource } from '#core/resources/definition.ts'
import type { Call } from '#server/platform/http.ts'
import { accessOf } from './accessOf.ts'
import { applyToEach, itemsOf, MAX_BULK_RECORDS, refuseSingular } from './bulk.ts'
import type { QueryFilters } from './list.ts'
import type { Operations } from './operations.ts'
import { changeRecoverably, removeRecoverably, saveUndo, type UndoneRecord } from './undo/undo.ts'

const Item = z.object({ id: z.int().positive(), if_updated_at: z.string().optional() })
const Target = z.object({
  items: z.array(Item).min(1).max(MAX_BULK_RECORDS).optional(),
  matching: z.object({ query: z.record(z.string(), z.string()), count: z.int().positive() }).optional(),
})
const Changes = Target.extend({ changes: z.record(z.string(), z.unknown()) })
const Done = z.object({
  done: z.int(),
  undo_id: z.int().nullable(),
  message: z.string(),
  type: z.string(),
})
const Order = z.object({
  items: z
    .array(z.object({ id: z.int().positive(), sort_order: z.int().min(0) }))
    .min(1)
    .max(MAX_BULK_RECORDS),
})

/** What can be done with many records of a kind at once: all of it, or none. */
export function bulkCalls(resource: Resource, operations: Operations, filters: QueryFilters): Call[] {
  const path = pathOf(resource)
  const may = (action: Action) => accessOf(resource, action)
  const mayUpdate = hasCall(resource, 'update')
  const change: Call = {
    method: 'PATCH',
    path: `${path}/bulk`,
    tag: resource.name,
    summary: `Change many of ${resource.name} alike, all or none`,
    access: may('update'),
    body: Changes,
    answer: Done,
    run: async (context, { body }) => {
      refuseSingular(resource, body.changes)
      const items = await itemsOf(context, resource, filters, body)
      const undone: UndoneRecord[] = []
      await applyToEach(context, resource, items, async ({ id }) => {
        const before = await changeRecoverably(context, resource, operations, id, body.changes)
        if (before) undone.push(before)
      })
      const undo_id = await saveUndo(context, resource, 'update', undone)
      return { done: items.length, undo_id, message: 'messages.saved', type: 'success' }
    },
  }
  const remove: Call = {
    method: 'POST',
    path: `${path}/bulk_delete`,
    tag: resource.name,
    summary: `Delete many of ${resource.name}, all or none`,
    access: may('delete'),
    body: Target,
    answer: Done,
    run: async (context, { body }) => {
      const items = await itemsOf(context, resource, filters, body)
      const undone: (UndoneRecord | null)[] = []
      await applyToEach(context, resource, items, async ({ id }) => {
        undone.push(await removeRecoverably(context, resource, operations, id))
      })
      const undo_id = await saveUndo(context, resource, 'remove', undone)
      const message = resource.archive ? 'messages.archived' : 'messages.deleted'
      return { done: items.length, undo_id, message, type: 'success' }
    },
  }
  const reorder: Call = {
    method: 'PATCH',
    path: `${path}/reorder`,
    tag: resource.name,
    summary: `Put ${resource.name} into another order`,
    access: may('update'),
    body: Order,
    answer: z.object({ message: z.string(), type: z.string() }),
    run: async (context, { body }) => {
      const orders = new Map<number, number>(
        body.items.map(({ id, sort_order }: z.infer<typeof Order>['items'][number]) => [id, sort_order]),
      )
      const items = await itemsOf(context, resource, filters, { items: body.items })
      await applyToEach(context, resource, items, async ({ id }) => {
        await operations.update(context, id, { sort_order: orders.get(id) })
      })
      return { message: 'messages.saved', type: 'success' }
    },
  }
  return [
    ...(mayUpdate && bulkFields(resource).length > 0 ? [change] : []),
    ...(hasCall(resource, 'remove') ? [remove] : []),
    ...(mayUpdate && 'sort_order' in resource.fields ? [reorder] : []),
  ]
}
