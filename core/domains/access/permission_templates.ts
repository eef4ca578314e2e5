import { ALL_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import { PERMISSIONS } from '#core/platform/modules.ts'
import { defineResource } from '#core/resources/definition.ts'

/** Initial permissions of each login type; an account adds to them and takes from them. */
export const permission_templates = defineResource({
  name: 'permission_templates',
  single: 'permission_template',
  id: 'permission_template_id',
  module: 'configuration',
  writeModule: 'permissions',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    login_type_id: { kind: 'choice', required: true, of: ALL_LOGIN_TYPES, computed: true },
    permissions: { kind: 'choices', of: PERMISSIONS, required: true },
  },
  title: 'login_type_id',
  list: ['login_type_id', 'permissions'],
  search: ['login_type_id'],
  sort: 'permission_template_id',
  calls: ['list', 'read', 'update'],
})
