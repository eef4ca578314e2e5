import { PAYMENT_METHODS } from '#core/domains/orders/paymentMethods.ts'
import { PRODUCT_GROUPS } from '#core/domains/tanks/tank_products.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { PURPOSES } from './purposes.ts'

/** Which account of the chart a posting goes to. Sellers without their own rule follow the business's. */
export const account_rules = defineResource({
  name: 'account_rules',
  single: 'account_rule',
  id: 'account_rule_id',
  module: 'chart_of_accounts',
  loginTypes: STAFF,
  scope: 'company',
  staysSmall: true,
  fields: {
    /** The seller. */
    company_id: { kind: 'reference', required: true, to: 'companies', own: true },
    purpose: { kind: 'choice', required: true, of: PURPOSES },
    product_id: { kind: 'reference', to: 'tank_products' },
    product_group: { kind: 'choice', of: PRODUCT_GROUPS },
    tax_code_id: { kind: 'reference', to: 'tax_codes' },
    method: { kind: 'choice', of: PAYMENT_METHODS },
    account_id: { kind: 'reference', required: true, to: 'chart_of_accounts' },
  },
  title: 'account_id',
  matchBy: [['company_id', 'purpose', 'product_id', 'product_group', 'tax_code_id', 'method']],
  list: ['company_id', 'purpose', 'product_id', 'product_group', 'tax_code_id', 'method', 'account_id'],
  search: [],
  filters: { company_id: null, purpose: null },
  sort: 'purpose',
  check: ({ purpose, product_id, product_group, tax_code_id, method }) => [
    ...['product_id', 'product_group'].flatMap((field) =>
      purpose !== 'income' && { product_id, product_group }[field] != null
        ? [{ field, rule: 'income_only' as const }]
        : [],
    ),
    ...(purpose !== 'tax' && tax_code_id != null
      ? [{ field: 'tax_code_id', rule: 'tax_only' as const }]
      : []),
    ...(purpose !== 'money' && method != null ? [{ field: 'method', rule: 'money_only' as const }] : []),
  ],
})
