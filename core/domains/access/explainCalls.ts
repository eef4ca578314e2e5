import { z } from 'zod'
import { type Access, defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'

const access: Access = { who: { module: 'permissions', action: 'read', loginTypes: STAFF } }

export const listCalls = defineCall({
  method: 'GET',
  path: '/permissions/calls',
  access,
  response: () =>
    z.object({
      calls: z.array(
        z.object({
          method: z.string(),
          path: z.string(),
          summary: z.string(),
          permission: z.string().nullable(),
        }),
      ),
    }),
})

export const explainPermission = defineCall({
  method: 'GET',
  path: '/permissions/explain',
  access,
  query: () =>
    z.looseObject({
      user_id: Id,
      company_id: Id.optional(),
      method: z.string().max(10),
      path: z.string().max(200),
      record_id: Id.optional(),
    }),
  response: () =>
    z.object({
      explanation: z.object({
        allowed: z.boolean(),
        permission: z.string().nullable(),
        steps: z.array(z.object({ step: z.string(), passed: z.boolean(), reason: z.string() })),
      }),
    }),
})
