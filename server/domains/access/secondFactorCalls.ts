import { z } from 'zod'
import { users } from '#core/domains/access/users.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { SignInAnswer } from '#core/platform/signInCalls.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import type { Call, CallInput } from '#server/platform/http.ts'
import { answerOfSignIn } from './answerOfSignIn.ts'
import { changeOwnPassword } from './changeOwnPassword.ts'
import { requireConfirmed } from './confirmPassword.ts'
import { siteOf } from './passkeys.ts'
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
import { beginPasskeySignIn, signInByPasskey } from './signInByPasskey.ts'
import { requestSecondFactorPasskey, verifySecondFactor } from './verifySecondFactor.ts'

const tag = 'access'
const Challenge = z.string().min(1).max(100)
/** What a browser's passkey answers; its parts are checked by the signature. */
const Credential = z.looseObject({ id: z.string().max(2000) })
const Name = z.string().trim().min(1).max(60)
const Password = z.object({ current_password: z.string().max(255).optional() })
const Codes = z.object({
  recovery_codes: z.array(z.string()).nullable(),
  message: z.string(),
  type: z.string(),
})
const Done = z.object({ message: z.string(), type: z.string() })
const saved = { message: 'messages.saved', type: 'success' } as const
const removed = { message: 'messages.deleted', type: 'success' } as const
const SecondFactor = z.object({ second_factor: z.looseObject({}) })

interface Needs {
  seal: Encryptor
  publicUrl: string
}

/**
 * The calls of the second factor, of passkeys and of one's own password. Those that count refusals or answer codes run
 * without the transaction of a call: a refusal keeps its trace, and no answer with codes is kept for a repetition.
 */
export function secondFactorCalls({ seal, publicUrl }: Needs): Call[] {
  const siteFor = ({ headers }: CallInput['request']) => siteOf(publicUrl, headers.origin)
  const doorOf = (request: CallInput['request'], build?: string) => ({
    address: request.ip,
    userAgent: request.headers['user-agent'],
    build,
  })
  const own = {
    tag,
    access: 'session',
    whileEnrolling: true,
    transaction: false,
    onlyInPerson: true,
  } as const
  const open = { tag, access: 'public', transaction: false } as const
  const ofUser = (action: 'read' | 'update') => ({ module: users.module, action, loginTypes: STAFF }) as const
  return [
    {
      ...open,
      method: 'POST',
      path: '/authenticate/second_factor',
      summary: 'Take the second step of a sign-in: a code of the app, a recovery code or a passkey',
      body: z.discriminatedUnion('method', [
        z.object({
          challenge: Challenge,
          method: z.enum(['totp', 'recovery']),
          code: z.string().max(60),
          build_version: z.string().max(60).optional(),
        }),
        z.object({
          challenge: Challenge,
          method: z.literal('passkey'),
          response: Credential,
          build_version: z.string().max(60).optional(),
        }),
      ]),
      answer: SignInAnswer(),
      run: async (context, { body: { build_version, ...given }, request }) => {
        const keys = { seal, site: siteFor(request) }
        return answerOfSignIn(
          context,
          await verifySecondFactor(context, keys, given, doorOf(request, build_version)),
        )
      },
    },
    {
      ...open,
      method: 'POST',
      path: '/authenticate/second_factor/passkey',
      summary: 'What a passkey is to sign as the second step',
      body: z.object({ challenge: Challenge }),
      answer: z.object({ options: z.looseObject({}) }),
      run: async (context, { body, request }) => ({
        options: await requestSecondFactorPasskey(context, siteFor(request), body.challenge, request.ip),
      }),
    },
    {
      ...open,
      method: 'POST',
      path: '/authenticate/passkey/options',
      summary: 'Begin a sign-in by passkey',
      body: z.object({}),
      answer: z.object({ challenge: z.string(), expires_at: z.iso.datetime(), options: z.looseObject({}) }),
      run: (context, { request }) => beginPasskeySignIn(context, siteFor(request), request.ip),
    },
    {
      ...open,
      method: 'POST',
      path: '/authenticate/passkey',
      summary: 'Sign in by passkey',
      body: z.object({
        challenge: Challenge,
        response: Credential,
        remember_me: z.union([z.literal(0), z.literal(1)]).optional(),
        build_version: z.string().max(60).optional(),
      }),
      answer: SignInAnswer(),
      run: async (context, { body, request }) => {
        const door = { ...doorOf(request, body.build_version), remember: body.remember_me === 1 }
        return answerOfSignIn(context, await signInByPasskey(context, siteFor(request), body, door))
      },
    },
    {
      ...own,
      method: 'PATCH',
      path: '/me/password',
      whileEnrolling: undefined,
      summary: 'Change your own password; your other sessions end',
      body: z.object({ password: z.unknown().optional(), confirm_password: z.unknown().optional() }),
      answer: Done,
      run: async (context, { body }) => {
        await changeOwnPassword(context, body)
        return { message: 'messages.password_changed', type: 'success' }
      },
    },
    {
      ...own,
      method: 'GET',
      path: '/me/second_factor',
      summary: 'What you have set up for the second step',
      answer: SecondFactor,
      run: async ({ db, actor }) => ({ second_factor: await readSecondFactor(db, actor.user_id ?? 0) }),
    },
    {
      ...own,
      method: 'POST',
      path: '/me/second_factor/totp',
      summary: 'Begin to set up an authenticator app',
      body: Password,
      answer: z.object({ totp: z.object({ secret: z.string(), uri: z.string() }) }),
      run: async (context) => {
        requireConfirmed(context)
        return { totp: await offerTotp(context, seal) }
      },
    },
    {
      ...own,
      method: 'POST',
      path: '/me/second_factor/totp/confirm',
      summary: 'Finish it with a code of the app; recovery codes come with the first factor',
      body: z.object({ code: z.string().max(20) }),
      answer: Codes,
      run: async (context, { body }) => ({
        recovery_codes: await confirmTotp(context, seal, body.code),
        message: 'messages.totp_added',
        type: 'success',
      }),
    },
    {
      ...own,
      method: 'DELETE',
      path: '/me/second_factor/totp',
      summary: 'Remove the authenticator app',
      body: Password,
      answer: Done,
      run: async (context) => {
        requireConfirmed(context)
        await removeTotp(context)
        return removed
      },
    },
    {
      ...own,
      method: 'POST',
      path: '/me/second_factor/recovery_codes',
      summary: 'Ten new recovery codes in place of the earlier ones',
      body: Password,
      answer: Codes,
      run: async (context) => {
        requireConfirmed(context)
        return { recovery_codes: await renewOwnRecoveryCodes(context), ...saved }
      },
    },
    {
      ...own,
      method: 'POST',
      path: '/me/passkeys/options',
      summary: 'Begin to make a passkey',
      body: Password,
      answer: z.object({ challenge: z.string(), options: z.looseObject({}) }),
      run: async (context, { request }) => {
        requireConfirmed(context)
        return beginPasskey(context, siteFor(request), request.ip)
      },
    },
    {
      ...own,
      method: 'POST',
      path: '/me/passkeys',
      summary: 'Keep the passkey that the browser has made; recovery codes come with the first factor',
      body: z.object({ challenge: Challenge, response: Credential, name: Name }),
      answer: Codes,
      run: async (context, { body, request }) => ({
        recovery_codes: await addPasskey(context, siteFor(request), body, request.ip),
        message: 'messages.passkey_added',
        type: 'success',
      }),
    },
    {
      ...own,
      method: 'PATCH',
      path: '/me/passkeys/:passkey_id',
      summary: 'Name a passkey',
      params: z.object({ passkey_id: Id }),
      body: z.object({ name: Name }),
      answer: Done,
      run: async (context, { params, body }) => {
        await renamePasskey(context, params.passkey_id, body.name)
        return saved
      },
    },
    {
      ...own,
      method: 'DELETE',
      path: '/me/passkeys/:passkey_id',
      summary: 'Remove a passkey',
      params: z.object({ passkey_id: Id }),
      body: Password,
      answer: Done,
      run: async (context, { params }) => {
        requireConfirmed(context)
        await removePasskey(context, params.passkey_id)
        return removed
      },
    },
    {
      method: 'GET',
      path: '/users/:user_id/second_factor',
      tag,
      summary: 'What a user has set up for the second step',
      access: ofUser('read'),
      params: z.object({ user_id: Id }),
      answer: SecondFactor,
      run: async (context, { params }) => ({
        second_factor: await readSecondFactorOf(context, params.user_id),
      }),
    },
    {
      method: 'DELETE',
      path: '/users/:user_id/second_factor',
      tag,
      summary: 'Take the second factor from a user who has lost it; his sessions end',
      access: ofUser('update'),
      params: z.object({ user_id: Id }),
      answer: Done,
      run: async (context, { params }) => {
        await resetSecondFactor(context, params.user_id)
        return { message: 'messages.second_factor_reset', type: 'success' }
      },
    },
  ]
}
