import { z } from 'zod'
import { users } from '#core/domains/access/users.ts'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { ALL_LOGIN_TYPES, DISTRIBUTORS, STAFF } from '#core/platform/loginTypes.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'

/** Login types that deliver or may change customers; the call additionally requires one of the two permissions. */
const KNOW_GATE_CODES = [...STAFF, ...DISTRIBUTORS, 'dispatcher', 'driver', 'dispenser_mgr'] as const

/** Assigning a user changes what they may do. */
const access = may(users, 'update')

export const assignUser = defineCall({
  method: 'POST',
  path: '/companies/:company_id/users',
  access,
  params: () => z.object({ company_id: Id }),
  body: () =>
    z.object({
      user_id: z.int().positive(),
      login_type_id: z.enum(ALL_LOGIN_TYPES, { error: 'choice' }).optional(),
    }),
  response: () => z.object({ user: typedRecordSchema(users), ...messageFields() }),
})

export const unassignUser = defineCall({
  method: 'DELETE',
  path: '/companies/:company_id/users/:user_id',
  access,
  params: () => z.object({ company_id: Id, user_id: Id }),
  response: () => z.object(messageFields()),
})

export const revealGateCode = defineCall({
  method: 'POST',
  path: '/sites/:site_id/reveal',
  access: { who: { module: 'devices', action: 'read', loginTypes: KNOW_GATE_CODES } },
  params: () => z.object({ site_id: Id }),
  response: () => z.object({ site: z.object({ gate_code: z.string().nullable() }) }),
})
