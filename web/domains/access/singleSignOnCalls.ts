import type { beginSingleSignOn, finishSingleSignOn } from '#core/domains/access/singleSignOnCalls.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import { versionText } from '#web/platform/build.ts'
import { request } from '#web/platform/calls/request.ts'
import { acceptSignIn } from '#web/platform/session/signingIn.ts'

/** The sign-in page that was left for the provider, with its way back. */
const LEFT_KEY = 'ullage.left'

/**
 * Begins a sign-in at the identity provider of an e-mail address.
 * @param way the address of the sign-in page to return to
 * @returns where to continue. @throws the error of the server
 */
export async function beginAtProvider(
  body: SentTo<typeof beginSingleSignOn>['body'],
  way = location.pathname,
): Promise<string> {
  const { url } = await request<typeof beginSingleSignOn>('POST', '/authenticate/single_sign_on', {
    body,
    retries: 0,
    // A refusal does not end the session of a user who signs in again.
    token: '',
  })
  sessionStorage.setItem(LEFT_KEY, way)
  return url
}

let running: Promise<unknown> | undefined

/**
 * Finishes the sign-in if the provider has just returned to this page: once, however often it is called until `forgetReturn`.
 * @returns undefined if it has not; a promise of the failure, or of undefined.
 */
export function finishIfReturned(): Promise<unknown> | undefined {
  const returned = takeReturned()
  if (returned !== undefined) running = finish(returned).catch((failure: unknown) => failure)
  return running
}

/** Its outcome was shown. */
export function forgetReturn(): void {
  running = undefined
}

async function finish(returned: string): Promise<void> {
  await acceptSignIn(
    await request<typeof finishSingleSignOn>('POST', '/authenticate/single_sign_on/finish', {
      body: { returned, build_version: versionText() },
      retries: 0,
    }),
  )
}

/** Removes the provider's result from the address, and restores the address to return to. */
function takeReturned(): string | undefined {
  const { search } = location
  const query = new URLSearchParams(search)
  if (!query.has('state') || !(query.has('code') || query.has('error'))) return undefined
  history.replaceState(null, '', sessionStorage.getItem(LEFT_KEY) ?? '/session/login')
  sessionStorage.removeItem(LEFT_KEY)
  return search
}
