import { issueIf } from '#core/platform/issue.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/**
 * Posted ("rack") prices of products at a terminal, each from a moment on: the next one replaces it, and all of them are the history.
 * They belong to the seller who buys there, and are in its currency.
 */
export const posted_prices = defineResource({
  name: 'posted_prices',
  single: 'posted_price',
  id: 'posted_price_id',
  module: 'transaction_documents',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  fields: {
    company_id: { kind: 'reference', required: true, to: 'companies' },
    terminal_id: {
      kind: 'reference',
      required: true,
      to: 'terminals',
      ofCompany: { field: 'company_id', reach: 'line' },
    },
    product_id: {
      kind: 'reference',
      required: true,
      to: 'tank_products',
      ofCompany: { field: 'company_id', reach: 'line' },
    },
    valid_from: { kind: 'instant', required: true },
    unit_price: { kind: 'money', required: true, digits: 16, scale: 6 },
    unit_id: { kind: 'reference', required: true, to: 'units_of_measure' },
  },
  title: 'unit_price',
  naming: { calledBy: ['terminal_id', 'product_id', 'valid_from'] },
  matchBy: [['company_id', 'terminal_id', 'product_id', 'valid_from']],
  list: ['terminal_id', 'product_id', 'valid_from', 'unit_price', 'unit_id', 'company_id'],
  sortable: ['valid_from'],
  search: [],
  filters: { company_id: null, terminal_id: null, product_id: null },
  sort: '-valid_from',
  check: ({ unit_price }) =>
    issueIf(unit_price != null && Number(unit_price) <= 0, { field: 'unit_price', rule: 'above_zero' }),
})
