import { CONFIGURATION_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const chart_of_accounts = defineResource({
  name: 'chart_of_accounts',
  single: 'chart_of_account',
  id: 'account_id',
  module: 'chart_of_accounts',
  loginTypes: CONFIGURATION_LOGIN_TYPES,
  scope: 'shared',
  staysSmall: true,
  fields: {
    account_code: { kind: 'text', required: true, max: 20 },
    account_name: { kind: 'text', required: true, max: 100 },
    account_type: {
      kind: 'choice',
      required: true,
      of: ['asset', 'liability', 'equity', 'revenue', 'expense'],
    },
    is_active: { kind: 'flag', required: true, default: 1 },
  },
  title: 'account_name',
  matchBy: [['account_code']],
  list: ['account_code', 'account_name', 'account_type', 'is_active'],
  search: ['account_code', 'account_name'],
  filters: { account_type: null, is_active: null },
  sort: 'account_code',
})
