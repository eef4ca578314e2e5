import * as calls from '#core/domains/access/signIn/secondFactorCalls.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { type Handlers, handleAll } from '#server/platform/http/handle.ts'
import type { Call, CallInput } from '#server/platform/http/http.ts'
import { changeOwnPassword } from '../password/changeOwnPassword.ts'
import { requireConfirmed } from '../password/confirmPassword.ts'
import { type Site, siteOf } from '../signIn/passkeys.ts'
import { beginPasskeySignIn, signInByPasskey } from '../signIn/signInByPasskey.ts'
import { signInResponse } from '../signIn/signInResponse.ts'
import { readSecondFactorOf, resetSecondFactor } from './resetSecondFactor.ts'
import { readSecondFactor } from './secondFactor.ts'
import {
  addPasskey,
  beginPasskey,
  confirmTotp,
  offerTotp,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewOwnRecoveryCodes,
} from './setUpSecondFactor.ts'
import { requestSecondFactorPasskey, verifySecondFactor } from './verifySecondFactor.ts'

const saved = { message: 'messages.saved', type: 'success' } as const
const removed = { message: 'messages.deleted', type: 'success' } as const

interface Needs {
  encryptor: Encryptor
  publicUrl: string
}

function originOf(request: CallInput['request'], build?: string) {
  return { address: request.ip, userAgent: request.headers['user-agent'], build }
}

type SiteFor = (request: CallInput['request']) => Site

const signInHandlers = (encryptor: Encryptor, siteFor: SiteFor) =>
  ({
    takeSecondStep: {
      summary: 'Take the second step of a sign-in: a code of the app, a recovery code or a passkey',
      transaction: false,
      run: async (context, { body: { build_version, ...input }, request }) => {
        const keys = { encryptor, site: siteFor(request) }
        return signInResponse(
          context,
          await verifySecondFactor(context, keys, input, originOf(request, build_version)),
        )
      },
    },
    requestSecondFactorPasskey: {
      summary: 'The challenge that a passkey must sign as the second step',
      transaction: false,
      run: async (context, { body, request }) => ({
        options: await requestSecondFactorPasskey(context, siteFor(request), body.challenge, request.ip),
      }),
    },
    beginPasskeySignIn: {
      summary: 'Start a sign-in with a passkey',
      transaction: false,
      run: (context, { request }) => beginPasskeySignIn(context, siteFor(request), request.ip),
    },
    signInByPasskey: {
      summary: 'Sign in by passkey',
      transaction: false,
      run: async (context, { body, request }) => {
        const origin = { ...originOf(request, body.build_version), remember: body.remember_me === 1 }
        return signInResponse(context, await signInByPasskey(context, siteFor(request), body, origin))
      },
    },
  }) satisfies Partial<Handlers<typeof calls>>

const ownHandlers = {
  changeOwnPassword: {
    summary: 'Change your own password; your other sessions end',
    transaction: false,
    run: async (context, { body }) => {
      await changeOwnPassword(context, body)
      return { message: 'messages.password_changed', type: 'success' }
    },
  },
  readSecondFactor: {
    summary: 'Your second factors',
    transaction: false,
    run: async ({ db, actor }) => ({ second_factor: await readSecondFactor(db, actor.user_id ?? 0) }),
  },
} satisfies Partial<Handlers<typeof calls>>

const totpHandlers = (encryptor: Encryptor) =>
  ({
    offerTotp: {
      summary: 'Start to set up an authenticator app',
      transaction: false,
      run: async (context) => {
        requireConfirmed(context)
        return { totp: await offerTotp(context, encryptor) }
      },
    },
    confirmTotp: {
      summary: 'Finish the set-up with a code of the app; the first factor comes with recovery codes',
      transaction: false,
      run: async (context, { body }) => ({
        recovery_codes: await confirmTotp(context, encryptor, body.code),
        message: 'messages.totp_added',
        type: 'success',
      }),
    },
    removeTotp: {
      summary: 'Remove the authenticator app',
      transaction: false,
      run: async (context) => {
        requireConfirmed(context)
        await removeTotp(context)
        return removed
      },
    },
    renewRecoveryCodes: {
      summary: 'Ten new recovery codes, replacing the earlier ones',
      transaction: false,
      run: async (context) => {
        requireConfirmed(context)
        return { recovery_codes: await renewOwnRecoveryCodes(context), ...saved }
      },
    },
  }) satisfies Partial<Handlers<typeof calls>>

const passkeyHandlers = (siteFor: SiteFor) =>
  ({
    beginPasskey: {
      summary: 'Start to create a passkey',
      transaction: false,
      run: async (context, { request }) => {
        requireConfirmed(context)
        return beginPasskey(context, siteFor(request), request.ip)
      },
    },
    addPasskey: {
      summary: 'Save the passkey created by the browser; the first factor comes with recovery codes',
      transaction: false,
      run: async (context, { body, request }) => ({
        recovery_codes: await addPasskey(context, siteFor(request), body, request.ip),
        message: 'messages.passkey_added',
        type: 'success',
      }),
    },
    renamePasskey: {
      summary: 'Name a passkey',
      transaction: false,
      run: async (context, { params, body }) => {
        await renamePasskey(context, params.passkey_id, body.name)
        return saved
      },
    },
    removePasskey: {
      summary: 'Remove a passkey',
      transaction: false,
      run: async (context, { params }) => {
        requireConfirmed(context)
        await removePasskey(context, params.passkey_id)
        return removed
      },
    },
  }) satisfies Partial<Handlers<typeof calls>>

const handlersForOthers = {
  readSecondFactorOf: {
    summary: 'The second factors of a user',
    run: async (context, { params }) => ({
      second_factor: await readSecondFactorOf(context, params.user_id),
    }),
  },
  resetSecondFactor: {
    summary: 'Remove the second factor of a user who has lost it; their sessions end',
    run: async (context, { params }) => {
      await resetSecondFactor(context, params.user_id)
      return { message: 'messages.second_factor_reset', type: 'success' }
    },
  },
} satisfies Partial<Handlers<typeof calls>>

/**
 * The calls of the second factor, of passkeys and of the user's own password. Calls that count refusals or return codes run without the
 * transaction of a call: refusals are recorded, and no response with codes is stored for repetition.
 */
export function secondFactorCalls({ encryptor, publicUrl }: Needs): Call[] {
  const siteFor: SiteFor = ({ headers }) => siteOf(publicUrl, headers.origin)
  return handleAll('access', calls, {
    ...signInHandlers(encryptor, siteFor),
    ...ownHandlers,
    ...totpHandlers(encryptor),
    ...passkeyHandlers(siteFor),
    ...handlersForOthers,
  })
}
