import { CHARGES } from '#core/domains/orders/charges.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** When a fee is charged: always, for dangerous goods, below a quantity, on Saturdays and Sundays, by the price of fuel. */
export const FEE_KINDS = ['delivery', 'hazmat', 'minimum_drop', 'weekend', 'fuel_surcharge'] as const

/**
 * A seller's fee on orders, charged in one of the document's charges. The rows of a fuel surcharge with different `from_index` are its
 * table: the highest one that the posted price of the index reaches is charged.
 */
export const price_fees = defineResource({
  name: 'price_fees',
  single: 'price_fee',
  id: 'price_fee_id',
  module: 'transaction_documents',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  staysSmall: true,
  fields: {
    name: { kind: 'text', required: true, max: 60 },
    company_id: { kind: 'reference', required: true, to: 'companies' },
    fee_kind: { kind: 'choice', required: true, default: 'delivery', of: FEE_KINDS },
    charge: { kind: 'choice', required: true, default: 'freight', of: CHARGES },
    amount: { kind: 'money', required: true, digits: 16, scale: 6 },
    per: { kind: 'choice', required: true, default: 'document', of: ['document', 'unit'] },
    unit_id: { kind: 'reference', to: 'units_of_measure' },
    below_quantity: { kind: 'decimal', digits: 13, scale: 3, above: 0 },
    terminal_id: {
      kind: 'reference',
      to: 'terminals',
      ofCompany: { field: 'company_id', reach: 'line' },
    },
    product_id: {
      kind: 'reference',
      to: 'tank_products',
      ofCompany: { field: 'company_id', reach: 'line' },
    },
    from_index: { kind: 'money', digits: 16, scale: 6 },
    from_date: { kind: 'date', required: true },
    to_date: { kind: 'date', notBefore: { field: 'from_date' } },
  },
  title: 'name',
  matchBy: [['name', 'company_id', 'from_index', 'from_date']],
  list: ['name', 'fee_kind', 'amount', 'per', 'charge', 'from_index', 'from_date', 'to_date', 'company_id'],
  search: ['name'],
  filters: { company_id: null, fee_kind: null },
  form: [
    { section: 'fee', fields: ['name', 'company_id', 'fee_kind', 'charge', 'from_date', 'to_date'] },
    { section: 'amount', fields: ['amount', 'per', 'unit_id', 'below_quantity'] },
    { section: 'index', fields: ['terminal_id', 'product_id', 'from_index'] },
  ],
  check: ({
    fee_kind,
    amount,
    per,
    unit_id,
    below_quantity,
    terminal_id,
    product_id,
    from_index,
  }): Issue[] => {
    const isBelow = fee_kind === 'minimum_drop'
    const isByIndex = fee_kind === 'fuel_surcharge'
    const required = (isMissing: boolean, field: string) => issueIf(isMissing, { field, rule: 'required' })
    return [
      ...issueIf(amount != null && Number(amount) <= 0, { field: 'amount', rule: 'above_zero' }),
      ...required(isBelow && below_quantity == null, 'below_quantity'),
      ...required((per === 'unit' || below_quantity != null) && unit_id == null, 'unit_id'),
      ...required(isByIndex && terminal_id == null, 'terminal_id'),
      ...required(isByIndex && product_id == null, 'product_id'),
      ...required(isByIndex && from_index == null, 'from_index'),
    ]
  },
})
