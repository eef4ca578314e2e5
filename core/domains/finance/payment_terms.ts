import { CONFIGURATION_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const payment_terms = defineResource({
  name: 'payment_terms',
  single: 'payment_term',
  id: 'payment_term_id',
  module: 'configuration',
  loginTypes: CONFIGURATION_LOGIN_TYPES,
  scope: 'shared',
  staysSmall: true,
  fields: {
    description: { kind: 'text', required: true, max: 255 },
    term_days: { kind: 'integer', required: true, min: 0, max: 9999, unit: 'd' },
    /** For customers who pay within `discount_days`; there is no discount unless both are set. */
    discount_percent: { kind: 'decimal', digits: 5, scale: 2, above: 0, below: 100, unit: '%' },
    discount_days: { kind: 'integer', min: 0, max: 9999, unit: 'd' },
  },
  title: 'description',
  matchBy: [['description']],
  list: ['description', 'term_days'],
  search: ['description'],
  sort: 'term_days',
})
