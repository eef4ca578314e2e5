import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { REFUSAL_REASONS, SIGN_IN_METHODS } from './signInMethods.ts'

/** Sign-in attempts with place and outcome. The company belongs to the username, if the username exists. */
export const login_attempts = defineResource({
  name: 'login_attempts',
  single: 'login_attempt',
  id: 'login_attempt_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'company',
  fields: {
    username: { kind: 'text', max: 100, computed: true },
    status: { kind: 'choice', of: ['ok', 'fail'], computed: true },
    reason: { kind: 'choice', of: REFUSAL_REASONS, computed: true },
    way: { kind: 'choice', of: SIGN_IN_METHODS, computed: true },
    address: { kind: 'text', max: 65, computed: true },
    attempted_at: { kind: 'instant', computed: true },
    company_id: { kind: 'reference', to: 'companies', computed: true },
  },
  title: 'username',
  list: ['username', 'attempted_at', 'status', 'reason', 'way', 'address', 'company_id'],
  search: ['username', 'address'],
  filters: { status: 'fail', reason: null, way: null, company_id: null },
  sort: '-attempted_at',
  calls: ['list', 'read'],
  form: [
    {
      section: 'attempt',
      fields: ['username', 'attempted_at', 'status', 'reason', 'way', 'address', 'company_id'],
    },
  ],
})
