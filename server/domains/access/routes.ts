import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Call } from '#server/platform/http.ts'
import { malformed } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'
import { answerOfSignIn, SignInAnswer } from './answerOfSignIn.ts'
import { readCurrentUser } from './readCurrentUser.ts'
import { requireSetupToken, setUp } from './setUp.ts'
import { signInByPassword } from './signInByPassword.ts'

/** What a person types for the first time is judged by the rules of the user that is made of it. */
const Typed = z.unknown().optional()
const Door = { username: Typed, password: Typed, confirm_password: Typed }

/** The calls around signing in. */
export const accessCalls: Call[] = [
  {
    method: 'GET',
    path: '/authenticate/login',
    tag: 'access',
    summary: 'Sign in by user name and password (basic credentials); it may ask for a second factor',
    access: 'public',
    query: z.looseObject({ remember_me: z.string().optional(), build_version: z.string().optional() }),
    answer: SignInAnswer,
    run: async (context, { request, query }) => {
      const session = await signInByPassword(context, credentialsOf(request), {
        remember: query.remember_me === '1' || query.remember_me === 'true',
        address: request.ip,
        userAgent: request.headers['user-agent'],
        build: query.build_version,
      })
      return answerOfSignIn(context, session)
    },
  },
  {
    method: 'GET',
    path: '/authenticate/logout',
    tag: 'access',
    summary: 'End this session',
    access: 'session',
    whileEnrolling: true,
    whileViewing: true,
    transaction: true,
    answer: z.object({}),
    run: async (context) => {
      await sql`update sessions set revoked_at = now() where session_id = ${context.actor.session_id}`.execute(
        context.db,
      )
      await audit(context, 'sessions', context.actor.session_id, 'sign_out')
      return {}
    },
  },
  {
    method: 'GET',
    path: '/users/current',
    tag: 'access',
    summary: 'Who is signed in, with rights, accounts and preferences',
    access: 'session',
    whileEnrolling: true,
    answer: z.object({ user: z.looseObject({}) }),
    run: async (context) => ({ user: await readCurrentUser(context) }),
  },
  {
    method: 'GET',
    path: '/authenticate/setup/:token',
    tag: 'access',
    summary: 'Whether a set-up link can still be used',
    access: 'public',
    params: z.object({ token: z.string().max(100) }),
    answer: z.object({}),
    run: async (context, { params }) => {
      await requireSetupToken(context, params.token)
      return {}
    },
  },
  {
    method: 'POST',
    path: '/authenticate/setup/:token',
    tag: 'access',
    summary: 'Make the first administrator by the set-up link',
    access: 'public',
    params: z.object({ token: z.string().max(100) }),
    body: z.object({ first_name: Typed, last_name: Typed, phone_number: Typed, ...Door }),
    answer: z.object({ user: z.looseObject({}) }),
    run: async (context, { params, body }) => ({
      user: await setUp(context, params.token, body),
      message: 'messages.account_created',
      type: 'success',
    }),
  },
]

/** @throws Refusal 400 without basic credentials. */
function credentialsOf(request: FastifyRequest): { username: string; password: string } {
  const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !encoded) throw malformed()
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0 || text.includes('\0')) throw malformed()
  return { username: text.slice(0, colon).trim(), password: text.slice(colon + 1) }
}
