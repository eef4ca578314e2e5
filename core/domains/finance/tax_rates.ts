import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** The rates of tax codes by day: percent, or an amount per unit of volume. The rates of a code do not overlap. */
export const tax_rates = defineResource({
  name: 'tax_rates',
  single: 'tax_rate',
  id: 'tax_rate_id',
  module: 'transaction_documents',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: { through: 'tax_code_id' },
  staysSmall: true,
  fields: {
    tax_code_id: { kind: 'reference', required: true, to: 'tax_codes' },
    rate: { kind: 'decimal', required: true, digits: 12, scale: 6, min: 0 },
    from_date: { kind: 'date', required: true },
    /** The last day; open without it. */
    to_date: { kind: 'date', notBefore: { field: 'from_date' } },
  },
  title: 'rate',
  matchBy: [['tax_code_id', 'from_date']],
  naming: { calledBy: ['tax_code_id', 'from_date'] },
  list: ['tax_code_id', 'rate', 'from_date', 'to_date'],
  search: ['rate'],
  filters: { tax_code_id: null },
  sort: '-from_date',
})
