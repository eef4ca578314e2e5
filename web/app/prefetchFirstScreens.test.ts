import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { USER_STORAGE_KEY } from '#web/platform/currentUser.ts'
import { forgetToken, writeToken } from '#web/platform/token.ts'
import { prefetchFirstScreens } from './prefetchFirstScreens.ts'

let asked: string[] = []
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
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
  return asked
}
const FLEET = /\/(devices|alerts)\b/

test('the first data of the dashboard is requested before its code has loaded, once per session', () => {
  expect(begin('one', '/dashboard', ['devices.read']).filter((path) => FLEET.test(path))).toHaveLength(3)
  const before = asked.length
  prefetchFirstScreens()
  expect(asked).toHaveLength(before)
})

test('data that the user may not read is not requested', () => {
  expect(begin('two', '/dashboard', ['work_orders.read']).filter((path) => FLEET.test(path))).toEqual([])
  expect(asked).toContainEqual(expect.stringContaining('/users/current'))
})

test('a device is requested on its own screen only', () => {
  begin('three', '/devices/profile/7', ['devices.read'])
  expect(asked.filter((path) => FLEET.test(path))).toEqual([expect.stringMatching(/\/devices\/7$/)])
  asked.length = 0
  expect(begin('four', '/devices/profile/new', ['devices.read']).filter((path) => FLEET.test(path))).toEqual(
    [],
  )
})
