import { STAFF } from '#core/platform/loginTypes.ts'
import { LOCALE_CODES } from '#core/platform/texts/locales.ts'
import { defineResource } from '#core/resources/definition.ts'

/**
 * Sign-ups of companies and their outcome. The writable fields come from an unauthenticated visitor; staff sees a sign-up once
 * its e-mail address is confirmed.
 */
export const sign_ups = defineResource({
  name: 'sign_ups',
  single: 'sign_up',
  id: 'sign_up_id',
  module: 'users',
  loginTypes: STAFF,
  scope: 'shared',
  fields: {
    company: { kind: 'text', required: true, max: 100 },
    first_name: { kind: 'text', required: true, max: 35 },
    last_name: { kind: 'text', required: true, max: 35 },
    username: { kind: 'text', format: 'username', required: true, min: 8, max: 100 },
    phone_number: { kind: 'phone', required: true, max: 16, mobile: true },
    password: { kind: 'secret', required: true, min: 8, max: 16 },
    language: { kind: 'choice', of: LOCALE_CODES },
    state: { kind: 'choice', of: ['unconfirmed', 'waiting', 'approved', 'refused'], computed: true },
    asked_at: { kind: 'instant', computed: true },
    confirmed_at: { kind: 'instant', computed: true },
    company_id: { kind: 'reference', to: 'companies', computed: true },
    user_id: { kind: 'reference', to: 'users', computed: true },
    decided_at: { kind: 'instant', computed: true },
    decided_by: { kind: 'reference', to: 'users', computed: true },
    reason: { kind: 'long_text', max: 500, computed: true },
  },
  title: 'company',
  list: ['company', 'first_name', 'last_name', 'username', 'confirmed_at', 'state'],
  search: ['company', 'first_name', 'last_name', 'username'],
  filters: { state: 'waiting' },
  sort: '-confirmed_at',
  calls: ['list', 'read'],
  form: [
    {
      section: 'who',
      fields: ['company', 'first_name', 'last_name', 'username', 'phone_number', 'language'],
    },
    {
      section: 'outcome',
      fields: [
        'state',
        'asked_at',
        'confirmed_at',
        'company_id',
        'user_id',
        'decided_at',
        'decided_by',
        'reason',
      ],
    },
  ],
  check: ({ username }) =>
    username && !username.includes('@') ? [{ field: 'username', rule: 'email' }] : [],
})
