import { networkIssues } from '#core/platform/isNetwork.ts'
import { issueIf } from '#core/platform/issue.ts'
import { CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { KEY_READS, KEY_WRITES } from './apiKeyScope.ts'

export const API_KEY_STATES = ['active', 'revoked'] as const

/** API keys of accounts: what a program may do for an account, without the key itself. Revoked keys stay for the history. */
export const api_keys = defineResource({
  name: 'api_keys',
  single: 'api_key',
  id: 'api_key_id',
  module: 'users',
  loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  scope: 'company',
  devicesBy: 'text',
  staysSmall: true,
  fields: {
    name: { kind: 'text', required: true, max: 60 },
    user_id: { kind: 'reference', to: 'users', computed: true },
    company_id: { kind: 'reference', to: 'companies', computed: true },
    key_start: { kind: 'text', max: 20, computed: true },
    status: { kind: 'choice', of: API_KEY_STATES, computed: true },
    reads: { kind: 'choices', of: KEY_READS },
    writes: { kind: 'choices', of: KEY_WRITES },
    // The key reaches only the records of this company and the companies below it.
    reached_company_id: { kind: 'reference', to: 'companies' },
    networks: { kind: 'name_list' },
    calls_per_minute: { kind: 'integer', min: 1, max: 100_000 },
    expires_at: { kind: 'instant', required: true },
    last_used_at: { kind: 'instant', computed: true },
    last_used_from: { kind: 'text', max: 65, computed: true },
  },
  title: 'name',
  list: ['name', 'user_id', 'company_id', 'key_start', 'status', 'expires_at', 'last_used_at'],
  search: ['name', 'key_start'],
  filters: { user_id: null, company_id: null, status: null },
  sort: '-created_at',
  pageSize: 20,
  calls: ['list', 'read'],
  form: [
    { section: 'key', fields: ['name', 'key_start', 'status', 'user_id', 'company_id'] },
    { section: 'scope', fields: ['reads', 'writes', 'reached_company_id'] },
    { section: 'limits', fields: ['expires_at', 'networks', 'calls_per_minute'] },
    { section: 'use', fields: ['last_used_at', 'last_used_from'] },
  ],
  check: ({ reads, writes, networks }) => [
    ...networkIssues('networks', networks),
    ...issueIf(!reads?.length && !writes?.length, { field: 'reads', rule: 'scope_empty' }),
  ],
})
