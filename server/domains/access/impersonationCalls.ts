import { z } from 'zod'
import { users } from '#core/domains/access/users.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import type { Call } from '#server/platform/http.ts'
import { impersonate, switchBack } from './impersonate.ts'

/** The calls by which staff act as another user, and end it. */
export const impersonationCalls: Call[] = [
  {
    method: 'GET',
    path: '/authenticate/login_as/:user_id',
    tag: 'access',
    summary: 'Act as another user: for viewing only, or with writing',
    access: { module: users.module, action: 'impersonate', loginTypes: STAFF },
    transaction: true,
    params: z.object({ user_id: Id }),
    query: z.looseObject({ mode: z.enum(['view', 'write']).default('view') }),
    answer: z.object({ user: z.looseObject({}), token: z.string(), token_expires: z.string() }),
    run: (context, { params, query }) => impersonate(context, params.user_id, query.mode),
  },
  {
    method: 'GET',
    path: '/authenticate/switch_back',
    tag: 'access',
    summary: 'End acting as another user',
    access: 'session',
    transaction: true,
    whileViewing: true,
    answer: z.object({}),
    run: async (context) => {
      await switchBack(context)
      return {}
    },
  },
]
