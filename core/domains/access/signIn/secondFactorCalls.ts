import { z } from 'zod'
import { type Access, defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import type { Action } from '#core/platform/modules.ts'
import { SignInResponse } from '#core/platform/signInCalls.ts'
import { users } from '../users.ts'
import { PasskeyCreation, PasskeyRequest, PasskeyResponse } from './passkeyOptions.ts'

const Challenge = z.string().min(1).max(100)
const Build = () => z.string().max(60).optional()
const Name = z.string().trim().min(1).max(60)
const Password = () => z.object({ current_password: z.string().max(255).optional() })
const Codes = () =>
  z.object({
    recovery_codes: z.array(z.string()).nullable().describe('Returned only once, with the first factor.'),
    ...messageFields(),
  })
const Done = () => z.object(messageFields())
const SecondFactor = () =>
  z.object({
    second_factor: z.object({
      totp_since: z.iso
        .datetime()
        .nullable()
        .describe('When the user set up an authenticator app; null without one.'),
      passkeys: z.array(
        z.object({
          passkey_id: z.int(),
          name: z.string(),
          created_at: z.iso.datetime(),
          last_used_at: z.iso.datetime().nullable(),
        }),
      ),
      recovery_codes_left: z.int(),
    }),
  })
const ofUser = () => z.object({ user_id: Id })
const ofPasskey = () => z.object({ passkey_id: Id })

const open: Access = { who: 'public' }
const own: Access = { ...signedIn, whileEnrolling: true, onlyInPerson: true }
const mayOfUser = (action: Action): Access => ({
  who: { module: users.module, action, loginTypes: STAFF },
})

export const takeSecondStep = defineCall({
  method: 'POST',
  path: '/authenticate/second_factor',
  access: open,
  body: () =>
    z.discriminatedUnion('method', [
      z.object({
        challenge: Challenge,
        method: z.enum(['totp', 'recovery']),
        code: z.string().max(60),
        build_version: Build(),
      }),
      z.object({
        challenge: Challenge,
        method: z.literal('passkey'),
        response: PasskeyResponse(),
        build_version: Build(),
      }),
    ]),
  response: SignInResponse,
})

export const requestSecondFactorPasskey = defineCall({
  method: 'POST',
  path: '/authenticate/second_factor/passkey',
  access: open,
  body: () => z.object({ challenge: Challenge }),
  response: () => z.object({ options: PasskeyRequest() }),
})

export const beginPasskeySignIn = defineCall({
  method: 'POST',
  path: '/authenticate/passkey/options',
  access: open,
  body: () => z.object({}),
  response: () =>
    z.object({ challenge: z.string(), expires_at: z.iso.datetime(), options: PasskeyRequest() }),
})

export const signInByPasskey = defineCall({
  method: 'POST',
  path: '/authenticate/passkey',
  access: open,
  body: () =>
    z.object({
      challenge: Challenge,
      response: PasskeyResponse(),
      remember_me: z.union([z.literal(0), z.literal(1)]).optional(),
      build_version: Build(),
    }),
  response: SignInResponse,
})

export const changeOwnPassword = defineCall({
  method: 'PATCH',
  path: '/me/password',
  access: { ...signedIn, onlyInPerson: true },
  body: () =>
    Password().extend({ password: z.unknown().optional(), confirm_password: z.unknown().optional() }),
  response: Done,
})

export const readSecondFactor = defineCall({
  method: 'GET',
  path: '/me/second_factor',
  access: own,
  response: SecondFactor,
})

export const offerTotp = defineCall({
  method: 'POST',
  path: '/me/second_factor/totp',
  access: own,
  body: Password,
  response: () => z.object({ totp: z.object({ secret: z.string(), uri: z.string() }) }),
})

export const confirmTotp = defineCall({
  method: 'POST',
  path: '/me/second_factor/totp/confirm',
  access: own,
  body: () => z.object({ code: z.string().max(20) }),
  response: Codes,
})

export const removeTotp = defineCall({
  method: 'DELETE',
  path: '/me/second_factor/totp',
  access: own,
  body: Password,
  response: Done,
})

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/me/second_factor/recovery_codes',
  access: own,
  body: Password,
  response: Codes,
})

export const beginPasskey = defineCall({
  method: 'POST',
  path: '/me/passkeys/options',
  access: own,
  body: Password,
  response: () => z.object({ challenge: z.string(), options: PasskeyCreation() }),
})

export const addPasskey = defineCall({
  method: 'POST',
  path: '/me/passkeys',
  access: own,
  body: () => z.object({ challenge: Challenge, response: PasskeyResponse(), name: Name }),
  response: Codes,
})

export const renamePasskey = defineCall({
  method: 'PATCH',
  path: '/me/passkeys/:passkey_id',
  access: own,
  params: ofPasskey,
  body: () => z.object({ name: Name }),
  response: Done,
})

export const removePasskey = defineCall({
  method: 'DELETE',
  path: '/me/passkeys/:passkey_id',
  access: own,
  params: ofPasskey,
  body: Password,
  response: Done,
})

export const readSecondFactorOf = defineCall({
  method: 'GET',
  path: '/users/:user_id/second_factor',
  access: mayOfUser('read'),
  params: ofUser,
  response: SecondFactor,
})

export const resetSecondFactor = defineCall({
  method: 'DELETE',
  path: '/users/:user_id/second_factor',
  access: mayOfUser('update'),
  params: ofUser,
  response: Done,
})
