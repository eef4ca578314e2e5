import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { Permission } from '#core/platform/modules.ts'
import type { readCurrentUser } from '#core/platform/signInCalls.ts'
import { clearPrefetched, onRefused, onSessionLost } from '../calls/api.ts'
import { request } from '../calls/request.ts'
import { forgetIdle } from '../idle.ts'
import { type CurrentUser, storedUser, USER_STORAGE_KEY } from './currentUser.ts'
import { unlock } from './lock.ts'
import { forgetToken, readToken, writeToken } from './token.ts'

export interface Session {
  user: CurrentUser | null
  /** Whether the sign-in page keeps the way back: not after a sign-out by the user. */
  keepsWay: boolean
  /** There is a token, and its user is being loaded. */
  isRestoring: boolean
  /** A sign-out by the user is in progress. */
  isLeaving?: boolean
}

const EXPIRES = 'ullage.expires'
/** The impersonator's own session. */
export const OWN_SESSION_KEY = 'ullage.aside'
/** Tells other tabs that the session was lost, not left, so they keep their way back. */
const LOST_KEY = 'ullage.lost'
/** The time at which a tab started to sign out, for other tabs. */
const SIGN_OUT_KEY = 'ullage.leaving'
/** After this time a sign-out has ended, or its tab was closed, ms. */
const MAX_SIGN_OUT_MS = 10_000

let session: Session = firstSession()
const listeners = new Set<() => void>()

function firstSession(): Session {
  if (!readToken()) return { user: null, keepsWay: true, isRestoring: false }
  const user = storedUser()
  return { user, keepsWay: true, isRestoring: user === null }
}

let userChanged: () => void = () => {}

/** Sets the function to call when the user changes or signs out, before any screen renders it. */
export function onUserChanged(listener: () => void): void {
  userChanged = listener
}

function change(next: Session): void {
  const isOther = session.user?.user_id !== next.user?.user_id
  session = next
  if (isOther) userChanged()
  listeners.forEach((listener) => void listener())
}

/** Tells all tabs that a sign-out has started. */
export function announceSignOut(): void {
  localStorage.setItem(SIGN_OUT_KEY, String(Date.now()))
  change({ ...session, isLeaving: true })
}

/** Whether this or another tab is signing out: the end of the session is then expected, and no calls are made. */
export function isSigningOut(): boolean {
  return Date.now() - Number(localStorage.getItem(SIGN_OUT_KEY)) < MAX_SIGN_OUT_MS
}

export function useSession(): Session {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => session,
  )
}

/** The signed-in user; only for screens that require a session. */
export function useUser(): CurrentUser {
  const { user } = useSession()
  if (!user) throw new Error('There is no session here')
  return user
}

/** Whether the user has a permission; the server decides, screens only hide what it would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const { user } = useSession()
  return (permission) =>
    user?.permissions.includes(permission) === true && (user.can_save || permission.endsWith('.read'))
}

/** Whether the user impersonates another one in view mode: then nothing can be saved, not even preferences. */
export function useIsViewing(): boolean {
  const { can_save, impersonated_by } = useUser()
  return !can_save && impersonated_by !== null
}

/** Ends the session in this browser: the server has ended it, or it has expired. */
export function endSession({ keepsWay }: { keepsWay: boolean }): void {
  forgetSession(keepsWay)
  change({ user: null, keepsWay, isRestoring: false })
}

/** Stores the user for later pages; this page keeps its own. */
export function storeUser(user: CurrentUser | null): void {
  localStorage.setItem(USER_STORAGE_KEY, JSON.stringify(user))
}

/** Replaces the user by the server's newer data. */
export function replaceUser(user: CurrentUser): void {
  storeUser(user)
  // Nearly every component depends on the user: equal data must not re-render them.
  if (session.user && JSON.stringify(user) === JSON.stringify(session.user)) return
  change({ user, keepsWay: true, isRestoring: false })
}

/** A session stored in this browser. */
export interface StoredSession {
  token: string
  expires: string
  user: CurrentUser | null
}

/** Stores the token of all later calls of this browser, and its expiry; its user is loaded next. */
export function storeToken({ token, expires }: Pick<StoredSession, 'token' | 'expires'>): void {
  writeToken(token, expires)
  localStorage.setItem(EXPIRES, expires)
}

/**
 * The session of this browser, to be set aside.
 * @param otherwise its expiry if none is stored
 */
export function storedSession(otherwise: string): StoredSession {
  return {
    token: readToken() ?? '',
    expires: localStorage.getItem(EXPIRES) ?? otherwise,
    user: session.user,
  }
}

/** Deletes the stored session. */
export function forgetSession(isLost = false): void {
  if (isLost) localStorage.setItem(LOST_KEY, '1')
  else localStorage.removeItem(LOST_KEY)
  forgetToken()
  localStorage.removeItem(USER_STORAGE_KEY)
  localStorage.removeItem(EXPIRES)
  localStorage.removeItem(OWN_SESSION_KEY)
  localStorage.removeItem(SIGN_OUT_KEY)
  forgetIdle()
  unlock()
}

function follow({ key, newValue }: StorageEvent) {
  if (key !== USER_STORAGE_KEY && key !== null) return
  if (!newValue) {
    // The local storage belongs to the other tab, which may have a new session; the session storage belongs to this one.
    const keepsWay = localStorage.getItem(LOST_KEY) !== null
    if (!keepsWay) sessionStorage.clear()
    change({ user: null, keepsWay, isRestoring: false })
    return
  }
  const next: CurrentUser = JSON.parse(newValue)
  // Another tab switched the user or the organisation: nothing of the previous one may stay on the screen.
  const isSame = session.user?.user_id === next.user_id && session.user.company_id === next.company_id
  if (session.user && !isSame) return location.assign('/')
  change({ user: next, keepsWay: true, isRestoring: false })
}

/** Maintains the session: loads its user, ends it when it expires, follows other tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const isIn = user !== null

  useEffect(() => {
    onSessionLost((refusal) => {
      if (isSigningOut()) return
      endSession({ keepsWay: true })
      // A failed read shows no message, so this explains why the sign-in page appears.
      if (refusal.code === 401) void import('../toast.ts').then(({ toastRefusal }) => toastRefusal(refusal))
    })
    onRefused(() => void refreshUser().catch(() => {}))
    if (readToken()) void restore()
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  useEffect(() => {
    const expires = isIn ? Date.parse(localStorage.getItem(EXPIRES) ?? '') : Number.NaN
    if (Number.isNaN(expires)) return
    const timer = setTimeout(() => endSession({ keepsWay: true }), Math.max(0, expires - Date.now()))
    return () => clearTimeout(timer)
  }, [isIn])

  return children
}

/** Reloads the user and their permissions, after a change or a refusal of something offered. */
export async function refreshUser(): Promise<void> {
  if (!readToken() || isSigningOut()) return
  clearPrefetched()
  const { user } = await request<typeof readCurrentUser>('GET', '/users/current')
  const isSame = session.user?.user_id === user.user_id && session.user.company_id === user.company_id
  if (isSame && !session.isLeaving) replaceUser(user)
}

/** Delay between attempts to load the user, ms. */
const RETRY_MS = 2_000

/**
 * Loads the user of the session. A server that fails or does not respond ends no session: without a stored user the request is
 * repeated until it answers.
 */
async function restore(): Promise<void> {
  try {
    replaceUser((await request<typeof readCurrentUser>('GET', '/users/current')).user)
  } catch {
    // `onSessionLost` handles a session unknown to the server; a stored user stays.
    if (session.isRestoring) setTimeout(() => void restore(), RETRY_MS)
  }
}
