import { z } from 'zod'
import type { Call } from '#server/platform/http.ts'
import { readReset, requestReset, resetPassword } from './resetPassword.ts'

const code = z.string().min(1).max(100)

/** The calls by which somebody who forgot his password gets in again. */
export const resetCalls: Call[] = [
  {
    method: 'POST',
    path: '/authenticate/request_reset',
    tag: 'access',
    summary: 'Ask for a link to choose a new password; the answer is the same for every name',
    access: 'public',
    body: z.object({ username: z.string().trim().min(1).max(100) }),
    answer: z.object({}),
    run: async (context, { body, request }) => {
      await requestReset(context, body.username, request.ip)
      return { message: 'messages.reset_requested', type: 'success' }
    },
  },
  {
    method: 'GET',
    path: '/authenticate/request_reset/:code',
    tag: 'access',
    summary: 'Whose password a link can change',
    access: 'public',
    params: z.object({ code }),
    answer: z.object({ reset: z.object({ username: z.string() }) }),
    run: async (context, { params }) => ({ reset: await readReset(context, params.code) }),
  },
  {
    method: 'POST',
    path: '/authenticate/reset_password',
    tag: 'access',
    summary: 'Choose a new password by the code of a link; all sessions of the user end',
    access: 'public',
    body: z.object({ code, password: z.string().max(100), confirm_password: z.string().max(100) }),
    answer: z.object({}),
    run: async (context, { body }) => {
      await resetPassword(context, body)
      return { message: 'messages.password_reset', type: 'success' }
    },
  },
]
