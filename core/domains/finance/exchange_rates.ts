import type { Issue } from '#core/platform/issue.ts'
import { CONFIGURATION_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** The value of one unit of a currency in another. One rate of each pair is active. */
export const exchange_rates = defineResource({
  name: 'exchange_rates',
  single: 'exchange_rate',
  id: 'exchange_rate_id',
  module: 'configuration',
  loginTypes: CONFIGURATION_LOGIN_TYPES,
  scope: 'shared',
  staysSmall: true,
  fields: {
    from_currency_id: { kind: 'reference', required: true, to: 'currencies' },
    to_currency_id: { kind: 'reference', required: true, to: 'currencies' },
    // With its point and ten decimals it has at most 19 characters.
    rate: { kind: 'decimal', required: true, digits: 18, scale: 10, above: 0 },
    rate_date: { kind: 'date', computed: true },
    is_active: { kind: 'flag', required: true, default: 1 },
  },
  title: 'rate',
  matchBy: [],
  naming: { calledBy: ['from_currency_id', '→', 'to_currency_id', 'rate_date'] },
  list: ['from_currency_id', 'to_currency_id', 'rate', 'rate_date', 'is_active'],
  search: ['rate'],
  filters: { is_active: 1, from_currency_id: null, to_currency_id: null },
  sort: 'from_currency_id',
  check: ({ from_currency_id, to_currency_id }): Issue[] =>
    from_currency_id !== undefined && from_currency_id === to_currency_id
      ? [{ field: 'to_currency_id', rule: 'same_currency' }]
      : [],
})
