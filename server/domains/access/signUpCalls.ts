import { z } from 'zod'
import { sign_ups } from '#core/domains/access/sign_ups.ts'
import { Id } from '#core/platform/id.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { recordSchema } from '#core/resources/recordSchema.ts'
import { newRecordSchema } from '#core/resources/schema.ts'
import { bodyCheckedByOperation } from '#server/platform/bodyCheckedByOperation.ts'
import type { Call } from '#server/platform/http.ts'
import { refuseUnknownFields } from '#server/resources/unknownFields.ts'
import { approveSignUp, refuseSignUp } from './decideSignUp.ts'
import { confirmEmail, readSignUp, requestSignUp } from './signUp.ts'

const code = z.string().min(1).max(100)
const params = z.object({ sign_up_id: Id })
const access = { module: sign_ups.module, action: 'create', loginTypes: sign_ups.loginTypes } as const
const answer = z.object({ sign_up: recordSchema(sign_ups) })

/** The calls by which a company signs itself up, and by which staff let it in. */
export const signUpCalls: Call[] = [
  {
    method: 'POST',
    path: '/authenticate/sign_up',
    tag: 'access',
    summary: 'Sign a company up; the answer is the same for every e-mail address',
    access: 'public',
    body: bodyCheckedByOperation(() => newRecordSchema(sign_ups).extend({ confirm_password: z.string() })),
    answer: z.object({}),
    run: async (context, { body, request }) => {
      await refuseUnknownFields(sign_ups, body)
      await requestSignUp(context, body, request.ip)
      return { message: 'messages.sign_up_requested', type: 'success' }
    },
  },
  {
    method: 'GET',
    path: '/authenticate/confirm_email/:code',
    tag: 'access',
    summary: 'Whose e-mail address a link confirms',
    access: 'public',
    params: z.object({ code }),
    transaction: true,
    answer: z.object({
      sign_up: z.object({ company: z.string(), first_name: z.string(), username: z.string() }),
    }),
    run: async (context, { params }) => ({ sign_up: await readSignUp(context, params.code) }),
  },
  {
    method: 'POST',
    path: '/authenticate/confirm_email',
    tag: 'access',
    summary: 'Confirm an e-mail address by the code of a link; staff let the company in afterwards',
    access: 'public',
    body: z.object({ code }),
    answer: z.object({}),
    run: async (context, { body }) => {
      await confirmEmail(context, body.code)
      return { message: 'messages.email_confirmed', type: 'success' }
    },
  },
  {
    method: 'POST',
    path: '/sign_ups/:sign_up_id/approve',
    tag: 'access',
    summary: 'Let in who has signed up: into his own new company or another, with a login type',
    access,
    params,
    body: z.object({
      company_id: z.int().positive().nullish(),
      login_type_id: z.enum(ALL_LOGIN_TYPES, { error: 'choice' }).default('customer'),
    }),
    answer,
    run: async (context, { params, body }) => ({
      sign_up: await approveSignUp(context, params.sign_up_id, body),
      message: 'messages.sign_up_approved',
      type: 'success',
    }),
  },
  {
    method: 'POST',
    path: '/sign_ups/:sign_up_id/refuse',
    tag: 'access',
    summary: 'Do not let in who has signed up; the reason goes to him by e-mail',
    access,
    params,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    answer,
    run: async (context, { params, body }) => ({
      sign_up: await refuseSignUp(context, params.sign_up_id, body.reason),
      message: 'messages.sign_up_refused',
      type: 'success',
    }),
  },
]
