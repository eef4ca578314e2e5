import { sign_ups } from '#core/domains/access/signIn/sign_ups.ts'
import * as calls from '#core/domains/access/signIn/signUpCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { refuseUnknownFields } from '#server/resources/changes/unknownFields.ts'
import { approveSignUp, refuseSignUp } from './decideSignUp.ts'
import { confirmEmail, readSignUp, requestSignUp } from './signUp.ts'

/** The calls by which a company signs itself up, and by which staff approve it. */
export const signUpCalls: Call[] = handleAll('access', calls, {
  requestSignUp: {
    summary: 'Sign up a company; the answer is the same for every e-mail address',
    checksBody: true,
    run: async (context, { body, request }) => {
      await refuseUnknownFields(context, sign_ups, body)
      await requestSignUp(context, body, request.ip)
      return { message: 'messages.sign_up_requested', type: 'success' }
    },
  },
  readSignUp: {
    summary: 'The e-mail address that a link confirms',
    transaction: true,
    run: async (context, { params }) => ({ sign_up: await readSignUp(context, params.code) }),
  },
  confirmEmail: {
    summary: 'Confirm an e-mail address by the code of a link; staff then approve the company',
    run: async (context, { body }) => {
      await confirmEmail(context, body.code)
      return { message: 'messages.email_confirmed', type: 'success' }
    },
  },
  approveSignUp: {
    summary: 'Approve a sign-up for its own new company or another one, with a login type',
    run: async (context, { params, body }) => ({
      sign_up: await approveSignUp(context, params.sign_up_id, body),
      message: 'messages.sign_up_approved',
      type: 'success',
    }),
  },
  refuseSignUp: {
    summary: 'Reject a sign-up; the reason is sent by e-mail',
    run: async (context, { params, body }) => ({
      sign_up: await refuseSignUp(context, params.sign_up_id, body.reason),
      message: 'messages.sign_up_refused',
      type: 'success',
    }),
  },
})
