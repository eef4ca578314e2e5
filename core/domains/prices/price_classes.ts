import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** A class in which a seller puts a customer, for the price rules of that class. The customer does not see it. */
export const price_classes = defineResource({
  name: 'price_classes',
  single: 'price_class',
  id: 'price_class_id',
  module: 'transaction_documents',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  staysSmall: true,
  fields: {
    company_id: { kind: 'reference', required: true, to: 'companies' },
    customer_id: {
      kind: 'reference',
      required: true,
      to: 'companies',
      ofCompany: { field: 'company_id', reach: 'below' },
    },
    price_class: { kind: 'text', required: true, max: 40 },
  },
  title: 'price_class',
  matchBy: [['company_id', 'customer_id', 'price_class']],
  list: ['customer_id', 'price_class', 'company_id'],
  sortable: ['price_class'],
  search: ['price_class'],
  filters: { company_id: null, customer_id: null, price_class: null },
})
