import * as calls from '#core/domains/access/signIn/resetCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { readReset, requestReset, resetPassword } from './resetPassword.ts'

/** The calls to reset a forgotten password. */
export const resetCalls = handleAll('access', calls, {
  requestReset: {
    summary: 'Ask for a link to choose a new password; the answer is the same for every name',
    run: async (context, { body, request }) => {
      await requestReset(context, body.username, request.ip)
      return { message: 'messages.reset_requested', type: 'success' }
    },
  },
  readReset: {
    summary: 'Whose password a link can change',
    run: async (context, { params }) => ({ reset: await readReset(context, params.code) }),
  },
  resetPassword: {
    summary: 'Choose a new password by the code of a link; all sessions of the user end',
    run: async (context, { body }) => {
      await resetPassword(context, body)
      return { message: 'messages.password_reset', type: 'success' }
    },
  },
})
