import type { ResponseOf } from '#core/platform/defineCall.ts'
import type {
  actAs as actAsCall,
  readCurrentUser,
  signIn as signInCall,
  signOut as signOutCall,
  switchBack as switchBackCall,
} from '#core/platform/signInCalls.ts'
import { versionText } from '../build.ts'
import { call } from '../calls/api.ts'
import { request } from '../calls/request.ts'
import { firstScreenOf } from '../firstScreenOf.ts'
import { storedUser } from './currentUser.ts'
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

const SIGN_OUT_DELAY_MS = 500

/** The response of every way to sign in. */
export type SignInResponse = ResponseOf<typeof signInCall>

/** The second factor that is required after the first step, and the ways to provide it. */
export type RequiredSecondFactor = NonNullable<SignInResponse['second_factor']>

/**
 * Starts the session that a sign-in has opened.
 * @returns the second factor if required.
 */
export async function acceptSignIn({
  second_factor,
  token,
  token_expires,
  user,
}: SignInResponse): Promise<RequiredSecondFactor | null> {
  if (second_factor) return second_factor
  if (!token || !token_expires || !user) throw new Error('the sign-in opened no session')
  forgetSession()
  storeToken({ token, expires: token_expires })
  replaceUser(await applySignInPreferences(user))
  return null
}

export async function signIn(
  username: string,
  password: string,
  rememberMe: boolean,
): Promise<RequiredSecondFactor | null> {
  const response = await request<typeof signInCall>('GET', '/authenticate/login', {
    query: {
      ...(rememberMe && { remember_me: '1' }),
      build_version: versionText(),
    },
    headers: { authorization: `Basic ${base64(`${username}:${password}`)}` },
    retries: 0,
  })
  return acceptSignIn(response)
}

/** Marks a browser whose sign-in page shows all methods at once. It outlasts a sign-out; `firstPaint.ts` reads it, too. */
export const OTHER_SIGN_INS_KEY = 'ullage.other_sign_ins'

/** Signs out, unless a driver has unsent events: running calls get half a second to finish, then nothing of the session is left. */
export async function signOut({ leavesUnsent = false } = {}): Promise<void> {
  if (!leavesUnsent && localStorage.getItem(`ullage.unsent.${storedUser()?.user_id}`)) {
    return location.assign('/my-day?leaving=1')
  }
  announceSignOut()
  await new Promise((resolve) => setTimeout(resolve, SIGN_OUT_DELAY_MS))
  await request<typeof signOutCall>('GET', '/authenticate/logout', { retries: 0 }).catch(() => {})
  sessionStorage.clear()
  endSession({ keepsWay: false })
  const otherSignIns = localStorage.getItem(OTHER_SIGN_INS_KEY)
  // Drafts, choices and language must not reach the next user.
  localStorage.clear()
  if (otherSignIns !== null) localStorage.setItem(OTHER_SIGN_INS_KEY, otherSignIns)
}

/** The impersonator's own session and address. */
interface SetAside extends StoredSession {
  place: string
}

/**
 * Impersonates a user. Loads a new page, so that no data of one is shown to the other.
 * @param mode `view` saves nothing.
 */
export async function actAs(userId: number | string, mode: 'view' | 'write'): Promise<void> {
  const response = await request<typeof actAsCall>('GET', '/authenticate/login_as/:user_id', {
    params: { user_id: userId },
    query: { mode },
    retries: 0,
  })
  const aside: SetAside = { ...storedSession(response.token_expires), place: location.href }
  localStorage.setItem(OWN_SESSION_KEY, JSON.stringify(aside))
  storeToken({ token: response.token, expires: response.token_expires })
  storeUser(response.user)
  location.assign(firstScreenOf(response.user))
}

/**
 * Ends an impersonation and restores the user's own session and address. Restores the session before the other one ends, so that a call
 * refused by that end does not end it.
 */
export async function switchBack(): Promise<void> {
  const token = readToken()
  const aside: SetAside | null = JSON.parse(localStorage.getItem(OWN_SESSION_KEY) ?? 'null')
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

/** Switches to another organisation of the user: data and permissions change, so a new page is loaded. */
export async function switchOrganisation(company_id: number): Promise<void> {
  await call('POST', `/me/accounts/${company_id}/switch`, {})
  const { user } = await request<typeof readCurrentUser>('GET', '/users/current')
  storeUser(user)
  location.assign(firstScreenOf(user))
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
