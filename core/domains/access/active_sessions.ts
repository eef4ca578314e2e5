import { ALL_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { SIGN_IN_METHODS } from './signIn/signInMethods.ts'

/** Open sessions: user, place and method of sign-in, without the token. */
export const active_sessions = defineResource({
  name: 'active_sessions',
  single: 'active_session',
  id: 'session_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'company',
  fields: {
    username: { kind: 'text', max: 100, computed: true },
    user_id: { kind: 'reference', to: 'users', computed: true },
    company_id: { kind: 'reference', to: 'companies', computed: true },
    login_type_id: { kind: 'choice', of: ALL_LOGIN_TYPES, computed: true },
    device: { kind: 'text', max: 120, computed: true },
    address: { kind: 'text', max: 65, computed: true },
    place: { kind: 'text', max: 255, computed: true },
    way: { kind: 'choice', of: SIGN_IN_METHODS, computed: true },
    last_used_at: { kind: 'instant', computed: true },
    expires_at: { kind: 'instant', computed: true },
  },
  title: 'username',
  list: ['username', 'device', 'address', 'place', 'last_used_at', 'way', 'company_id'],
  search: ['username', 'device', 'address', 'place'],
  filters: { user_id: null, company_id: null, login_type_id: null, way: null },
  sort: '-last_used_at',
  pageSize: 20,
  calls: ['list', 'read', 'remove'],
  form: [
    { section: 'session', fields: ['device', 'address', 'place', 'way', 'last_used_at', 'expires_at'] },
    { section: 'user', fields: ['username', 'login_type_id', 'company_id'] },
  ],
})
