import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, onSessionLost } from '../calls/api.ts'
import type { CurrentUser } from './currentUser.ts'
import { endSession, OWN_SESSION_KEY, replaceUser } from './session.tsx'
import { setSignInPreferences } from './signInPreferences.ts'
import { acceptSignIn, actAs, signOut, switchBack } from './signingIn.ts'
import { readToken, writeToken } from './token.ts'

const user = { user_id: 1, language: 'es', unit_of_measure: 2 } as CurrentUser
const inOneHour = new Date(Date.now() + 60_000).toISOString()
let calls: string[] = []

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push(`${init.method} ${url} ${init.body ?? ''}`.trim())
    const changed = { ...user, ...JSON.parse(String(init.body ?? '{}')) }
    return new Response(JSON.stringify({ code: 200, user: changed }), { status: 200 })
  })
})
afterEach(() => {
  vi.useRealTimers()
  // All files share one session.
  endSession({ keepsWay: false })
})

test('signing out waits half a second, notifies the server, and clears token, cookie and storage', async () => {
  vi.useFakeTimers()
  writeToken('secret', inOneHour)
  replaceUser(user)
  sessionStorage.setItem('ullage.popups', 'x')
  const leaving = signOut()
  await vi.advanceTimersByTimeAsync(499)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await leaving
  expect(calls).toEqual(['GET /api/authenticate/logout'])
  expect(readToken()).toBeFalsy()
  expect(document.cookie).not.toContain('secret')
  expect(JSON.stringify({ ...localStorage })).not.toContain('user_id')
  expect(sessionStorage.length).toBe(0)
})

test('choices on the sign-in page are saved to the account before its first screen; others stay', async () => {
  setSignInPreferences({ language: 'en' })
  await acceptSignIn({ token: 'secret', token_expires: inOneHour, user })
  expect(calls).toEqual(['PATCH /api/me {"language":"en"}'])
  expect(JSON.parse(localStorage.getItem('ullage.user') ?? '{}')).toMatchObject({
    language: 'en',
    unit_of_measure: 2,
  })
  calls = []
  // The choice was for that one sign-in.
  await acceptSignIn({ token: 'secret', token_expires: inOneHour, user })
  expect(calls).toEqual([])
})

test('a late refusal after the end of impersonation does not end the user’s own session', async () => {
  const lost = vi.fn()
  onSessionLost(lost)
  writeToken('of the other', inOneHour)
  localStorage.setItem(
    OWN_SESSION_KEY,
    JSON.stringify({ token: 'own', expires: inOneHour, user, place: '#back' }),
  )
  let refuse = () => {}
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { authorization } = init.headers as Record<string, string>
    sent.push(`${url} ${authorization}`)
    if (url === '/api/tanks') await new Promise<void>((resolve) => (refuse = resolve))
    return new Response(JSON.stringify({ code: 403, message: '' }), { status: 403 })
  })
  const reading = call('GET', '/tanks').catch(() => 'refused')
  await switchBack()
  refuse()
  expect(await reading).toBe('refused')
  expect(sent).toEqual([
    '/api/tanks Bearer of the other',
    '/api/authenticate/switch_back Bearer of the other',
  ])
  expect(lost).not.toHaveBeenCalled()
  expect(readToken()).toBe('own')
  // A refusal of the stored session ends it, as usual.
  await call('GET', '/devices').catch(() => {})
  expect(lost).toHaveBeenCalledOnce()
})

test.each([
  [{ login_type_id: 'customer', default_route: null }, '/home'],
  [{ login_type_id: 'driver', default_route: null }, '/my-day'],
  [{ login_type_id: 'employee', default_route: null }, '/dashboard'],
  [{ login_type_id: 'customer', default_route: 'alerts' }, '/alerts'],
])('impersonating %j starts at that user’s first screen', async (other, address) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 200, token: 'other', token_expires: inOneHour, user: { ...user, ...other } }),
  )
  writeToken('own', inOneHour)
  replaceUser(user)
  await actAs(2, 'view')
  expect(assign).toHaveBeenCalledWith(address)
})
