import type { FastifyRequest } from 'fastify'
import * as calls from '#core/domains/access/singleSignOnCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { signInResponse } from '../signIn/signInResponse.ts'
import { beginSingleSignOn, finishSingleSignOn } from './singleSignOn.ts'

const COOKIE = 'single_sign_on'
/** The cookie is sent to these calls only. */
const PATH = '/api/authenticate/single_sign_on'

/** The calls by which users sign in at their company's identity provider. A refusal is recorded, so they run without a transaction. */
export function singleSignOnCalls({ publicUrl }: { publicUrl: string }): Call[] {
  return handleAll('access', calls, {
    beginSingleSignOn: {
      summary: 'Start a sign-in at the identity provider of an e-mail domain',
      transaction: false,
      run: async (context, { body: { email, remember_me, again }, request, reply }) => {
        const requested = { email, remember: remember_me === 1, isAgain: again === 1 }
        const { url, challenge, expires_at } = await beginSingleSignOn(
          context,
          publicUrl,
          requested,
          request.ip,
        )
        const seconds = Math.round((Date.parse(expires_at) - context.now.getTime()) / 1000)
        void reply.header('set-cookie', cookieOf(publicUrl, challenge, seconds))
        return { url }
      },
    },
    finishSingleSignOn: {
      summary: 'Finish a sign-in with the response of the identity provider',
      transaction: false,
      run: async (context, { body: { returned, build_version }, request, reply }) => {
        void reply.header('set-cookie', cookieOf(publicUrl, '', 0))
        const origin = {
          address: request.ip,
          userAgent: request.headers['user-agent'],
          build: build_version,
        }
        const answer = { challenge: challengeIn(request), returned }
        return signInResponse(context, await finishSingleSignOn(context, publicUrl, answer, origin))
      },
    },
  })
}

/** Binds the sign-in to the browser that began it: no other site or script can read it or cause it to be sent. */
function cookieOf(publicUrl: string, challenge: string, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${challenge}; Path=${PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

function challengeIn({ headers }: FastifyRequest): string {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1] ?? ''
}
