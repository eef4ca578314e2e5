import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CurrentUser } from './session/currentUser.ts'
import { endSession, replaceUser } from './session/session.tsx'
import { usePersistedState } from './usePersistedState.ts'

const storedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('ullage.kept.'))

test('a choice is stored per user, shared by all components, and deleted with the storage', () => {
  replaceUser({ user_id: 7 } as CurrentUser)
  const one = renderHook(() => usePersistedState('density', 'normal'))
  const other = renderHook(() => usePersistedState('density', 'normal'))
  expect(storedKeys()).toEqual([])
  act(() => one.result.current[1]('compact'))
  expect([one.result.current[0], other.result.current[0], storedKeys()]).toEqual([
    'compact',
    'compact',
    ['ullage.kept.7.density'],
  ])
  // As sign-out does it, while the screens are still mounted.
  act(() => {
    endSession({ keepsWay: false })
    localStorage.clear()
  })
  expect([one.result.current[0], storedKeys()]).toEqual(['normal', []])
})

test('unreadable data counts as none', () => {
  replaceUser({ user_id: 7 } as CurrentUser)
  localStorage.setItem('ullage.kept.7.density', '{broken')
  expect(renderHook(() => usePersistedState('density', 'normal')).result.current[0]).toBe('normal')
  endSession({ keepsWay: false })
})
