import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'

const Code = z.string().min(1).max(100)

export const requestReset = defineCall({
  method: 'POST',
  path: '/authenticate/request_reset',
  access: { who: 'public' },
  body: () => z.object({ username: z.string().trim().min(1).max(100) }),
  response: () => z.object({}),
})

export const readReset = defineCall({
  method: 'GET',
  path: '/authenticate/request_reset/:code',
  access: { who: 'public' },
  params: () => z.object({ code: Code }),
  response: () => z.object({ reset: z.object({ username: z.string() }) }),
})

export const resetPassword = defineCall({
  method: 'POST',
  path: '/authenticate/reset_password',
  access: { who: 'public' },
  body: () => z.object({ code: Code, password: z.string().max(100), confirm_password: z.string().max(100) }),
  response: () => z.object({}),
})
