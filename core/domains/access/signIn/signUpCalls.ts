import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { newRecordBody } from '#core/resources/calls/callSchemas.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { sign_ups } from './sign_ups.ts'

const Code = z.string().min(1).max(100)
const ofSignUp = () => z.object({ sign_up_id: Id })
const SignUp = () => z.object({ sign_up: typedRecordSchema(sign_ups) })

export const requestSignUp = defineCall({
  method: 'POST',
  path: '/authenticate/sign_up',
  access: { who: 'public' },
  body: () =>
    newRecordBody<typeof sign_ups, { confirm_password: z.ZodString }>(sign_ups, {
      confirm_password: z.string(),
    }),
  response: () => z.object({}),
})

export const readSignUp = defineCall({
  method: 'GET',
  path: '/authenticate/confirm_email/:code',
  access: { who: 'public' },
  params: () => z.object({ code: Code }),
  response: () =>
    z.object({ sign_up: z.object({ company: z.string(), first_name: z.string(), username: z.string() }) }),
})

export const confirmEmail = defineCall({
  method: 'POST',
  path: '/authenticate/confirm_email',
  access: { who: 'public' },
  body: () => z.object({ code: Code }),
  response: () => z.object({}),
})

export const approveSignUp = defineCall({
  method: 'POST',
  path: '/sign_ups/:sign_up_id/approve',
  access: may(sign_ups, 'create'),
  params: ofSignUp,
  body: () =>
    z.object({
      company_id: z.int().positive().nullish(),
      login_type_id: z.enum(ALL_LOGIN_TYPES, { error: 'choice' }).default('customer'),
    }),
  response: SignUp,
})

export const refuseSignUp = defineCall({
  method: 'POST',
  path: '/sign_ups/:sign_up_id/refuse',
  access: may(sign_ups, 'create'),
  params: ofSignUp,
  body: () => z.object({ reason: z.string().trim().min(1).max(500) }),
  response: SignUp,
})
