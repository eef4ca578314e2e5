import { z } from 'zod'
import { users } from '#core/domains/access/users.ts'
import { companies } from '#core/domains/companies/companies.ts'
import { Id } from '#core/platform/id.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import type { Resource } from '#core/resources/definition.ts'
import { recordSchema } from '#core/resources/recordSchema.ts'
import { assignUser, unassignUser } from '#server/domains/access/assignUser.ts'
import type { Call } from '#server/platform/http.ts'
import { imageCalls } from '#server/resources/files/imageCalls.ts'

const tag = companies.name
/** To assign is to change what a user may do. */
const access = { module: users.module, action: 'update', loginTypes: users.loginTypes } as const

export const companyCalls: Call[] = [
  ...imageCalls({ resource: companies as Resource, field: 'logo_id', name: 'logo', whole: true }),
  {
    method: 'POST',
    path: '/companies/:company_id/users',
    tag,
    summary: 'Give a user a right in a company beside his own',
    access,
    params: z.object({ company_id: Id }),
    body: z.object({
      user_id: z.int().positive(),
      login_type_id: z.enum(ALL_LOGIN_TYPES, { error: 'choice' }).optional(),
    }),
    answer: z.object({ user: recordSchema(users), message: z.string(), type: z.string() }),
    run: async (context, { params, body }) => ({
      user: await assignUser(context, { ...params, user_id: body.user_id }, body.login_type_id),
      message: 'messages.saved',
      type: 'success',
    }),
  },
  {
    method: 'DELETE',
    path: '/companies/:company_id/users/:user_id',
    tag,
    summary: 'Take a user’s right in a company away',
    access,
    params: z.object({ company_id: Id, user_id: Id }),
    answer: z.object({ message: z.string(), type: z.string() }),
    run: async (context, { params }) => {
      await unassignUser(context, params)
      return { message: 'messages.deleted', type: 'success' }
    },
  },
]
