import { z } from 'zod'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import type { Call } from '#server/platform/http.ts'
import { explainPermission } from './explainPermission.ts'

const access = { module: 'permissions', action: 'read', loginTypes: STAFF } as const

/** For staff: which calls there are, and whether somebody may make one. @param all every call of the server. */
export function explainCalls(all: () => readonly Call[]): Call[] {
  return [
    {
      method: 'GET',
      path: '/permissions/calls',
      tag: 'access',
      summary: 'Every call there is, with the permission that guards it',
      access,
      answer: z.object({ calls: z.array(z.looseObject({})) }),
      run: async () => ({
        calls: all().map((call) => ({
          method: call.method,
          path: call.path,
          summary: call.summary,
          permission: typeof call.access === 'object' ? `${call.access.module}.${call.access.action}` : null,
        })),
      }),
    },
    {
      method: 'GET',
      path: '/permissions/explain',
      tag: 'access',
      summary: 'Whether a person may make a call on a record, and why or why not',
      access,
      query: z.looseObject({
        user_id: Id,
        company_id: Id.optional(),
        method: z.string().max(10),
        path: z.string().max(200),
        record_id: Id.optional(),
      }),
      answer: z.object({
        explanation: z.object({
          allowed: z.boolean(),
          permission: z.string().nullable(),
          steps: z.array(z.object({ step: z.string(), passed: z.boolean(), reason: z.string() })),
        }),
      }),
      run: async (context, { query }) => ({ explanation: await explainPermission(context, all(), query) }),
    },
  ]
}
