import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as rightsCalls from '#core/domains/access/explainCalls.ts'
import * as passwordCalls from '#core/domains/access/signIn/resetCalls.ts'
import { checkSetupLink, setUp as setUpCall } from '#core/domains/access/signIn/setupCalls.ts'
import {
  actAs,
  readCurrentUser as readUserCall,
  signIn,
  signOut,
  switchBack as switchBackCall,
} from '#core/platform/signInCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { malformed } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { readReset, requestReset, resetPassword } from './password/resetPassword.ts'
import { explainPermission } from './rights/explainPermission.ts'
import { readCurrentUser } from './signIn/readCurrentUser.ts'
import { signInByPassword } from './signIn/signInByPassword.ts'
import { signInResponse } from './signIn/signInResponse.ts'
import { requireSetupToken, setUp } from './signUp/setUp.ts'
import { impersonate, switchBack } from './users/impersonate.ts'

/** The calls of signing in and impersonation. */
export const accessCalls = handleAll(
  'access',
  { signIn, signOut, readUserCall, checkSetupLink, setUpCall, actAs, switchBackCall },
  {
    signIn: {
      summary: 'Sign in by user name and password (basic credentials); it may ask for a second factor',
      run: async (context, { request, query }) => {
        const session = await signInByPassword(context, credentialsOf(request), {
          remember: query.remember_me === '1' || query.remember_me === 'true',
          address: request.ip,
          userAgent: request.headers['user-agent'],
          build: query.build_version,
        })
        return signInResponse(context, session)
      },
    },
    signOut: {
      summary: 'End this session',
      transaction: true,
      run: async (context) => {
        await context.db
          .updateTable('sessions')
          .set({ revoked_at: sql`now()` })
          .where('session_id', '=', context.actor.session_id)
          .execute()
        await audit(context, 'sessions', context.actor.session_id, 'sign_out')
        return {}
      },
    },
    readUserCall: {
      summary: 'Who is signed in, with rights, accounts and preferences',
      run: async (context) => ({ user: await readCurrentUser(context) }),
    },
    checkSetupLink: {
      summary: 'Whether a set-up link can still be used',
      run: async (context, { params }) => {
        await requireSetupToken(context, params.token)
        return {}
      },
    },
    setUpCall: {
      summary: 'Create the first administrator by the set-up link',
      run: async (context, { params, body }) => ({
        user: await setUp(context, params.token, body),
        message: 'messages.account_created',
        type: 'success',
      }),
    },
    actAs: {
      summary: 'Act as another user: for viewing only, or with writing',
      transaction: true,
      run: (context, { params, query }) => impersonate(context, params.user_id, query.mode),
    },
    switchBackCall: {
      summary: 'End acting as another user',
      transaction: true,
      run: async (context) => {
        await switchBack(context)
        return {}
      },
    },
  },
)

/** The calls to reset a forgotten password. */
export const resetCalls = handleAll('access', passwordCalls, {
  requestReset: {
    summary: 'Request a link to choose a new password; the answer is the same for every name',
    run: async (context, { body, request }) => {
      await requestReset(context, body.username, request.ip)
      return { message: 'messages.reset_requested', type: 'success' }
    },
  },
  readReset: {
    summary: 'The user whose password a link can change',
    run: async (context, { params }) => ({ reset: await readReset(context, params.code) }),
  },
  resetPassword: {
    summary: 'Choose a new password by the code of a link; all sessions of the user end',
    run: async (context, { body }) => {
      await resetPassword(context, body)
      return { message: 'messages.password_reset', type: 'success' }
    },
  },
})

/** For staff: the existing calls, and whether a user may make one. @param all every call of the server. */
export function explainCalls(all: () => readonly Call[]): Call[] {
  return handleAll('access', rightsCalls, {
    listCalls: {
      summary: 'Every call, with its required permission',
      run: async () => ({
        calls: all().map((call) => ({
          method: call.method,
          path: call.path,
          summary: call.summary,
          permission: typeof call.access === 'object' ? `${call.access.module}.${call.access.action}` : null,
        })),
      }),
    },
    explainPermission: {
      summary: 'Whether a person may make a call on a record, and why or why not',
      run: async (context, { query }) => ({ explanation: await explainPermission(context, all(), query) }),
    },
  })
}

/** @throws Refusal 400 without basic credentials. */
function credentialsOf(request: FastifyRequest): { username: string; password: string } {
  const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !encoded) throw malformed()
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0 || text.includes('\0')) throw malformed()
  return { username: text.slice(0, colon).trim(), password: text.slice(colon + 1) }
}
