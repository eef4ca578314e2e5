import { z } from 'zod'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'

const Name = z.string().trim().min(1).max(65)
const Flag = z.union([z.literal(0), z.literal(1)])
/** The query of a list's URL, and the layout of its columns. */
const State = () =>
  z.object({
    query: z
      .record(z.string().max(65), z.string().max(500))
      .refine((query) => Object.keys(query).length <= 50, { error: 'choice' }),
    columns: z.array(z.string().max(65)).max(300),
    widths: z.record(z.string().max(65), z.int().min(0).max(5000)),
    density: z.enum(['compact', 'normal', 'roomy']),
  })
/** A saved view in a response: as stored, even if today's rules differ. */
const SavedView = () =>
  z.object({
    saved_view_id: z.int(),
    resource: z.string(),
    name: z.string(),
    state: z.object({
      query: z.record(z.string(), z.string()),
      columns: z.array(z.string()),
      widths: z.record(z.string(), z.int()),
      density: z.enum(['compact', 'normal', 'roomy']),
    }),
    is_shared: Flag,
    is_own: Flag.describe('False for views of others that are shared within your company.'),
    is_default: Flag,
  })
const One = () => z.object({ saved_view: SavedView(), ...messageFields() })
const ofView = () => z.object({ saved_view_id: Id })

export const listViews = defineCall({
  method: 'GET',
  path: '/saved_views',
  access: signedIn,
  query: () => z.looseObject({ resource: z.string().max(65) }),
  response: () => z.object({ saved_views: z.array(SavedView()) }),
})

export const keepView = defineCall({
  method: 'POST',
  path: '/saved_views',
  access: signedIn,
  body: () =>
    z.object({ resource: z.string().max(65), name: Name, state: State(), is_shared: Flag.default(0) }),
  response: One,
})

export const changeView = defineCall({
  method: 'PATCH',
  path: '/saved_views/:saved_view_id',
  access: signedIn,
  params: ofView,
  body: () => z.object({ name: Name.optional(), state: State().optional(), is_shared: Flag.optional() }),
  response: One,
})

export const beginWithView = defineCall({
  method: 'PATCH',
  path: '/saved_views/:saved_view_id/default',
  access: signedIn,
  params: ofView,
  body: () => z.object({ is_default: Flag }),
  response: One,
})

export const removeView = defineCall({
  method: 'DELETE',
  path: '/saved_views/:saved_view_id',
  access: signedIn,
  params: ofView,
  response: () => z.object(messageFields()),
})
