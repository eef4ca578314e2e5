import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberFirstRequest } from '#web/platform/calls/firstRequests.ts'
import { USER_STORAGE_KEY } from '#web/platform/session/currentUser.ts'
import { forgetToken, writeToken } from '#web/platform/session/token.ts'
import { prefetchFirstScreens } from './prefetchFirstScreens.ts'

let calls: string[] = []
beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', (address: string) => {
    calls.push(address)
    return new Promise(() => {})
  })
})
afterEach(() => {
  forgetToken()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function begin(token: string, address: string, permissions: string[]): string[] {
  history.replaceState(null, '', address)
  localStorage.setItem(USER_STORAGE_KEY, JSON.stringify({ permissions }))
  writeToken(token, '2099-01-01')
  prefetchFirstScreens()
  return calls
}
const FLEET = /\/(devices|alerts)\b/

test('the first data of the dashboard is requested before its code has loaded, once per session', () => {
  expect(begin('one', '/dashboard', ['devices.read']).filter((path) => FLEET.test(path))).toHaveLength(3)
  const before = calls.length
  prefetchFirstScreens()
  expect(calls).toHaveLength(before)
})

test('data that the user may not read is not requested', () => {
  expect(begin('two', '/dashboard', ['work_orders.read']).filter((path) => FLEET.test(path))).toEqual([])
  expect(calls).toContainEqual(expect.stringContaining('/users/current'))
})

test('a device is requested on its own screen only', () => {
  begin('three', '/devices/profile/7', ['devices.read'])
  expect(calls.filter((path) => FLEET.test(path))).toEqual([expect.stringMatching(/\/devices\/7$/)])
  calls.length = 0
  expect(begin('four', '/devices/profile/new', ['devices.read']).filter((path) => FLEET.test(path))).toEqual(
    [],
  )
})

test('the data of the dashboard is requested after the user if no user is stored', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    calls.push(address)
    return Response.json({ user: { permissions: ['devices.read'] } })
  })
  history.replaceState(null, '', '/dashboard')
  writeToken('five', '2099-01-01')
  prefetchFirstScreens()
  await expect.poll(() => calls.filter((path) => FLEET.test(path))).toHaveLength(3)
})

test('a list prefetches its first request of the last visit, unless the address narrows it', () => {
  rememberFirstRequest('/people', '/people?archived=0&page_num=1')
  begin('six', '/people', [])
  expect(calls).toContainEqual(expect.stringMatching(/\/people\?archived=0&page_num=1$/))
  calls.length = 0
  begin('seven', '/people?search=x', [])
  expect(calls).not.toContainEqual(expect.stringContaining('/people?'))
})

test('the board requests its rounds for users who may see them', async () => {
  begin('eight', '/dispatch', ['shipment_planners.read'])
  await expect.poll(() => calls).toContainEqual(expect.stringMatching(/\/dispatch\/rounds$/))
  calls.length = 0
  begin('nine', '/dispatch', ['devices.read'])
  expect(calls).not.toContainEqual(expect.stringContaining('/dispatch/'))
})
