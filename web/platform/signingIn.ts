import type { AnswerOf } from '#core/platform/defineCall.ts'
import type {
  actAs as actAsCall,
  readCurrentUser,
  signIn as signInCall,
  signOut as signOutCall,
  switchBack as switchBackCall,
} from '#core/platform/signInCalls.ts'
import { call } from './api.ts'
import { versionText } from './build.ts'
import { storedUser } from './currentUser.ts'
import { firstScreenOf } from './firstScreenOf.ts'
import { request } from './request.ts'
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

/** What every way of signing in answers. */
export type SignInAnswer = AnswerOf<typeof signInCall>

/** What is still asked for after the first step of a sign-in, and by what it can be given. */
export type SecondFactorAsked = NonNullable<SignInAnswer['second_factor']>

/** Begins the session that a sign-in has opened. @returns what is still asked for, if something is. */
export async function acceptSignIn(answer: SignInAnswer): Promise<SecondFactorAsked | null> {
  if (answer.second_factor) return answer.second_factor
  forgetSession()
  storeToken({ token: answer.token!, expires: answer.token_expires! })
  replaceUser(await applySignInPreferences(answer.user!))
  return null
}

export async function signIn(
  username: string,
  password: string,
  rememberMe: boolean,
): Promise<SecondFactorAsked | null> {
  const answer = await request<typeof signInCall>('GET', '/authenticate/login', {
    query: {
      ...(rememberMe && { remember_me: '1' }),
      build_version: versionText(),
    },
    headers: { authorization: `Basic ${base64(`${username}:${password}`)}` },
    retries: 0,
  })
  return acceptSignIn(answer)
}

/** Signs out, unless something of a driver's day is still to be sent: what is under way is given half a second to arrive, then nothing of the session is left here. */
export async function signOut({ leavesUnsent = false } = {}): Promise<void> {
  if (!leavesUnsent && localStorage.getItem(`ullage.unsent.${storedUser()?.user_id}`)) {
    return location.assign('/my-day?leaving=1')
  }
  announceSignOut()
  await new Promise((resolve) => setTimeout(resolve, LEAVING))
  await request<typeof signOutCall>('GET', '/authenticate/logout', { retries: 0 }).catch(() => {})
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
  const answer = await request<typeof actAsCall>('GET', '/authenticate/login_as/:user_id', {
    params: { user_id: userId },
    query: { mode },
    retries: 0,
  })
  const aside: Aside = { ...storedSession(answer.token_expires), place: location.href }
  localStorage.setItem(OWN_SESSION_KEY, JSON.stringify(aside))
  storeToken({ token: answer.token, expires: answer.token_expires })
  storeUser(answer.user)
  location.assign(firstScreenOf(answer.user))
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
  await request<typeof switchBackCall>('GET', '/authenticate/switch_back', {
    retries: 0,
    ...(token && { token }),
  }).catch(() => {})
  if (!aside) return endSession({ keepsWay: false })
  location.assign(aside.place)
}

/** Goes on in another of one's organisations: what one sees and may do there follows, so the page begins anew. */
export async function switchOrganisation(company_id: number): Promise<void> {
  await call('POST', `/me/accounts/${company_id}/switch`, {})
  const { user } = await request<typeof readCurrentUser>('GET', '/users/current')
  storeUser(user)
  location.assign(firstScreenOf(user))
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
