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
      const withdrawn = without.filter((item) => !added.includes(item))
      const stored = { template, added, withdrawn }
      const changes = turned.reduce(
        (before, item) => togglePermission(before, item, isGrantedTo(stored, item)),
        NOTHING,
      )
      const saved = { template, ...applyPendingPermissions(stored, changes) }
      for (const permission of PERMISSIONS)
        expect(isGrantedTo(saved, permission)).toBe(
          isGrantedTo(stored, permission) !== turned.includes(permission),
        )
      expect(saved.added.filter((item) => saved.withdrawn.includes(item))).toEqual([])
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
