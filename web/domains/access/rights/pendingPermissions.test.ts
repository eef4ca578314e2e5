import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from '#core/platform/modules.ts'
import {
  applyPendingPermissions,
  isGrantedTo,
  isGrantedWith,
  type PendingPermissions,
  togglePermission,
} from './pendingPermissions.ts'

const some = fc.subarray(PERMISSIONS.slice(0, 8))
const NOTHING: PendingPermissions = new Map()

test('toggling a permission grants or revokes it with any lists, and changes nothing else', () => {
  fc.assert(
    fc.property(some, some, some, some, (template, added, without, turned) => {
      const withdrawn = without.filter((one) => !added.includes(one))
      const stored = { template, added, withdrawn }
      const changes = turned.reduce(
        (before, one) => togglePermission(before, one, isGrantedTo(stored, one)),
        NOTHING,
      )
      const saved = { template, ...applyPendingPermissions(stored, changes) }
      for (const one of PERMISSIONS)
        expect(isGrantedTo(saved, one)).toBe(isGrantedTo(stored, one) !== turned.includes(one))
      expect(saved.added.filter((one) => saved.withdrawn.includes(one))).toEqual([])
    }),
  )
})

test('toggled twice, nothing changes', () => {
  const once = togglePermission(NOTHING, 'tags.read', false)
  expect([...togglePermission(once, 'tags.read', false)]).toEqual([])
})

test('a permission that another user has granted since is not removed again', () => {
  const changes = togglePermission(NOTHING, 'tags.read', false)
  const now = { template: [] as Permission[], added: ['tags.read'] as Permission[], withdrawn: [] }
  expect(isGrantedWith(changes, 'tags.read', true)).toBe(true)
  expect(applyPendingPermissions(now, changes)).toEqual({ added: ['tags.read'], withdrawn: [] })
})
