import * as calls from '#core/domains/access/explainCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { explainPermission } from './explainPermission.ts'

/** For staff: the existing calls, and whether a user may make one. @param all every call of the server. */
export function explainCalls(all: () => readonly Call[]): Call[] {
  return handleAll('access', calls, {
    listCalls: {
      summary: 'Every call there is, with the permission that guards it',
      run: async () => ({
        calls: all().map((call) => ({
          method: call.method,
          path: call.path,
          summary: call.summary,
          permission: typeof call.access === 'object' ? `${call.access.module}.${call.access.action}` : null,
        })),
      }),
    },
    explainPermission: {
      summary: 'Whether a person may make a call on a record, and why or why not',
      run: async (context, { query }) => ({ explanation: await explainPermission(context, all(), query) }),
    },
  })
}
