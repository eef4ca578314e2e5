import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MODULES, PERMISSIONS } from '#core/platform/modules.ts'
import { permissionsOfKey } from './apiKeyScope.ts'

const modules = fc.subarray([...MODULES])
const held = fc.subarray([...PERMISSIONS])

test('an API key reads the modules that it may read or change, and changes only those that it may change', () => {
  const scope = { reads: ['devices'], writes: ['tags'] }
  const permissions = ['devices.read', 'devices.update', 'tags.read', 'tags.delete', 'people.read']
  expect(permissionsOfKey(permissions, scope)).toEqual(['devices.read', 'tags.read', 'tags.delete'])
  expect(permissionsOfKey(permissions, { reads: null, writes: null })).toEqual([])
})

test('an API key never has a permission that its account or its scope lacks', () => {
  fc.assert(
    fc.property(held, modules, modules, (permissions, reads, writes) => {
      for (const permission of permissionsOfKey(permissions, { reads, writes })) {
        const [module, action] = permission.split('.') as [(typeof MODULES)[number], string]
        expect(permissions).toContain(permission)
        expect(action === 'read' ? [...reads, ...writes] : writes).toContain(module)
      }
    }),
  )
})

test('no API key changes users, rights or the product, imports files or impersonates a user', () => {
  fc.assert(
    fc.property(modules, modules, (reads, writes) => {
      const permissions = permissionsOfKey(PERMISSIONS, { reads, writes })
      const closed = /^(users|permissions|data_imports|developer_tools)\.(?!read)|^developer_tools/
      expect(permissions.filter((permission) => closed.test(permission))).toEqual([])
    }),
  )
})
