import { expect, test, vi } from 'vitest'
import { signOut } from './signingIn.ts'

test('signing out leaves nothing in the browser’s storage', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  for (const key of [
    'ullage.kept.7.columns',
    'ullage.language',
    'ullage.draft.7./tag',
    'ullage.user',
    'other',
  ])
    localStorage.setItem(key, '"stored"')
  sessionStorage.setItem('place', '/devices')
  await signOut()
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([[], []])
})
