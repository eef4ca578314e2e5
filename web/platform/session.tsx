import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { Permission } from '#core/platform/modules.ts'
import type { readCurrentUser } from '#core/platform/signInCalls.ts'
import { clearPrefetched, onRefused, onSessionLost } from './api.ts'
import { type CurrentUser, storedUser, USER_STORAGE_KEY } from './currentUser.ts'
import { forgetIdle } from './idle.ts'
import { unlock } from './lock.ts'
import { request } from './request.ts'
import { forgetToken, readToken, writeToken } from './token.ts'

export interface Session {
  user: CurrentUser | null
  /** Whether the way back is to be remembered at the door: not after a sign-out that was asked for. */
  keepsWay: boolean
  /** A token is there, and whose it is is being asked. */
  isRestoring: boolean
  /** A sign-out was asked for and is under way. */
  isLeaving?: boolean
}

const EXPIRES = 'ullage.expires'
/** Where one's own session lies while one acts as another. */
export const OWN_SESSION_KEY = 'ullage.aside'
/** Says to the other tabs that the session was lost, not left: they keep their way back. */
const LOST = 'ullage.lost'
/** Since when a tab signs out, for the other ones. */
const LEAVING = 'ullage.leaving'
/** A sign-out that is older has ended, or its tab was closed, ms. */
const LONGEST_LEAVING = 10_000

let session: Session = firstSession()
const listeners = new Set<() => void>()

function firstSession(): Session {
  if (!readToken()) return { user: null, keepsWay: true, isRestoring: false }
  const user = storedUser()
  return { user, keepsWay: true, isRestoring: user === null }
}

let userChanged: () => void = () => {}

/** Says what is to be done when somebody else, or nobody, is signed in from now on, before a screen hears of it. */
export function onUserChanged(listener: () => void): void {
  userChanged = listener
}

function change(next: Session): void {
  const isOther = session.user?.user_id !== next.user?.user_id
  session = next
  if (isOther) userChanged()
  listeners.forEach((listener) => void listener())
}

/** Says everywhere that a sign-out was asked for and is under way. */
export function announceSignOut(): void {
  localStorage.setItem(LEAVING, String(Date.now()))
  change({ ...session, isLeaving: true })
}

/** Whether this tab or another one signs out: that the session ends is then no news, and nothing is asked in it. */
export function isSigningOut(): boolean {
  return Date.now() - Number(localStorage.getItem(LEAVING)) < LONGEST_LEAVING
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

/** Whoever is signed in; only for screens behind the door. */
export function useUser(): CurrentUser {
  const { user } = useSession()
  if (!user) throw new Error('There is no session here')
  return user
}

/** Tells whether the user may do something; the server decides, the screen only hides what it would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const { user } = useSession()
  return (permission) =>
    user?.permissions.includes(permission) === true && (user.can_save || permission.endsWith('.read'))
}

/** Whether one looks on as somebody else: then nothing can be saved, not even what is his own. */
export function useIsViewing(): boolean {
  const { can_save, impersonated_by } = useUser()
  return !can_save && impersonated_by !== null
}

/** Ends the session on this side: the server has ended it, or it has run out. */
export function endSession({ keepsWay }: { keepsWay: boolean }): void {
  forgetSession(keepsWay)
  change({ user: null, keepsWay, isRestoring: false })
}

/** Keeps a user for every later page; this one goes on as it is. */
export function storeUser(user: CurrentUser | null): void {
  localStorage.setItem(USER_STORAGE_KEY, JSON.stringify(user))
}

/** The user as the server now knows him. */
export function replaceUser(user: CurrentUser): void {
  storeUser(user)
  // Nearly everything on the screen depends on the user: what says the same again draws nothing anew.
  if (session.user && JSON.stringify(user) === JSON.stringify(session.user)) return
  change({ user, keepsWay: true, isRestoring: false })
}

/** A session as it lies in this browser. */
export interface StoredSession {
  token: string
  expires: string
  user: CurrentUser | null
}

/** Keeps by what, and until when, every later call of this browser is made; whose it is follows. */
export function storeToken({ token, expires }: Pick<StoredSession, 'token' | 'expires'>): void {
  writeToken(token, expires)
  localStorage.setItem(EXPIRES, expires)
}

/**
 * The session of this browser, for who sets it aside.
 * @param otherwise when it ends, where that was forgotten
 */
export function storedSession(otherwise: string): StoredSession {
  return {
    token: readToken() ?? '',
    expires: localStorage.getItem(EXPIRES) ?? otherwise,
    user: session.user,
  }
}

/** Takes away what lies here of the session before. */
export function forgetSession(isLost = false): void {
  if (isLost) localStorage.setItem(LOST, '1')
  else localStorage.removeItem(LOST)
  forgetToken()
  localStorage.removeItem(USER_STORAGE_KEY)
  localStorage.removeItem(EXPIRES)
  localStorage.removeItem(OWN_SESSION_KEY)
  localStorage.removeItem(LEAVING)
  forgetIdle()
  unlock()
}

/** Keeps the session true: asks who it is, ends it when it runs out, follows what other tabs do. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const isIn = user !== null

  useEffect(() => {
    onSessionLost((refusal) => {
      if (isSigningOut()) return
      endSession({ keepsWay: true })
      // Of what was only read nobody else says why one stands at the door.
      if (refusal.code === 401) void import('./toast.ts').then(({ toastRefusal }) => toastRefusal(refusal))
    })
    onRefused(() => void refreshUser().catch(() => {}))
    if (readToken()) void restore()
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== USER_STORAGE_KEY && key !== null) return
      if (!newValue) {
        // What lies in this browser is the other tab's: it may hold a new session by now. What lies here is this one's.
        const keepsWay = localStorage.getItem(LOST) !== null
        if (!keepsWay) sessionStorage.clear()
        change({ user: null, keepsWay, isRestoring: false })
        return
      }
      const next = JSON.parse(newValue) as CurrentUser
      // Another tab goes on as somebody else, or in another organisation: nothing of the one before may stay on the screen.
      const isSame = session.user?.user_id === next.user_id && session.user.company_id === next.company_id
      if (session.user && !isSame) return location.assign('/')
      change({ user: next, keepsWay: true, isRestoring: false })
    }
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

/** Asks anew who one is and what one may: something has changed it, or refused what was offered. */
export async function refreshUser(): Promise<void> {
  if (!readToken() || isSigningOut()) return
  clearPrefetched()
  const { user } = await request<typeof readCurrentUser>('GET', '/users/current')
  const isSame = session.user?.user_id === user.user_id && session.user.company_id === user.company_id
  if (isSame && !session.isLeaving) replaceUser(user)
}

/** ms between two attempts to find out whose session this is. */
const AGAIN = 2_000

/**
 * Reads whose session this is. A server that fails, or does not answer, ends no session: without a stored user it is asked again
 * until it answers.
 */
async function restore(): Promise<void> {
  try {
    replaceUser((await request<typeof readCurrentUser>('GET', '/users/current')).user)
  } catch {
    // Of a session that the server does not know `onSessionLost` has heard; a stored user stays.
    if (session.isRestoring) setTimeout(() => void restore(), AGAIN)
  }
}
