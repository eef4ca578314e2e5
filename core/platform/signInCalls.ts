import { z } from 'zod'
import { CurrentUserResponse } from './currentUser.ts'
import { defineCall, signedIn } from './defineCall.ts'
import { Id } from './id.ts'
import { STAFF } from './loginTypes.ts'

/** The response of a sign-in: a session, or the `second_factor` that is still required. */
export const SignInResponse = () =>
  z.object({
    token: z.string().optional(),
    token_expires: z.iso.datetime().optional(),
    user: CurrentUserResponse().optional(),
    second_factor: z
      .object({
        challenge: z.string(),
        expires_at: z.iso.datetime(),
        methods: z.array(z.enum(['totp', 'passkey', 'recovery'])),
      })
      .optional(),
  })

export const signIn = defineCall({
  method: 'GET',
  path: '/authenticate/login',
  access: { who: 'public' },
  query: () => z.looseObject({ remember_me: z.string().optional(), build_version: z.string().optional() }),
  response: SignInResponse,
})

export const signOut = defineCall({
  method: 'GET',
  path: '/authenticate/logout',
  access: { ...signedIn, whileEnrolling: true, whileViewing: true },
  response: () => z.object({}),
})

export const readCurrentUser = defineCall({
  method: 'GET',
  path: '/users/current',
  access: { ...signedIn, whileEnrolling: true, byKey: true },
  response: () => z.object({ user: CurrentUserResponse() }),
})

export const actAs = defineCall({
  method: 'GET',
  path: '/authenticate/login_as/:user_id',
  access: { who: { module: 'users', action: 'impersonate', loginTypes: STAFF } },
  params: () => z.object({ user_id: Id }),
  query: () => z.looseObject({ mode: z.enum(['view', 'write']).default('view') }),
  response: () => z.object({ user: CurrentUserResponse(), token: z.string(), token_expires: z.string() }),
})

export const switchBack = defineCall({
  method: 'GET',
  path: '/authenticate/switch_back',
  access: { ...signedIn, whileViewing: true },
  response: () => z.object({}),
})
