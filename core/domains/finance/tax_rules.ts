import { issueIf } from '#core/platform/issue.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** Where and for what tax codes apply, by the address of delivery. An empty field covers everything; a code needs one matching rule. */
export const tax_rules = defineResource({
  name: 'tax_rules',
  single: 'tax_rule',
  id: 'tax_rule_id',
  module: 'transaction_documents',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: { through: 'tax_code_id' },
  staysSmall: true,
  fields: {
    tax_code_id: { kind: 'reference', required: true, to: 'tax_codes' },
    country_iso_3: { kind: 'text', format: 'country_code', max: 3 },
    state: { kind: 'text', max: 65 },
    city: { kind: 'text', max: 100 },
    zip_from: { kind: 'text', max: 12 },
    zip_to: { kind: 'text', max: 12 },
    product_id: { kind: 'reference', to: 'tank_products' },
  },
  title: 'tax_code_id',
  matchBy: [],
  list: ['tax_code_id', 'country_iso_3', 'state', 'city', 'zip_from', 'zip_to', 'product_id'],
  search: ['state', 'city', 'zip_from'],
  filters: { tax_code_id: null, product_id: null },
  check: ({ zip_from, zip_to }) => [
    ...issueIf(!!zip_to && !zip_from, { field: 'zip_from', rule: 'required' }),
    ...issueIf(!!zip_from && !!zip_to && zip_to.toUpperCase() < zip_from.toUpperCase(), {
      field: 'zip_to',
      rule: 'zip_before',
    }),
  ],
})
