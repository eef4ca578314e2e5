import { call } from './api.ts'
import type { CurrentUser } from './currentUser.ts'
import {
  announceSignOut,
  endSession,
  forgetSession,
  OWN_SESSION_KEY,
  replaceUser,
  type StoredSession,
  storedSession,
  storeToken,
  storeUser,
} from './session.tsx'
import { applySignInPreferences } from './signInPreferences.ts'
import { readToken } from './token.ts'

const LEAVING = 500

/** What is still asked for after the first step of a sign-in, and by what it can be given. */
export interface SecondFactorAsked {
  challenge: string
  expires_at: string
  methods: ('totp' | 'passkey' | 'recovery')[]
}

/** What every way of signing in answers. */
export type SignInAnswer =
  | { token: string; token_expires: string; user: CurrentUser }
  | { second_factor: SecondFactorAsked }

/** Begins the session that a sign-in has opened. @returns what is still asked for, if something is. */
export async function acceptSignIn(answer: SignInAnswer): Promise<SecondFactorAsked | null> {
  if ('second_factor' in answer) return answer.second_factor
  forgetSession()
  storeToken({ token: answer.token, expires: answer.token_expires })
  replaceUser(await applySignInPreferences(answer.user))
  return null
}

export async function signIn(
  username: string,
  password: string,
  rememberMe: boolean,
): Promise<SecondFactorAsked | null> {
  const query = new URLSearchParams({
    ...(rememberMe && { remember_me: '1' }),
    build_version: import.meta.env['VITE_BUILD_VERSION'] ?? '',
  })
  const answer = await call<SignInAnswer>('GET', `/authenticate/login?${query}`, undefined, {
    headers: { authorization: `Basic ${base64(`${username}:${password}`)}` },
    retries: 0,
  })
  return acceptSignIn(answer)
}

/** Signs out: what is under way is given half a second to arrive, then nothing of the session is left here. */
export async function signOut(): Promise<void> {
  announceSignOut()
  await new Promise((resolve) => setTimeout(resolve, LEAVING))
  await call('GET', '/authenticate/logout', undefined, { retries: 0 }).catch(() => {})
  sessionStorage.clear()
  endSession({ keepsWay: false })
  // Drafts, choices and language of whoever sat here are none of the next one's.
  localStorage.clear()
}

/** What is kept aside while one acts as another: one's own session, and where one was. */
interface Aside extends StoredSession {
  place: string
}

/**
 * Goes on as another user. The page begins anew, so that nothing of the one is shown to the other.
 * @param mode `view` saves nothing.
 */
export async function actAs(userId: number | string, mode: 'view' | 'write'): Promise<void> {
  const answer = await call<{ token: string; token_expires: string; user: CurrentUser }>(
    'GET',
    `/authenticate/login_as/${userId}?mode=${mode}`,
    undefined,
    { retries: 0 },
  )
  const aside: Aside = { ...storedSession(answer.token_expires), place: location.href }
  localStorage.setItem(OWN_SESSION_KEY, JSON.stringify(aside))
  storeToken({ token: answer.token, expires: answer.token_expires })
  storeUser(answer.user)
  location.assign('/')
}

/**
 * Ends acting as another: one's own session goes on where it was left. It lies here before the other one ends, so
 * that no call which the end refuses is taken for the loss of one's own.
 */
export async function switchBack(): Promise<void> {
  const token = readToken()
  const aside = JSON.parse(localStorage.getItem(OWN_SESSION_KEY) ?? 'null') as Aside | null
  if (aside) {
    localStorage.removeItem(OWN_SESSION_KEY)
    storeToken(aside)
    storeUser(aside.user)
  }
  await call('GET', '/authenticate/switch_back', undefined, { retries: 0, ...(token && { token }) }).catch(
    () => {},
  )
  if (!aside) return endSession({ keepsWay: false })
  location.assign(aside.place)
}

/** Goes on in another of one's organisations: what one sees and may do there follows, so the page begins anew. */
export async function switchOrganisation(company_id: number): Promise<void> {
  await call('POST', `/me/accounts/${company_id}/switch`, {})
  const { user } = await call<{ user: CurrentUser }>('GET', '/users/current')
  storeUser(user)
  location.assign('/dashboard')
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
