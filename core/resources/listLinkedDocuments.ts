import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { pathOf, type Resource } from './definition.ts'
import { may } from './may.ts'

/** The linked documents of a document, shipment or work order, oldest first. */
export function listLinkedDocuments(resource: Resource) {
  return defineCall({
    method: 'GET',
    path: `${pathOf(resource)}/:${resource.id}/linked_documents`,
    access: may(resource, 'read'),
    params: () => z.object({ [resource.id]: Id }),
    response: () =>
      z.object({
        linked_documents: z.array(
          z.object({
            link_object_ref: z.enum(['document', 'shipment', 'work_order', 'payment']),
            link_object_id: z.int(),
            title: z.string(),
            company: z.string().nullable(),
            transaction_date: z.iso.date().nullable(),
            status_id: z.int().nullable(),
            status: z.string().describe('In the user’s language.'),
          }),
        ),
      }),
  })
}
