import { STAFF } from '#core/platform/loginTypes.ts'
import { MODULES } from '#core/platform/modules.ts'
import { defineResource } from '#core/resources/definition.ts'

/** All permissions: a group of calls of a module; an exempt one needs no grant. Defined by the product, not created by users. */
export const permissions = defineResource({
  name: 'permissions',
  single: 'permission',
  id: 'permission_id',
  module: 'configuration',
  writeModule: 'permissions',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    permission: { kind: 'text', required: true, max: 65, computed: true },
    module: { kind: 'choice', required: true, of: MODULES, computed: true },
    /** The calls of the module: `index` stands for the standard calls of every kind of record. */
    permission_token: { kind: 'text', required: true, max: 65, computed: true, default: 'index' },
    method: { kind: 'choice', required: true, of: ['GET', 'POST', 'PATCH', 'DELETE'], computed: true },
    exempt: { kind: 'flag', required: true, default: 0 },
  },
  title: 'permission',
  list: ['permission', 'module', 'permission_token', 'method', 'exempt'],
  search: ['permission'],
  filters: { module: null, method: null, exempt: null },
  sort: 'permission_id',
  calls: ['list', 'read', 'update'],
})
